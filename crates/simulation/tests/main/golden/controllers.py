"""Motions of the bundled arm 2R under controllers, by SciPy: `python controllers.py > controllers.json`.

The equations of motion are those of the textbook, written out here. DOP853 integrates them in pieces between the
moments at which something jumps, with a tolerance of 1e-12.
"""

import json

import numpy
from scipy.integrate import solve_ivp
from scipy.linalg import solve_continuous_are

G, L1, R1, R2, M1, M2, J1, J2 = 9.81, 0.50, 0.24, 0.18, 6.0, 4.0, 0.130, 0.058
UPRIGHT = numpy.array([1.5707963267948966, 0.0])


def mass(q):
    c2 = numpy.cos(q[1])
    m11 = J1 + J2 + M1 * R1**2 + M2 * (L1**2 + R2**2 + 2 * L1 * R2 * c2)
    m12 = J2 + M2 * (R2**2 + L1 * R2 * c2)
    return numpy.array([[m11, m12], [m12, J2 + M2 * R2**2]])


def gravity(q):
    outer = M2 * R2 * G * numpy.cos(q[0] + q[1])
    return numpy.array([(M1 * R1 + M2 * L1) * G * numpy.cos(q[0]) + outer, outer])


def accelerations(q, qd, tau):
    h = M2 * L1 * R2 * numpy.sin(q[1])
    coriolis = numpy.array([-h * (2 * qd[0] * qd[1] + qd[1] ** 2), h * qd[0] ** 2])
    return numpy.linalg.solve(mass(q), tau - coriolis - gravity(q))


def acrobot_gains():
    """The linear-quadratic regulator of the upright arm of which the second joint alone is driven."""
    outer = M2 * R2 * G
    stiffness = -numpy.array([[(M1 * R1 + M2 * L1) * G + outer, outer], [outer, outer]])
    inverse = numpy.linalg.inv(mass(UPRIGHT))
    a = numpy.block([[numpy.zeros((2, 2)), numpy.eye(2)], [-inverse @ stiffness, numpy.zeros((2, 2))]])
    b = numpy.concatenate([numpy.zeros(2), inverse[:, 1]])[:, None]
    riccati = solve_continuous_are(a, b, numpy.diag([10.0, 10.0, 1.0, 1.0]), numpy.array([[1.0]]))
    return numpy.round((b.T @ riccati)[0], 2)


def pieces(slope, y, times, jumps=lambda t, y: None):
    """The states at times, with a call at each of them before the integration goes on."""
    rows = []
    for start, end in zip(times[:-1], times[1:]):
        jumps(start, y)
        found = solve_ivp(slope, (start, end), y, method="DOP853", rtol=1e-12, atol=1e-14)
        y = found.y[:, -1]
        rows.append(y)
    return rows


def feedback(gains, error):
    def slope(t, y):
        x = y - numpy.concatenate([UPRIGHT, [0, 0]])
        tau = numpy.array([0.0, -gains @ x])
        return numpy.concatenate([y[2:], accelerations(y[:2], y[2:], tau)])

    times = numpy.arange(9) * 0.25
    start = numpy.concatenate([UPRIGHT + error, [0, 0]])
    rows = pieces(slope, start, times)
    return [{"t": t, "q": list(y[:2]), "qd": list(y[2:])} for t, y in zip(times[1:], rows)]


def sampled(gains, error, period, delay, effort):
    """Zero-order hold: looks every period, acts a delay later, no more than the effort limit."""
    held, pending = [0.0], []

    def jumps(t, y):
        if abs(t / period - round(t / period)) < 1e-9:
            x = y - numpy.concatenate([UPRIGHT, [0, 0]])
            pending.append((t + delay, float(numpy.clip(-gains @ x, -effort, effort))))
        while pending and pending[0][0] <= t + 1e-9:
            held[0] = pending.pop(0)[1]

    def slope(_, y):
        return numpy.concatenate([y[2:], accelerations(y[:2], y[2:], numpy.array([0.0, held[0]]))])

    count = round(1.0 / period)
    looks = [k * period for k in range(count + 1)]
    acts = [k * period + delay for k in range(count) if k * period + delay < 1.0]
    times = sorted(looks + acts)
    start = numpy.concatenate([UPRIGHT + error, [0, 0]])
    rows = dict(zip(times[1:], pieces(slope, start, times, jumps)))
    wanted = [times[1:][numpy.argmin([abs(t - 0.25 * k) for t in times[1:]])] for k in range(1, 5)]
    return [{"t": t, "q": list(rows[t][:2]), "qd": list(rows[t][2:])} for t in wanted]


def integral(kp, kd, ki, to, effort):
    """A step from hanging down, with an integral part that is unwound while the drives saturate."""

    def slope(_, y):
        q, qd, z = y[:2], y[2:4], y[4:]
        asked = kp * (to - q) - kd * qd + ki * z
        given = numpy.clip(asked, -effort, effort)
        return numpy.concatenate([qd, accelerations(q, qd, given), to - q - (asked - given) / kp])

    times = numpy.arange(9) * 0.25
    rows = pieces(slope, numpy.array([-1.5707963267948966, 0, 0, 0, 0, 0]), times)
    return [{"t": t, "q": list(y[:2]), "qd": list(y[2:4])} for t, y in zip(times[1:], rows)]


def main():
    gains, error = acrobot_gains(), numpy.array([0.02, -0.05])
    kp, kd, ki = numpy.array([150.0, 60.0]), numpy.array([30.0, 8.0]), numpy.array([200.0, 90.0])
    to, effort = numpy.array([-0.6, 0.5]), 45.0
    print(
        json.dumps(
            {
                "gains": list(gains),
                "error": list(error),
                "feedback": feedback(gains, error),
                "sampled": {
                    "period": 0.005,
                    "delay": 0.0075,
                    "effort": 5.0,
                    "rows": sampled(gains, error, 0.005, 0.0075, 5.0),
                },
                "integral": {
                    "kp": list(kp),
                    "kd": list(kd),
                    "ki": list(ki),
                    "to": list(to),
                    "effort": effort,
                    "rows": integral(kp, kd, ki, to, effort),
                },
            },
            indent=1,
        )
    )


main()
