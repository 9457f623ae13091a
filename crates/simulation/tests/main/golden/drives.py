"""Motions of drives, by SciPy: `python drives.py > drives.json`.

A pendulum on an elastic joint, and a block that sticks and slips behind a spring that is pulled. The equations of
motion are written out here. DOP853 integrates them with a tolerance of 1e-12, the block in pieces between the moments
at which it sticks or breaks away.
"""

import json

import numpy
from scipy.integrate import solve_ivp

TIGHT = {"method": "DOP853", "rtol": 1e-12, "atol": 1e-13}


def elastic_joint():
    """m l^2 q'' + m g l sin q + k (q - p) + d (q' - p') = 0, I n^2 p'' - k (q - p) - d (q' - p') + b n^2 p' = tau."""
    mass, length, inertia, gravity = 2.0, 0.4, 0.05, 9.81
    motor, stiffness, damping, viscous = 1e-4 * 80**2, 300.0, 1.5, 2e-5 * 80**2
    link = inertia + mass * length**2

    def rates(t, y):
        q, p, qd, pd = y
        elastic = stiffness * (q - p) + damping * (qd - pd)
        tau = 6.0 + 4.0 * t
        return [qd, pd, (-mass * gravity * length * numpy.sin(q) - elastic) / link,
                (tau + elastic - viscous * pd) / motor]

    times = [0.1, 0.25, 0.5, 1.0, 1.5, 2.0]
    found = solve_ivp(rates, (0, 2), [0.3, 0.25, -0.5, 1.0], t_eval=times, **TIGHT)
    return {"times": times, "states": found.y.T.tolist()}


def stick_slip():
    """m x'' = k (v t - x) - F(x') - b x', F = Fc + (Fs - Fc)/(1 + (x'/vs)^2), while it slides."""
    mass, stiffness, pull = 2.0, 60.0, 0.1
    sliding, breakaway, stribeck, viscous = 4.0, 6.0, 0.05, 0.5

    def rates(t, y):
        x, v = y
        friction = sliding + (breakaway - sliding) / (1 + (v / stribeck) ** 2) + viscous * v
        return [v, (stiffness * (pull * t - x) - friction) / mass]

    def rests(_, y):
        return y[1]

    rests.terminal, rests.direction = True, -1
    t, x, end = 0.0, 0.0, 8.0
    events, samples = [], numpy.arange(1, 17) * 0.5
    positions = {}
    while t < end:
        # it holds until the spring pulls with the force of break-away
        loose = (breakaway / stiffness + x) / pull
        for sample in samples[(samples > t) & (samples <= min(loose, end))]:
            positions[sample] = x
        if loose >= end:
            break
        events.append(["loose", loose])
        # it starts from rest without an acceleration: a little later by the series, as x''' = k v / m
        small = 1e-4
        jerk = stiffness * pull / mass
        start = [x + jerk * small**3 / 6, jerk * small**2 / 2]
        slide = solve_ivp(rates, (loose + small, end), start, events=rests, dense_output=True, **TIGHT)
        stop = slide.t[-1]
        for sample in samples[(samples > loose) & (samples <= stop)]:
            positions[sample] = float(slide.sol(sample)[0])
        if slide.status == 1:
            events.append(["sticks", stop])
        t, x = stop, slide.y[0][-1]
    return {"events": events, "times": samples.tolist(), "positions": [positions[s] for s in samples]}


print(json.dumps({"elastic_joint": elastic_joint(), "stick_slip": stick_slip()}, indent=1))
