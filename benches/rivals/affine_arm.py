"""The two-link flexible arm of De Luca and Siciliano with the affine tip map: free motion.

An independent route to the figures in crates/mechanics/tests/flexible.rs. The plane is that of the
complex numbers; an affine tip multiplies by 1 + i delta, which turns and stretches. Kinetic energy
by the trace form: a frame's axis is a number a, and a hub of inertia J has J/2 |a'|^2.

    pip install casadi numpy; python affine_arm.py
"""

import casadi as ca
import numpy as np

LENGTH, DENSITY, HUB_MASS, HUB_INERTIA = 0.5, 0.2, 1.0, 0.1
LOAD_MASS, LOAD_INERTIA, MODAL_MASS = 0.1, 0.0005, 0.1
BEAM_INERTIA = DENSITY * LENGTH**3 / 3
# what the tip of each link carries: mass, inertia
CARRIED = [(1.2, HUB_INERTIA + BEAM_INERTIA + LOAD_INERTIA + LOAD_MASS * LENGTH**2),
           (LOAD_MASS, LOAD_INERTIA)]
# of each link and mode: shift and slope of the tip, integrals of the shape and of x times it
SHIFT = [[0.18588010, 0.21512239], [0.88332962, 0.06926336]]
SLOPE = [[0.65712983, -0.56041858], [2.64133990, 10.85256794]]
FIRST = [[0.00655688, 0.01312173], [0.03325897, -0.05439730]]
MIXED = [[0.00243173, 0.00447306], [0.01218223, -0.01556598]]
HERTZ = [0.47969304, 1.79658914, 2.17833357, 15.91451297]

q, qd = ca.SX.sym("q", 6), ca.SX.sym("qd", 6)


def times(a, b):
    return a[0] * b[0] - a[1] * b[1], a[0] * b[1] + a[1] * b[0]


def rate(a):
    return tuple(ca.jtimes(part, q, qd) for part in a)


def square(a):
    return a[0] ** 2 + a[1] ** 2


def beam(link, origin, axis):
    """Half the integral of the squared velocity of origin + axis (x + i w)."""
    modes = [2 + 2 * link, 3 + 2 * link]
    fields = [rate(origin), rate(axis)] + [rate(times(axis, (0, q[k]))) for k in modes]
    gram = np.zeros((4, 4))
    gram[0, :2] = DENSITY * LENGTH, DENSITY * LENGTH**2 / 2
    gram[1, 1] = BEAM_INERTIA
    mass, inertia = CARRIED[link]
    for i in range(2):
        gram[0, 2 + i], gram[1, 2 + i] = FIRST[link][i], MIXED[link][i]
        for j in range(i, 2):
            gram[2 + i, 2 + j] = (
                MODAL_MASS * (i == j)
                - mass * SHIFT[link][i] * SHIFT[link][j]
                - inertia * SLOPE[link][i] * SLOPE[link][j]
            )
    gram += np.triu(gram, 1).T
    dot = lambda a, b: a[0] * b[0] + a[1] * b[1]
    return sum(gram[i, j] * dot(fields[i], fields[j]) for i in range(4) for j in range(4)) / 2


def tip(link, origin, axis):
    """The tip of a link and the axis behind it."""
    modes = [q[2 + 2 * link], q[3 + 2 * link]]
    shift = sum(s * m for s, m in zip(SHIFT[link], modes))
    slope = sum(s * m for s, m in zip(SLOPE[link], modes))
    out = times(axis, (LENGTH, shift))
    return (origin[0] + out[0], origin[1] + out[1]), times(axis, (1, slope))


turn = lambda angle: (ca.cos(angle), ca.sin(angle))
origin1, axis1 = (0 * q[0], 0 * q[0]), turn(q[0])
origin2, behind1 = tip(0, origin1, axis1)
axis2 = times(behind1, turn(q[1]))
load, behind2 = tip(1, origin2, axis2)
kinetic = (
    beam(0, origin1, axis1)
    + beam(1, origin2, axis2)
    + HUB_INERTIA / 2 * (square(rate(axis1)) + square(rate(axis2)))
    + HUB_MASS / 2 * square(rate(origin2))
    + LOAD_MASS / 2 * square(rate(load))
    + LOAD_INERTIA / 2 * square(rate(behind2))
)
strain = sum(MODAL_MASS / 2 * (2 * np.pi * f) ** 2 * q[2 + k] ** 2 for k, f in enumerate(HERTZ))
momenta = ca.gradient(kinetic, qd)
right = ca.gradient(kinetic - strain, q) - ca.jtimes(momenta, q, qd)
state = ca.vertcat(q, qd)
slope_of = ca.Function(
    "f", [state], [ca.vertcat(qd, ca.solve(ca.jacobian(momenta, qd), right))]
)

x, h = np.array([0, np.pi / 4, 0.1, 0.02, 0.05, 0.005, 0.5, -0.5, 0, 0, 0, 0]), 1e-4
for step in range(5000):
    k1 = slope_of(x)
    k2 = slope_of(x + h / 2 * k1)
    k3 = slope_of(x + h / 2 * k2)
    k4 = slope_of(x + h * k3)
    x = x + h / 6 * (k1 + 2 * k2 + 2 * k3 + k4)
print("t = 0.5:", [round(float(entry), 7) for entry in np.array(x).ravel()[:6]])
