"""Confirms right.md and wrong.md by a derivation of its own.

Every robot is derived here by Lagrange's equations from the positions of its
bodies (or, for kinematics, from products of matrices). Every display of
right.md is typed again in Python and compared with that derivation at three
random points with 40 digits; every slip of wrong.md is typed again too and
must differ there. Nothing is read from the LaTeX, except the titles and tags,
to see that no display and no slip was forgotten.

Not covered: what a display says beside its equation, such as the sign ">" in
"Adaptive control", display 4 (the determinant itself is confirmed).
Inline formulas of the prose are used as definitions and are not counted.
"""

import random
import re
from pathlib import Path

import sympy as sp
from sympy import Matrix, Rational, cos, diag, eye, sin, zeros

HERE = Path(__file__).resolve().parent
half = Rational(1, 2)
pi = sp.pi

# ---------------------------------------------------------------- tools

CLOCK = {}   # time derivative of every symbol that moves


def coordinate(name):
    """A coordinate, its velocity and its acceleration."""
    q, v, a, j = sp.symbols(f"{name} {name}_d {name}_dd {name}_ddd", real=True)
    CLOCK.update({q: v, v: a, a: j})
    return q, v, a


def rate(e):
    """Time derivative of a scalar or of a matrix."""
    if isinstance(e, sp.MatrixBase):
        return e.applyfunc(rate)
    e = sp.sympify(e)
    return sum((sp.diff(e, s) * CLOCK[s] for s in e.free_symbols if s in CLOCK), sp.Integer(0))


def kinetic(mass, position):
    v = rate(Matrix(position))
    return half * mass * v.dot(v)


def spin(R):
    """Angular velocity in the axes of the body, from its rotation matrix."""
    W = R.T * rate(R)
    return Matrix([W[2, 1], W[0, 2], W[1, 0]])


def turning(R, inertia):
    w = spin(R)
    return half * (w.T * diag(*inertia) * w)[0]


def rot(axis, t):
    c, s = cos(t), sin(t)
    return {"x": Matrix([[1, 0, 0], [0, c, -s], [0, s, c]]),
            "y": Matrix([[c, 0, s], [0, 1, 0], [-s, 0, c]]),
            "z": Matrix([[c, -s, 0], [s, c, 0], [0, 0, 1]])}[axis]


def frame(R, p):
    return R.row_join(Matrix(p)).col_join(Matrix([[0, 0, 0, 1]]))


def move(x=0, y=0, z=0):
    return frame(eye(3), [x, y, z])


def turn(axis, t):
    return frame(rot(axis, t), [0, 0, 0])


def dh(theta, d, a, alpha):
    return turn("z", theta) * move(z=d) * move(x=a) * turn("x", alpha)


def craig(alpha, a, d, theta):
    return turn("x", alpha) * move(x=a) * turn("z", theta) * move(z=d)


class Model:
    """Lagrange's equations of T, V and the friction forces."""

    def __init__(self, q, T, V, friction=None):
        self.q = Matrix(q)
        self.v = rate(self.q)
        self.a = rate(self.v)
        self.T, self.V = T, V
        n = len(q)
        self.friction = Matrix(friction or [0] * n)
        self.p = Matrix([sp.diff(T, v) for v in self.v])
        self.G = Matrix([sp.diff(V, x) for x in self.q])
        self.M = self.p.jacobian(self.v)
        self.inertia = rate(self.p) - Matrix([sp.diff(T, x) for x in self.q])
        self.c = self.inertia.subs({a: 0 for a in self.a})
        self.Q = self.inertia + self.G + self.friction

    def accelerations(self, forces):
        """The accelerations under the given forces, as a substitution."""
        solution = self.M.LUsolve(Matrix(forces) - self.c - self.G - self.friction)
        return dict(zip(self.a, solution))

    def christoffel(self, i, j, k):
        q, M = self.q, self.M
        i, j, k = i - 1, j - 1, k - 1
        return half * (sp.diff(M[k, j], q[i]) + sp.diff(M[k, i], q[j]) - sp.diff(M[i, j], q[k]))

    def coriolis(self):
        n = len(self.q)
        return Matrix(n, n, lambda k, j: sum(
            self.christoffel(i + 1, j + 1, k + 1) * self.v[i] for i in range(n)))


def numbers(residuals, seed):
    """The residuals at a random point."""
    flat = []
    for r in residuals:
        flat.extend(list(r) if isinstance(r, sp.MatrixBase) else [sp.sympify(r)])
    symbols = sorted({s for r in flat for s in r.free_symbols}, key=str)
    chance = random.Random(seed)
    point = {s: sp.Float(chance.uniform(0.3, 1.7), 40) for s in symbols}
    return [abs(r.xreplace(point).evalf(40)) for r in flat]


HELD, SLIPPED = [], []
PAGE = None
WORDS = {1: "", 2: ", second version", 3: ", third version"}


def page(title):
    global PAGE
    PAGE = title


def hold(tag, *residuals):
    for seed in (1, 2, 3):
        for value in numbers(residuals, seed):
            if value > 1e-25:
                raise SystemExit(f"does not hold: {PAGE}, display {tag}: {value}")
    HELD.append((PAGE, str(tag)))


def slip(version, tag, *residuals):
    name, robot = re.fullmatch(r"(.*) (\(\w+\))", PAGE).groups()
    for seed in (1, 2, 3):
        if max(numbers(residuals, seed)) < 1e-6:
            raise SystemExit(f"this slip holds: {PAGE}, display {tag}")
    SLIPPED.append((f"{name}{WORDS[version]} {robot}", f"{tag}w"))


g = sp.Symbol("g")
F, u, tau = sp.symbols("F u tau")

# ---------------------------------------------------------------- crane

M, m, l, d = sp.symbols("M m l d")
x, xd, xdd = coordinate("x")
th, thd, thdd = coordinate("theta")
load = Matrix([x + l * sin(th), -l * cos(th)])
crane = Model([x, th], kinetic(M, [x]) + kinetic(m, load), m * g * load[1], [d * xd, 0])
go = crane.accelerations([F, 0])
s, c = sin(th), cos(th)

page("Modelling of a laboratory overhead crane (crane)")
hold(1, x + l * s - load[0], -l * c - load[1])
hold(2, xd**2 + 2 * l * xd * thd * c + l**2 * thd**2 - rate(load).dot(rate(load)))
slip(1, 2, xd**2 + l * xd * thd * c + l**2 * thd**2 - rate(load).dot(rate(load)))
hold(3, half * (M + m) * xd**2 + m * l * xd * thd * c + half * m * l**2 * thd**2 - crane.T)
slip(2, 3, half * (M + m) * xd**2 + m * l * xd * thd * s + half * m * l**2 * thd**2 - crane.T)
hold(4, -m * g * l * c - crane.V)
first = (M + m) * xdd + m * l * thdd * c - m * l * thd**2 * s + d * xd
hold(5, (first - F).subs(go))
slip(3, 5, ((M + m) * xdd + m * l * thdd * c + m * l * thd**2 * s + d * xd - F).subs(go))
hold(6, (l * thdd + xdd * c + g * s).subs(go))

page("Pont roulant : modèle d'état (crane)")
H = Matrix([[M + m, m * l * c], [m * l * c, m * l**2]])
hold(1, H - crane.M)
slip(1, 1, Matrix([[M + m, m * l * c], [m * l * c, m * l]]) - crane.M)
B = Matrix([[d, -m * l * thd * s], [0, 0]])
hold(2, B * crane.v - crane.c - crane.friction, Matrix([0, m * g * l * s]) - crane.G)
hold(3, m * l**2 * (M + m * s**2) - crane.M.det())
slip(2, 3, m * l**2 * (M + m * c**2) - crane.M.det())
hold(4, (F - d * xd + m * s * (l * thd**2 + g * c)) / (M + m * s**2) - go[xdd])
slip(3, 4, (F - d * xd + m * s * (l * thd**2 + g)) / (M + m * s**2) - go[xdd])
hold(5, -((F - d * xd) * c + m * l * thd**2 * s * c + (M + m) * g * s) / (l * (M + m * s**2)) - go[thdd])

page("Passivity of the crane (crane)")
E = half * (crane.v.T * H * crane.v)[0] + m * g * l * (1 - c)
hold(1, E - (crane.T + crane.V) - m * g * l)   # zero at rest below the trolley
hold(2, H - crane.M)
gou = crane.accelerations([u, 0])
hold(3, rate(crane.T + crane.V).subs(gou) - xd * (u - d * xd))
slip(1, 3, rate(crane.T + crane.V).subs(gou) - xd * (u + d * xd))


def linear(e, rest, forces=()):
    """First-order terms of e about rest."""
    zero = {k: v for k, v in rest.items()}
    zero.update({f: 0 for f in forces})
    variables = list(rest) + list(forces)
    return sum(sp.diff(e, k).subs(zero) * (k - zero[k]) for k in variables)


rest = {x: 0, th: 0, xd: 0, thd: 0}
lin = {xdd: linear(gou[xdd], rest, [u]), thdd: linear(gou[thdd], rest, [u])}
hold(4, ((M + m) * xdd + m * l * thdd + d * xd - u).subs(lin), (xdd + l * thdd + g * th).subs(lin))
slip(2, 4, ((M + m) * xdd + m * l * thdd + d * xd - u).subs(lin), (xdd + l * thdd - g * th).subs(lin))
row3 = m * g / M * th - d / M * xd + u / M
row4 = -(M + m) * g / (M * l) * th + d / (M * l) * xd - u / (M * l)
hold(5, row3 - lin[xdd], row4 - lin[thdd])
slip(3, 5, row3 - lin[xdd], -m * g / (M * l) * th + d / (M * l) * xd - u / (M * l) - lin[thdd])

# ---------------------------------------------------------------- hoist

r, rd, rdd = coordinate("l_rope")
load = Matrix([x + r * s, -r * c])
hoist = Model([x, th, r], kinetic(M, [x]) + kinetic(m, load), m * g * load[1])
Fx, Fl = sp.symbols("F_x F_l")
go = hoist.accelerations([Fx, 0, Fl])

page("Overhead crane with hoisting (hoist)")
hold(1, Matrix([xd + rd * s + r * thd * c, -rd * c + r * thd * s]) - rate(load))
slip(1, 1, Matrix([xd + rd * s + r * thd * c, -rd * c - r * thd * s]) - rate(load))
L = half * (M + m) * xd**2 + half * m * (rd**2 + r**2 * thd**2) + m * xd * (rd * s + r * thd * c) + m * g * r * c
hold(2, L - hoist.T + hoist.V)
hold(3, ((M + m) * xdd + m * r * thdd * c + m * rdd * s + 2 * m * rd * thd * c - m * r * thd**2 * s - Fx).subs(go))
slip(2, 3, ((M + m) * xdd + m * r * thdd * c + m * rdd * s + m * rd * thd * c - m * r * thd**2 * s - Fx).subs(go))
hold(4, (r * thdd + xdd * c + 2 * rd * thd + g * s).subs(go))
hold(5, (m * rdd + m * xdd * s - m * r * thd**2 - m * g * c - Fl).subs(go))
slip(3, 5, (m * rdd + m * xdd * s - m * thd**2 - m * g * c - Fl).subs(go))

page("Crane with variable rope length in matrix form (hoist)")
Mh = Matrix([[M + m, m * r * c, m * s], [m * r * c, m * r**2, 0], [m * s, 0, m]])
hold(1, Mh - hoist.M)
Ch = Matrix([[0, m * c * rd - m * r * s * thd, m * c * thd], [0, m * r * rd, m * r * thd], [0, -m * r * thd, 0]])
hold(2, Ch * hoist.v - hoist.c, Ch - hoist.coriolis())
bad = Matrix([[0, m * c * rd - m * r * s * thd, m * c * thd], [0, m * r * rd, m * r * thd], [0, m * r * thd, 0]])
slip(1, 2, bad * hoist.v - hoist.c)
hold(3, Matrix([0, m * g * r * s, -m * g * c]) - hoist.G)
slip(2, 3, Matrix([0, m * g * s, -m * g * c]) - hoist.G)
N = rate(hoist.M) - 2 * Ch
hold(4, N + N.T)
hold(5, m * (g * c + r * thd**2 - rdd - xdd * s) + hoist.Q[2])

# ---------------------------------------------------------------- cart and pole

b, Ic = sp.symbols("b I")
ph, phd, phdd = coordinate("phi")
s, c = sin(ph), cos(ph)
com = Matrix([x + l * s, l * c])
pole = Model([x, ph], kinetic(M, [x]) + kinetic(m, com) + half * Ic * phd**2, m * g * com[1], [b * xd, 0])
go = pole.accelerations([F, 0])

page("Inverses Pendel auf einem Wagen (cartpole)")
hold(1, Matrix([x + l * s, l * c]) - com, Matrix([xd + l * phd * c, -l * phd * s]) - rate(com))
hold(2, half * M * xd**2 + half * m * (xd**2 + 2 * l * xd * phd * c + l**2 * phd**2) + half * Ic * phd**2 - pole.T)
slip(1, 2, half * M * xd**2 + half * m * (xd**2 + 2 * l * xd * phd * c + l**2 * phd**2) + half * Ic * phd - pole.T)
hold(3, m * g * l * c - pole.V)
slip(2, 3, -m * g * l * c - pole.V)
one = (M + m) * xdd + m * l * c * phdd - m * l * phd**2 * s + b * xd - F
two = m * l * c * xdd + (Ic + m * l**2) * phdd - m * g * l * s
hold(4, one.subs(go), two.subs(go))
slip(3, 4, one.subs(go), (m * l * c * xdd + (Ic + m * l**2) * phdd + m * g * l * s).subs(go))

page("README: cart-pole simulator (cartpole)")
J = Ic + m * l**2
A = Matrix([[M + m, m * l * c], [m * l * c, J]])
right = Matrix([F - b * xd + m * l * phd**2 * s, m * g * l * s])
hold(1, (A * pole.a - right).subs(go))
slip(1, 1, (A * pole.a - Matrix([F - b * xd - m * l * phd**2 * s, m * g * l * s])).subs(go))
Delta = (M + m) * J - m**2 * l**2 * c**2
hold(2, Delta - pole.M.det())
slip(2, 2, (M + m) * J - m**2 * l**2 * c - pole.M.det())
hold(3, (J * (F - b * xd + m * l * phd**2 * s) - m**2 * l**2 * g * s * c) / Delta - go[xdd])
slip(3, 3, (J * (F - b * xd + m * l * phd**2 * s) - m * l**2 * g * s * c) / Delta - go[xdd])
hold(4, ((M + m) * m * g * l * s - m * l * c * (F - b * xd + m * l * phd**2 * s)) / Delta - go[phdd])
lin = linear(go[phdd], {x: 0, ph: 0, xd: 0, phd: 0}, [F])
hold(5, ((M + m) * m * g * l * ph - m * l * (F - b * xd)) / ((M + m) * J - m**2 * l**2) - lin)

page("Inverted pendulum by Newton's laws (cartpole)")
force = m * rate(rate(com)) + Matrix([0, m * g])      # cart on pendulum
Nx, Pz = force
hold(1, (M * xdd + b * xd + Nx - F).subs(go))
slip(1, 1, (M * xdd + b * xd - Nx - F).subs(go))
hold(2, m * xdd + m * l * phdd * c - m * l * phd**2 * s - Nx)
slip(2, 2, m * xdd + m * l * phdd * c - m * l * phd * s - Nx)
hold(3, m * g - m * l * phdd * s - m * l * phd**2 * c - Pz)
slip(3, 3, m * g - m * l * phdd * c - m * l * phd**2 * c - Pz)
hold(4, (Pz * l * s - Nx * l * c - Ic * phdd).subs(go))
hold(5, ((Ic + m * l**2) * phdd - m * g * l * s + m * l * xdd * c).subs(go))

# ---------------------------------------------------------------- Furuta

J1, J2, m0, m1, m2, m3, m4, L1, l1, l2, b1, b2 = sp.symbols("J1 J2 m0 m1 m2 m3 m4 L1 l1 l2 b1 b2")
al, ald, aldd = coordinate("alpha")
s, c = sin(al), cos(al)
R1 = rot("z", th)
R2 = R1 * rot("x", -al)
p2 = R1 * Matrix([L1, 0, 0]) + R2 * Matrix([0, 0, l2])
T = half * J1 * thd**2 + kinetic(m2, p2) + turning(R2, [J2, J2, 0])
furuta = Model([th, al], T, m2 * g * p2[2], [b1 * thd, b2 * ald])
go = furuta.accelerations([tau, 0])
h0, h2 = J1 + m2 * L1**2, J2 + m2 * l2**2
K = m2 * L1 * l2

page("Furuta pendulum: Lagrangian model (furuta)")
hold(1, Matrix([L1 * cos(th) - l2 * s * sin(th), L1 * sin(th) + l2 * s * cos(th), l2 * c]) - p2)
slip(1, 1, Matrix([L1 * cos(th) - l2 * s * cos(th), L1 * sin(th) + l2 * s * cos(th), l2 * c]) - p2)
hold(2, (L1**2 + l2**2 * s**2) * thd**2 + 2 * L1 * l2 * c * thd * ald + l2**2 * ald**2 - rate(p2).dot(rate(p2)))
slip(2, 2, (L1**2 + l2**2 * s) * thd**2 + 2 * L1 * l2 * c * thd * ald + l2**2 * ald**2 - rate(p2).dot(rate(p2)))
hold(3, half * (h0 + h2 * s**2) * thd**2 + half * h2 * ald**2 + K * c * thd * ald - furuta.T, m2 * g * l2 * c - furuta.V)
hold(4, ((h0 + h2 * s**2) * thdd + K * c * aldd - K * s * ald**2 + h2 * sin(2 * al) * thd * ald + b1 * thd - tau).subs(go))
slip(3, 4, ((h0 + h2 * s**2) * thdd + K * c * aldd - K * s * ald**2 + h2 * s * thd * ald + b1 * thd - tau).subs(go))
hold(5, (K * c * thdd + h2 * aldd - half * h2 * sin(2 * al) * thd**2 + b2 * ald - m2 * g * l2 * s).subs(go))

page("Rotary inverted pendulum: matrices and linear model (furuta)")
B1, B2, B3, B4 = h0, h2, K, m2 * g * l2
D = Matrix([[B1 + B2 * s**2, B3 * c], [B3 * c, B2]])
hold(1, D - furuta.M)
slip(1, 1, Matrix([[B1 + B2 * s**2, B3 * c], [B3 * c, B1]]) - furuta.M)
C = Matrix([[half * B2 * sin(2 * al) * ald, half * B2 * sin(2 * al) * thd - B3 * s * ald],
            [-half * B2 * sin(2 * al) * thd, 0]])
hold(2, C * furuta.v - furuta.c, C - furuta.coriolis())
bad = Matrix([[half * B2 * sin(2 * al) * ald, half * B2 * sin(2 * al) * thd - B3 * s * ald],
              [-B2 * sin(2 * al) * thd, 0]])
slip(2, 2, bad * furuta.v - furuta.c)
hold(3, Matrix([0, -B4 * s]) - furuta.G)
n12 = B3 * s * ald - B2 * sin(2 * al) * thd
hold(4, Matrix([[0, n12], [-n12, 0]]) - rate(D) + 2 * C)
rest = {th: 0, al: 0, thd: 0, ald: 0}
Dl = B1 * B2 - B3**2
hold(5, (-B3 * B4 * al - B2 * b1 * thd + B3 * b2 * ald + B2 * tau) / Dl - linear(go[thdd], rest, [tau]))
hold(6, (B1 * B4 * al + B3 * b1 * thd - B1 * b2 * ald - B3 * tau) / Dl - linear(go[aldd], rest, [tau]))
slip(3, 6, (B1 * B4 * al + B3 * b1 * thd - B2 * b2 * ald - B3 * tau) / Dl - linear(go[aldd], rest, [tau]))

# ---------------------------------------------------------------- double pendulum on a cart

a1, a2, a3, a4 = sp.symbols("a1 a2 a3 a4")
f1, f1d, f1dd = coordinate("phi1")
f2, f2d, f2dd = coordinate("phi2")
com1 = Matrix([x + a1 * sin(f1), a1 * cos(f1)])
com2 = Matrix([x + l1 * sin(f1) + a2 * sin(f2), l1 * cos(f1) + a2 * cos(f2)])
T = kinetic(m0, [x]) + kinetic(m1, com1) + kinetic(m2, com2) + half * J1 * f1d**2 + half * J2 * f2d**2
dpend = Model([x, f1, f2], T, g * (m1 * com1[1] + m2 * com2[1]))
go = dpend.accelerations([u, 0, 0])
sd, cd = sin(f1 - f2), cos(f1 - f2)
k1 = m1 * a1 + m2 * l1

page("Doppelpendel auf dem Wagen (dpend)")
hold(1, Matrix([x + a1 * sin(f1), a1 * cos(f1)]) - com1, Matrix([x + l1 * sin(f1) + a2 * sin(f2), l1 * cos(f1) + a2 * cos(f2)]) - com2)
slip(1, 1, Matrix([x + l1 * sin(f1) + a2 * sin(f2), a1 * cos(f1) + a2 * cos(f2)]) - com2)
T0 = half * (m0 + m1 + m2) * xd**2 + half * (J1 + m1 * a1**2 + m2 * l1**2) * f1d**2 + half * (J2 + m2 * a2**2) * f2d**2
T1 = k1 * cos(f1) * xd * f1d + m2 * a2 * cos(f2) * xd * f2d
hold(2, T0 + T1 + m2 * l1 * a2 * cd * f1d * f2d - dpend.T)
slip(2, 2, T0 + T1 + m2 * l1 * a2 * cos(f1 + f2) * f1d * f2d - dpend.T)
hold(3, k1 * g * cos(f1) + m2 * g * a2 * cos(f2) - dpend.V)
hold(4, ((m0 + m1 + m2) * xdd + k1 * (f1dd * cos(f1) - f1d**2 * sin(f1)) + m2 * a2 * (f2dd * cos(f2) - f2d**2 * sin(f2)) - u).subs(go))
hold(5, (k1 * xdd * cos(f1) + (J1 + m1 * a1**2 + m2 * l1**2) * f1dd + m2 * l1 * a2 * (f2dd * cd + f2d**2 * sd) - k1 * g * sin(f1)).subs(go))
slip(3, 5, (k1 * xdd * cos(f1) + (J1 + m1 * a1**2 + m2 * l1**2) * f1dd + m2 * l1 * a2 * (f2dd * cd + f1d**2 * sd) - k1 * g * sin(f1)).subs(go))
hold(6, (m2 * a2 * xdd * cos(f2) + (J2 + m2 * a2**2) * f2dd + m2 * l1 * a2 * (f1dd * cd - f1d**2 * sd) - m2 * a2 * g * sin(f2)).subs(go))

page("Optimal control of a double inverted pendulum on a cart (dpend)")
d1, d2, d3 = m0 + m1 + m2, m1 * a1 + m2 * l1, m2 * a2
d4, d5, d6 = m1 * a1**2 + m2 * l1**2 + J1, m2 * a2 * l1, m2 * a2**2 + J2
w1, w2 = (m1 * a1 + m2 * l1) * g, m2 * a2 * g


def bogdanov(d4, w1):
    D = Matrix([[d1, d2 * cos(f1), d3 * cos(f2)], [d2 * cos(f1), d4, d5 * cd], [d3 * cos(f2), d5 * cd, d6]])
    return D, Matrix([0, -w1 * sin(f1), -w2 * sin(f2)])


D, G = bogdanov(d4, w1)
hold(1, D - dpend.M)
C = Matrix([[0, -d2 * sin(f1) * f1d, -d3 * sin(f2) * f2d], [0, 0, d5 * sd * f2d], [0, -d5 * sd * f1d, 0]])
hold(2, C * dpend.v - dpend.c)
bad = Matrix([[0, -d2 * sin(f1) * f1d, -d3 * sin(f2) * f2d], [0, 0, d5 * sd * f1d], [0, -d5 * sd * f2d, 0]])
slip(1, 2, bad * dpend.v - dpend.c)
hold(3, G - dpend.G, (D * dpend.a + C * dpend.v + G - Matrix([1, 0, 0]) * u).subs(go))
slip(2, 3, Matrix([0, -w1 * sin(f1), w2 * sin(f2)]) - dpend.G)
hold(4, D - dpend.M, G - dpend.G)
D, G = bogdanov(m1 * a1**2 + m2 * l1 + J1, w1)
slip(3, 4, D - dpend.M)

# ---------------------------------------------------------------- reaction wheel pendulum

lc1, lc2, I1, I2, I4 = sp.symbols("lc1 lc2 I1 I2 I4")
q1, q1d, q1dd = coordinate("q1")
q2, q2d, q2dd = coordinate("q2")
q3, q3d, q3dd = coordinate("q3")
q4, q4d, q4dd = coordinate("q4")
up = Matrix([sin(q1), cos(q1)])
T = kinetic(m1, lc1 * up) + kinetic(m2, l1 * up) + half * I1 * q1d**2 + half * I2 * (q1d + q2d)**2
wheel = Model([q1, q2], T, g * (m1 * lc1 + m2 * l1) * cos(q1))
go = wheel.accelerations([0, tau])
mbar = m1 * lc1 + m2 * l1
J = m1 * lc1**2 + m2 * l1**2 + I1

page("Reaction wheel pendulum (rwp)")
hold(1, half * J * q1d**2 + half * I2 * (q1d + q2d)**2 - wheel.T)
slip(1, 1, half * J * q1d**2 + half * I2 * q2d**2 - wheel.T)
hold(2, mbar * g * cos(q1) - wheel.V)
slip(2, 2, (m1 * lc1 + m2 * lc1) * g * cos(q1) - wheel.V)
hold(3, Matrix([[J + I2, I2], [I2, I2]]) - wheel.M)
slip(3, 3, Matrix([[J, I2], [I2, I2]]) - wheel.M)
hold(4, ((J + I2) * q1dd + I2 * q2dd - mbar * g * sin(q1)).subs(go))
hold(5, (I2 * q1dd + I2 * q2dd - tau).subs(go))

page("Swing-up of the inertia wheel pendulum (rwp)")
hold(1, (mbar * g * sin(q1) - tau) / J - go[q1dd])
slip(1, 1, (mbar * g * sin(q1) + tau) / J - go[q1dd])
hold(2, (J + I2) / (J * I2) * tau - mbar * g / J * sin(q1) - go[q2dd])
slip(2, 2, (J + I2) / J * tau - mbar * g / J * sin(q1) - go[q2dd])
hold(3, half * J * q1d**2 + half * I2 * (q1d + q2d)**2 + mbar * g * (cos(q1) - 1) - wheel.T - wheel.V + mbar * g)
hold(4, rate(wheel.T + wheel.V).subs(go) - tau * q2d)
slip(3, 4, rate(wheel.T + wheel.V).subs(go) - tau * q1d)
hold(5, rate(I2 * (q1d + q2d)).subs(go) - tau, wheel.p[1] - I2 * (q1d + q2d))

# ---------------------------------------------------------------- flexible joint

Jm, k = sp.symbols("Jm k")
q, qd, qdd = coordinate("q")
mo, mod_, modd = coordinate("motor")
com = Matrix([l * sin(q), -l * cos(q)])
flex = Model([q, mo], kinetic(m, com) + half * Ic * qd**2 + half * Jm * mod_**2, m * g * com[1] + half * k * (q - mo)**2)
go = flex.accelerations([0, u])
I0 = Ic + m * l**2

page("Single link with flexible joint (flexjoint)")
hold(1, half * I0 * qd**2 + half * Jm * mod_**2 - flex.T)
slip(1, 1, half * Ic * qd**2 + half * Jm * mod_**2 - flex.T)
hold(2, -m * g * l * cos(q) + half * k * (q - mo)**2 - flex.V)
slip(2, 2, -m * g * l * cos(q) + k * (q - mo)**2 - flex.V)
hold(3, (I0 * qdd + m * g * l * sin(q) + k * (q - mo)).subs(go))
hold(4, (Jm * modd - k * (q - mo) - u).subs(go))
slip(3, 4, (Jm * modd + k * (q - mo) - u).subs(go))

page("Feedback linearisation of an elastic joint robot (flexjoint)")
hold(1, -m * g * l / I0 * sin(q) - k / I0 * (q - mo) - go[qdd], k / Jm * (q - mo) + u / Jm - go[modd])
slip(1, 1, -m * g * l / I0 * sin(q) - k / Jm * (q - mo) - go[qdd])
inverse = q + (I0 * qdd + m * g * l * sin(q)) / k
hold(2, (inverse - mo).subs(go))
hold(3, rate(inverse) - (qd + (I0 * CLOCK[qdd] + m * g * l * qd * cos(q)) / k))
slip(2, 3, rate(inverse) - (qd + (I0 * CLOCK[qdd] + m * g * l * qd * sin(q)) / k))
still = {mo: q + m * g * l / k * sin(q), u: m * g * l * sin(q)}
hold(4, go[qdd].subs(still), go[modd].subs(still))
still = {mo: q - m * g * l / k * sin(q), u: m * g * l * sin(q)}
slip(3, 4, go[qdd].subs(still), go[modd].subs(still))

# ---------------------------------------------------------------- two-mass drive

JM, JL, cs, ds, bL, MM = sp.symbols("JM JL c d_shaft bL MM")
fL, fLd, fLdd = coordinate("phiL")
fM, fMd, fMdd = coordinate("phiM")
loss = [bL * fLd + ds * (fLd - fMd), ds * (fMd - fLd)]
drive = Model([fL, fM], half * JL * fLd**2 + half * JM * fMd**2, half * cs * (fM - fL)**2, loss)
go = drive.accelerations([0, MM])
shaft = cs * (fM - fL) + ds * (fMd - fLd)

page("Zweimassenschwinger als Antriebsmodell (twomass)")
hold(1, (shaft - MM + JM * fMdd).subs(go))
slip(1, 1, (cs * (fM - fL) + ds * (fMd + fLd) - MM + JM * fMdd).subs(go))
hold(2, (JM * fMdd - MM + shaft).subs(go))
hold(3, (JL * fLdd - shaft + bL * fLd).subs(go))
slip(2, 3, (JL * fLdd - shaft - bL * fLd).subs(go))
Md, Dd, Kd = diag(JL, JM), Matrix([[ds + bL, -ds], [-ds, ds]]), Matrix([[cs, -cs], [-cs, cs]])
hold(4, (Md * drive.a + Dd * drive.v + Kd * drive.q - Matrix([0, MM])).subs(go))
bad = Matrix([[ds, -ds], [-ds, ds + bL]])
slip(3, 4, (Md * drive.a + bad * drive.v + Kd * drive.q - Matrix([0, MM])).subs(go))

page("Two-mass drive: energy and state space (twomass)")
hold(1, half * JM * fMd**2 + half * JL * fLd**2 + half * cs * (fM - fL)**2 - drive.T - drive.V)
hold(2, rate(drive.T + drive.V).subs(go) - (MM * fMd - ds * (fMd - fLd)**2 - bL * fLd**2))
slip(1, 2, rate(drive.T + drive.V).subs(go) - (MM * fMd - ds * (fMd - fLd)**2 - bL * fLd))
rows = [-ds / JM * fMd - cs / JM * (fM - fL) + ds / JM * fLd + MM / JM,
        ds / JL * fMd + cs / JL * (fM - fL) - (ds + bL) / JL * fLd]
hold(3, rows[0] - go[fMdd], rows[1] - go[fLdd], rate(fM - fL) - (fMd - fLd))
slip(2, 3, rows[0] - go[fMdd], ds / JL * fMd - cs / JL * (fM - fL) - (ds + bL) / JL * fLd - go[fLdd])

# ---------------------------------------------------------------- gantry

mx, my, mz, dx, dy, dz, Fc, Jr, ratio, h = sp.symbols("mx my mz dx dy dz Fc Jr i h")
y, yd, ydd = coordinate("y")
z, zd, zdd = coordinate("z")
T = kinetic(mx, [x]) + kinetic(my, [x, y]) + kinetic(mz, [x, y, z]) + half * Jr * (ratio * zd)**2
gantry = Model([x, y, z], T, mz * g * z, [dx * xd + Fc * sp.sign(xd), dy * yd, dz * zd])

page("Three-axis gantry (gantry)")
hold(1, (mx + my + mz) / 2 * xd**2 + (my + mz) / 2 * yd**2 + (mz + ratio**2 * Jr) / 2 * zd**2 - gantry.T)
slip(1, 1, (mx + my + mz) / 2 * xd**2 + (my + mz) / 2 * yd**2 + (mz + ratio * Jr) / 2 * zd**2 - gantry.T)
hold(2, mz * g * z - gantry.V)
hold(3, (mx + my + mz) * xdd + dx * xd + Fc * sp.sign(xd) - gantry.Q[0])
slip(2, 3, (mx + my) * xdd + dx * xd + Fc * sp.sign(xd) - gantry.Q[0])
hold(4, (my + mz) * ydd + dy * yd - gantry.Q[1])
F3 = (mz + ratio**2 * Jr) * zdd + dz * zd + mz * g
hold(5, F3 - gantry.Q[2])
slip(3, 5, (mz + ratio**2 * Jr) * (zdd + g) + dz * zd - gantry.Q[2])

page("Cartesian pick-and-place unit: notes (gantry)")
tool = (move(x=x) * move(y=y) * move(z=z) * move(z=-h))[:3, 3]
hold(1, Matrix([x, y, z - h]) - tool)
slip(1, 1, Matrix([x, y, z + h]) - tool)
hold(2, diag(mx + my + mz, my + mz, mz + ratio**2 * Jr) - gantry.M)
slip(2, 2, diag(my + mz, mx + my + mz, mz + ratio**2 * Jr) - gantry.M)
hold(3, Matrix([0, 0, mz * g]) - gantry.G)
hold(4, eye(3) - tool.jacobian(gantry.q))
F1, F2 = (mx + my + mz) * xdd + dx * xd + Fc * sp.sign(xd), (my + mz) * ydd + dy * yd
hold(5, F1 * xd + F2 * yd + F3 * zd - gantry.Q.dot(gantry.v))

# ---------------------------------------------------------------- SCARA

r1, r2, dd1 = sp.symbols("r1 r2 d1")
q12, w12 = q1 + q2, q1d + q2d
T4 = move(z=dd1) * turn("z", q1) * move(x=l1) * turn("z", q2) * move(x=l2) * move(z=-q3) * turn("z", q4)
p4 = T4[:3, 3]
com1 = Matrix([r1 * cos(q1), r1 * sin(q1)])
com2 = Matrix([l1 * cos(q1) + r2 * cos(q12), l1 * sin(q1) + r2 * sin(q12)])
T34 = kinetic(m3 + m4, p4) + half * I4 * (w12 + q4d)**2
T = kinetic(m1, com1) + half * I1 * q1d**2 + kinetic(m2, com2) + half * I2 * w12**2 + T34
scara = Model([q1, q2, q3, q4], T, (m3 + m4) * g * p4[2])
c1, s1, c2, s2, c12, s12 = cos(q1), sin(q1), cos(q2), sin(q2), cos(q12), sin(q12)

page("SCARA robot: kinematics (scara)")
c124, s124 = cos(q12 + q4), sin(q12 + q4)
hold(1, Matrix([[c124, -s124, 0, l1 * c1 + l2 * c12], [s124, c124, 0, l1 * s1 + l2 * s12], [0, 0, 1, dd1 - q3], [0, 0, 0, 1]]) - T4)
slip(1, 1, Matrix([[c124, -s124, 0, l1 * c1 + l2 * c1 * c2], [s124, c124, 0, l1 * s1 + l2 * s12], [0, 0, 1, dd1 - q3], [0, 0, 0, 1]]) - T4)
W = rate(T4[:3, :3]) * T4[:3, :3].T
angular = Matrix([W[2, 1], W[0, 2], W[1, 0]]).jacobian(scara.v)
geometric = p4.jacobian(scara.q).col_join(angular)
top = [[-l1 * s1 - l2 * s12, -l2 * s12, 0, 0], [l1 * c1 + l2 * c12, l2 * c12, 0, 0]]
hold(2, Matrix(top + [[0, 0, -1, 0], [0] * 4, [0] * 4, [1, 1, 0, 1]]) - geometric)
slip(2, 2, Matrix(top + [[0, 0, 1, 0], [0] * 4, [0] * 4, [1, 1, 0, 1]]) - geometric)
hold(3, Matrix([-l1 * s1 * q1d - l2 * s12 * w12, l1 * c1 * q1d + l2 * c12 * w12, -q3d]) - rate(p4))
e12 = q1dd + q2dd
ax = -l1 * s1 * q1dd - l2 * s12 * e12 - l1 * c1 * q1d**2 - l2 * c12 * w12**2
ay = l1 * c1 * q1dd + l2 * c12 * e12 - l1 * s1 * q1d**2 - l2 * s12 * w12**2
acc = rate(rate(p4))
hold(4, ax - acc[0], ay - acc[1])
slip(3, 4, -l1 * s1 * q1dd - l2 * s12 * e12 - l1 * c1 * q1d**2 - l2 * c12 * (q1d**2 + q2d**2) - acc[0], ay - acc[1])

page("Parameter identification of a SCARA (scara)")


def base_parameters(p2, p3):
    p1 = I1 + m1 * r1**2 + (m2 + m3 + m4) * l1**2
    return Matrix([[p1 + p2 + 2 * p3 * c2, p2 + p3 * c2, 0, I4], [p2 + p3 * c2, p2, 0, I4],
                   [0, 0, m3 + m4, 0], [I4, I4, 0, I4]])


p2 = I2 + I4 + m2 * r2**2 + (m3 + m4) * l2**2
p3 = l1 * (m2 * r2 + (m3 + m4) * l2)
p1, p4s, p5 = I1 + m1 * r1**2 + (m2 + m3 + m4) * l1**2, m3 + m4, I4
hold(1, base_parameters(p2, p3) - scara.M)
slip(1, 1, base_parameters(p2, l1 * (m2 * r2 + (m3 + m4) * l1)) - scara.M)
hold(2, base_parameters(p2, p3) - scara.M)
slip(2, 2, Matrix([[p1 + p2 + p3 * c2, p2 + p3 * c2, 0, p5], [p2 + p3 * c2, p2, 0, p5], [0, 0, p4s, 0], [p5, p5, 0, p5]]) - scara.M)
C = zeros(4, 4)
C[0, 0], C[0, 1], C[1, 0] = -p3 * s2 * q2d, -p3 * s2 * w12, p3 * s2 * q1d
hold(3, C * scara.v - scara.c, C - scara.coriolis())
hold(4, Matrix([0, 0, -p4s * g, 0]) - scara.G)
hold(5, p2 * e12 + p3 * (q1dd * c2 + q1d**2 * s2) + p5 * q4dd - scara.Q[1])
slip(3, 5, p2 * e12 + p3 * (q1dd * c2 + q1d * s2) + p5 * q4dd - scara.Q[1])

page("SCARA: equations of motion one by one (scara)")
beta = l1 * (m2 * r2 + m3 * l2 + m4 * l2)
ch = scara.christoffel
hold(1, ch(2, 1, 1) + beta * s2, ch(1, 2, 1) + beta * s2, ch(2, 2, 1) + beta * s2, ch(1, 1, 2) - beta * s2)
hold(2, I4 * (e12 + q4dd) - scara.Q[3])
hold(3, (m3 + m4) * (q3dd - g) - scara.Q[2])
slip(1, 3, (m3 + m4) * (q3dd + g) - scara.Q[2])
hold(4, -beta * (2 * q1d * q2d + q2d**2) * s2 - scara.c[0])
slip(2, 4, -beta * (q1d * q2d + q2d**2) * s2 - scara.c[0])
inner = l1**2 * q1d**2 + l2**2 * w12**2 + 2 * l1 * l2 * c2 * q1d * w12 + q3d**2
hold(5, half * (m3 + m4) * inner + half * I4 * (w12 + q4d)**2 - T34)

# ---------------------------------------------------------------- palletiser

ddd4 = sp.Symbol("d4")
base = turn("z", q1) * move(x=a1, z=dd1) * turn("y", q2)
elbow = base * move(z=a2) * turn("y", -q2) * turn("y", -q3)
wrist = elbow * move(x=a3) * turn("y", q3) * move(x=a4) * turn("z", q4)
tip = wrist * move(z=-ddd4)
mid2 = (base * move(z=a2 / 2))[:3, 3]
mid3 = (elbow * move(x=a3 / 2))[:3, 3]
T = half * J1 * q1d**2 + kinetic(m2, mid2) + kinetic(m3, mid3) + kinetic(m4, wrist[:3, 3])
pal = Model([q1, q2, q3, q4], T, g * (m2 * mid2[2] + m3 * mid3[2] + m4 * wrist[2, 3]))
c3, s3 = cos(q3), sin(q3)
rho = a1 + a2 * s2 + a3 * c3 + a4

page("Palletising robot with parallelogram: geometry (palletizer)")
hold(1, rho * c1 - tip[0, 3])
hold(2, Matrix([rho * c1, rho * s1, dd1 + a2 * c2 + a3 * s3 - ddd4]) - tip[:3, 3])
slip(1, 2, Matrix([rho * c1, rho * s1, dd1 + a2 * c2 + a3 * sin(q2 + q3) - ddd4]) - tip[:3, 3])
hold(3, rot("z", q1 + q4) - tip[:3, :3])
slip(2, 3, rot("z", q1 - q4) - tip[:3, :3])
hold(4, Matrix([[-rho * s1, a2 * c1 * c2, -a3 * c1 * s3, 0], [rho * c1, a2 * s1 * c2, -a3 * s1 * s3, 0], [0, -a2 * s2, a3 * c3, 0]]) - tip[:3, 3].jacobian(pal.q))
slip(3, 4, Matrix([[-rho * s1, a2 * c1 * c2, -a3 * c1 * s3, 0], [rho * c1, a2 * s1 * c2, a3 * s1 * s3, 0], [0, -a2 * s2, a3 * c3, 0]]) - tip[:3, 3].jacobian(pal.q))

page("Palletising robot with parallelogram: dynamics (palletizer)")
G2, G3 = -(m2 / 2 + m3 + m4) * g * a2 * s2, (m3 / 2 + m4) * g * a3 * c3
hold(1, pal.G[0], G2 - pal.G[1], G3 - pal.G[2])
slip(1, 1, -(m2 / 2 + m3 / 2 + m4) * g * a2 * s2 - pal.G[1])
hold(2, J1 + m2 * (a1 + a2 * s2 / 2)**2 + m3 * (a1 + a2 * s2 + a3 * c3 / 2)**2 + m4 * rho**2 - pal.M[0, 0])
slip(2, 2, J1 + m2 * (a1 + a2 * s2 / 2)**2 + m3 * (a1 + a2 * s2 + a3 * c3 / 2)**2 + m4 * (a1 + a2 * s2 + a3 * c3)**2 - pal.M[0, 0])
hold(3, (m2 / 4 + m3 + m4) * a2**2 - pal.M[1, 1], (m3 / 4 + m4) * a3**2 - pal.M[2, 2])
hold(4, -(m3 / 2 + m4) * a2 * a3 * sin(q2 + q3) - pal.M[1, 2])
slip(3, 4, -(m3 / 2 + m4) * a2 * a3 * sin(q2 - q3) - pal.M[1, 2])
hold(5, pal.M[0, 1], pal.M[0, 2])
torque = pal.M[1, 1] * q2dd + pal.M[1, 2] * q3dd - (m3 / 2 + m4) * a2 * a3 * cos(q2 + q3) * q3d**2 + G2
hold(6, torque - pal.Q[1].subs({q1d: 0, q1dd: 0}))

# ---------------------------------------------------------------- five-axis arm

d5, m5 = sp.symbols("d5 m5")
t = [coordinate(f"theta{i}") for i in range(1, 7)]
t1, t2, t3, t4, t5, t6 = [row[0] for row in t]
A1, A2, A3 = dh(t1, dd1, 0, pi / 2), dh(t2, 0, a2, 0), dh(t3, 0, a3, 0)
A4, A5 = dh(t4, 0, 0, pi / 2), dh(t5, d5, 0, 0)
up2, up3, up4 = A1 * A2, A1 * A2 * A3, A1 * A2 * A3 * A4
tip = up4 * A5
c1, s1, c2, s2 = cos(t1), sin(t1), cos(t2), sin(t2)
c4, s4, c5, s5 = cos(t4), sin(t4), cos(t5), sin(t5)
c23, s23, c234, s234 = cos(t2 + t3), sin(t2 + t3), cos(t2 + t3 + t4), sin(t2 + t3 + t4)
reach = a2 * c2 + a3 * c23 + d5 * s234

page("Kinematics of a five-axis educational arm (arm5)")
hold(1, Matrix([[c1, 0, s1, 0], [s1, 0, -c1, 0], [0, 1, 0, dd1], [0, 0, 0, 1]]) - A1)
slip(1, 1, Matrix([[c1, 0, s1, 0], [s1, 0, c1, 0], [0, 1, 0, dd1], [0, 0, 0, 1]]) - A1)
hold(2, Matrix([[c2, -s2, 0, a2 * c2], [s2, c2, 0, a2 * s2], [0, 0, 1, 0], [0, 0, 0, 1]]) - A2,
     Matrix([[c4, 0, s4, 0], [s4, 0, -c4, 0], [0, 1, 0, 0], [0, 0, 0, 1]]) - A4)
hold(3, Matrix([c1 * c234 * c5 + s1 * s5, s1 * c234 * c5 - c1 * s5, s234 * c5]) - tip[:3, 0])
slip(2, 3, Matrix([c1 * c234 * c5 - s1 * s5, s1 * c234 * c5 - c1 * s5, s234 * c5]) - tip[:3, 0])
hold(4, Matrix([c1 * s234, s1 * s234, -c234]) - tip[:3, 2])
hold(5, Matrix([c1 * reach, s1 * reach, dd1 + a2 * s2 + a3 * s23 - d5 * c234]) - tip[:3, 3])
slip(3, 5, Matrix([c1 * reach, s1 * reach, dd1 + a2 * s2 + a3 * s23 - d5 * c23]) - tip[:3, 3])

page("Five-axis arm: Jacobian and static loads (arm5)")
ts = Matrix([t1, t2, t3, t4, t5])
Jv = tip[:3, 3].jacobian(ts)
hold(1, Matrix([-reach * s1, reach * c1, 0]) - Jv[:, 0], Jv[:, 4])
height = a2 * s2 + a3 * s23 - d5 * c234
hold(2, Matrix([-c1 * height, -s1 * height, reach]) - Jv[:, 1], Matrix([d5 * c1 * c234, d5 * s1 * c234, d5 * s234]) - Jv[:, 3])
slip(1, 2, Matrix([-c1 * height, -s1 * height, reach]) - Jv[:, 1], Matrix([d5 * c1 * c234, d5 * s1 * c234, -d5 * s234]) - Jv[:, 3])
W = rate(tip[:3, :3]) * tip[:3, :3].T
Jw = Matrix([W[2, 1], W[0, 2], W[1, 0]]).jacobian(rate(ts))
hold(3, Matrix([[0, s1, s1, s1, c1 * s234], [0, -c1, -c1, -c1, s1 * s234], [1, 0, 0, 0, -c234]]) - Jw)
slip(2, 3, Matrix([[0, s1, s1, s1, c1 * s234], [0, -c1, -c1, -c1, s1 * s234], [1, 0, 0, 0, c234]]) - Jw)
mid2 = (up2 * move(x=-a2 / 2))[2, 3]
mid3 = (up3 * move(x=-a3 / 2))[2, 3]
V = g * (m1 * A1[2, 3] + m2 * mid2 + m3 * mid3 + m4 * up4[2, 3] + m5 * tip[2, 3])
tau4 = m5 * g * d5 * s234
tau3 = (m3 / 2 + m4 + m5) * g * a3 * c23 + m5 * g * d5 * s234
hold(4, tau4 - sp.diff(V, t4))
hold(5, tau3 - sp.diff(V, t3))
slip(3, 5, (m3 / 2 + m4) * g * a3 * c23 + m5 * g * d5 * s234 - sp.diff(V, t3))
hold(6, (m2 / 2 + m3 + m4 + m5) * g * a2 * c2 + tau3 - sp.diff(V, t2))

# ---------------------------------------------------------------- six-axis arm

d3, d4 = sp.symbols("d3 d4")
X01, X12 = craig(0, 0, 0, t1), craig(-pi / 2, 0, 0, t2)
X23, X34 = craig(0, a2, d3, t3), craig(-pi / 2, a3, d4, t4)
X45, X56 = craig(pi / 2, 0, 0, t5), craig(-pi / 2, 0, 0, t6)
c6, s6, c3, s3 = cos(t6), sin(t6), cos(t3), sin(t3)
last = [0, 0, 0, 1]

page("Wrist of a six-axis manipulator (arm6)")
hold(1, Matrix([[c4, -s4, 0, a3], [0, 0, 1, d4], [-s4, -c4, 0, 0], last]) - X34)
slip(1, 1, Matrix([[c4, -s4, 0, a3], [0, 0, 1, d4], [-c4, -s4, 0, 0], last]) - X34)
hold(2, Matrix([[c5, -s5, 0, 0], [0, 0, -1, 0], [s5, c5, 0, 0], last]) - X45,
     Matrix([[c6, -s6, 0, 0], [0, 0, 1, 0], [-s6, -c6, 0, 0], last]) - X56)
hold(3, Matrix([[c5 * c6, -c5 * s6, -s5, 0], [s6, c6, 0, 0], [s5 * c6, -s5 * s6, c5, 0], last]) - X45 * X56)
slip(2, 3, Matrix([[c5 * c6, -c5 * s6, s5, 0], [s6, c6, 0, 0], [s5 * c6, -s5 * s6, c5, 0], last]) - X45 * X56)
rows = [[c4 * c5 * c6 - s4 * s6, -c4 * c5 * s6 - s4 * c6, -c4 * s5, a3], [s5 * c6, -s5 * s6, c5, d4]]
hold(4, Matrix(rows + [[-s4 * c5 * c6 - c4 * s6, s4 * c5 * s6 - c4 * c6, s4 * s5, 0], last]) - X34 * X45 * X56)
slip(3, 4, Matrix(rows + [[-s4 * c5 * c6 - c4 * s6, s4 * c5 * s6 - c4 * s6, s4 * s5, 0], last]) - X34 * X45 * X56)

page("Position of the wrist centre (arm6)")
hold(1, Matrix([[c23, -s23, 0, a2 * c2], [0, 0, 1, d3], [-s23, -c23, 0, -a2 * s2], last]) - X12 * X23)
slip(1, 1, Matrix([[c23, -s23, 0, a2 * c2], [0, 0, 1, d3], [-s23, -c23, 0, a2 * s2], last]) - X12 * X23)
whole = X01 * X12 * X23 * X34 * X45 * X56
px, py, pz = whole[:3, 3]
inner = a2 * c2 + a3 * c23 - d4 * s23
hold(2, c1 * inner - d3 * s1 - px, s1 * inner + d3 * c1 - py, -a3 * s23 - a2 * s2 - d4 * c23 - pz)
slip(2, 2, c1 * inner - d3 * s1 - px, s1 * inner - d3 * c1 - py)
hold(3, c1 * (c23 * (c4 * c5 * c6 - s4 * s6) - s23 * s5 * c6) + s1 * (s4 * c5 * c6 + c4 * s6) - whole[0, 0])
hold(4, s23 * c4 * s5 - c23 * c5 - whole[2, 2])
slip(3, 4, s23 * c4 * s5 - s23 * c5 - whole[2, 2])
hold(5, px**2 + py**2 + pz**2 - (a2**2 + a3**2 + d3**2 + d4**2 + 2 * a2 * (a3 * c3 - d4 * s3)))

# ---------------------------------------------------------------- quadruped leg

l0 = sp.Symbol("l0")
hip = turn("x", q1) * move(y=l0) * turn("y", q2)
knee = hip * move(z=-l1) * turn("y", q3)
foot = (knee * move(z=-l2))[:3, 3]
mid2, mid3 = (hip * move(z=-l1 / 2))[:3, 3], (knee * move(z=-l2 / 2))[:3, 3]
leg = Model([q1, q2, q3], kinetic(m2, mid2) + kinetic(m3, mid3), g * (m2 * mid2[2] + m3 * mid3[2]))
c1, s1, c2, s2, c3, s3 = cos(q1), sin(q1), cos(q2), sin(q2), cos(q3), sin(q3)
c23, s23 = cos(q2 + q3), sin(q2 + q3)
Lc, Ls = l1 * c2 + l2 * c23, l1 * s2 + l2 * s23

page("Kinematics of a quadruped leg (leg)")
hold(1, Matrix([-Ls, l0 * c1 + Lc * s1, l0 * s1 - Lc * c1]) - foot)
slip(1, 1, Matrix([-Ls, l0 * c1 + Lc * s1, l0 * s1 - (l1 * c2 + l2 * cos(q3)) * c1]) - foot)
Jl = foot.jacobian(leg.q)
hold(2, Matrix([[0, -Lc, -l2 * c23], [-l0 * s1 + Lc * c1, -Ls * s1, -l2 * s23 * s1], [l0 * c1 + Lc * s1, Ls * c1, l2 * s23 * c1]]) - Jl)
slip(2, 2, Matrix([[0, -Lc, -l2 * c23], [-l0 * s1 + Lc * c1, -Ls * s1, -l2 * s23 * s1], [l0 * c1 + Lc * s1, Ls * c1, l2 * s23]]) - Jl)
hold(3, l1 * l2 * s3 * Lc - Jl.det())
slip(3, 3, l1 * l2 * c3 * Lc - Jl.det())
hold(4, l0**2 + l1**2 + l2**2 + 2 * l1 * l2 * c3 - foot.dot(foot))

page("Dynamics of the leg in the flight phase (leg)")
g1 = (m2 + m3) * g * l0 * c1 + ((m2 / 2 + m3) * l1 * c2 + m3 / 2 * l2 * c23) * g * s1
g2 = ((m2 / 2 + m3) * l1 * s2 + m3 / 2 * l2 * s23) * g * c1
g3 = m3 / 2 * g * l2 * s23 * c1
hold(1, Matrix([g1, g2, g3]) - leg.G)
slip(1, 1, Matrix([g1, g2, m3 * g * l2 * s23 * c1]) - leg.G)
hold(2, m2 * (l0**2 + l1**2 * c2**2 / 4) + m3 * (l0**2 + (l1 * c2 + l2 * c23 / 2)**2) - leg.M[0, 0])
slip(2, 2, m2 * (l0**2 + l1**2 * c2**2 / 4) + m3 * (l0 + (l1 * c2 + l2 * c23 / 2)**2) - leg.M[0, 0])
hold(3, m2 * l0 * l1 * s2 / 2 + m3 * l0 * (l1 * s2 + l2 * s23 / 2) - leg.M[0, 1], m3 * l0 * l2 * s23 / 2 - leg.M[0, 2])
hold(4, m2 * l1**2 / 4 + m3 * (l1**2 + l2**2 / 4 + l1 * l2 * c3) - leg.M[1, 1])
slip(3, 4, m2 * l1**2 / 4 + m3 * (l1**2 + l2**2 / 4 + l1 * l2 * c2) - leg.M[1, 1])
hold(5, m3 * (l2**2 / 4 + l1 * l2 * c3 / 2) - leg.M[1, 2], m3 * l2**2 / 4 - leg.M[2, 2])

page("Virtual model control of a leg (leg)")
lock = {q1: 0, q1d: 0, q1dd: 0}
w23, e23 = q2d + q3d, q2dd + q3dd
velocity, acc = rate(foot).subs(lock), rate(rate(foot)).subs(lock)
hold(1, -l1 * q2d * c2 - l2 * w23 * c23 - velocity[0], l1 * q2d * s2 + l2 * w23 * s23 - velocity[2])
slip(1, 1, -l1 * q2d * c2 - l2 * q3d * c23 - velocity[0])
hold(2, -l1 * (q2dd * c2 - q2d**2 * s2) - l2 * (e23 * c23 - w23**2 * s23) - acc[0])
slip(2, 2, -l1 * (q2dd * c2 - q2d**2 * s2) - l2 * (e23 * c23 + w23**2 * s23) - acc[0])
hold(3, m3 * (l2**2 / 4 + l1 * l2 / 2 * c3) * q2dd + m3 * l2**2 / 4 * q3dd + m3 * l1 * l2 / 2 * q2d**2 * s3 + m3 / 2 * g * l2 * s23 - leg.Q[2].subs(lock))
slip(3, 3, m3 * (l2**2 / 4 + l1 * l2 / 2 * c3) * q2dd + m3 * l2**2 / 4 * q3dd - m3 * l1 * l2 / 2 * q2d**2 * s3 + m3 / 2 * g * l2 * s23 - leg.Q[2].subs(lock))
hold(4, half * m3 * (l1**2 * q2d**2 + l2**2 / 4 * w23**2 + l1 * l2 * q2d * w23 * c3) - kinetic(m3, mid3).subs(lock))

# ---------------------------------------------------------------- gimbal

Jp, Ix, Iy, Iz, e = sp.symbols("Jp Ix Iy Iz e")
ps, psd, psdd = coordinate("psi")
R = rot("z", ps) * rot("y", th)
com = R * Matrix([e, 0, 0])
gimbal = Model([ps, th], half * Jp * psd**2 + kinetic(m, com) + turning(R, [Ix, Iy, Iz]), m * g * com[2])
s, c = sin(th), cos(th)
inertia = Jp + Ix * s**2 + (Iz + m * e**2) * c**2
dl = Ix - Iz - m * e**2

page("Pan-tilt camera gimbal (gimbal)")
hold(1, Matrix([-psd * s, thd, psd * c]) - spin(R))
slip(1, 1, Matrix([psd * s, thd, psd * c]) - spin(R))
hold(2, half * inertia * psd**2 + half * (Iy + m * e**2) * thd**2 - gimbal.T)
slip(2, 2, half * (Jp + Ix * c**2 + (Iz + m * e**2) * s**2) * psd**2 + half * (Iy + m * e**2) * thd**2 - gimbal.T)
hold(3, -m * g * e * s - gimbal.V)
hold(4, inertia * psdd + dl * sin(2 * th) * psd * thd - gimbal.Q[0])
hold(5, (Iy + m * e**2) * thdd - half * dl * sin(2 * th) * psd**2 - m * g * e * c - gimbal.Q[1])
slip(3, 5, (Iy + m * e**2) * thdd - dl * sin(2 * th) * psd**2 - m * g * e * c - gimbal.Q[1])

page("Line of sight of the gimbal (gimbal)")
hold(1, Matrix([[cos(ps) * c, -sin(ps), cos(ps) * s], [sin(ps) * c, cos(ps), sin(ps) * s], [-s, 0, c]]) - R)
slip(1, 1, Matrix([[cos(ps) * c, sin(ps) * c, -s], [-sin(ps), cos(ps), 0], [cos(ps) * s, sin(ps) * s, c]]) - R)
hold(2, Matrix([-thd * sin(ps), thd * cos(ps), psd]) - R * spin(R))
hold(3, Matrix([[Jp + Iz + m * e**2 + dl * s**2, 0], [0, Iy + m * e**2]]) - gimbal.M)
slip(2, 3, Matrix([[Jp + Iz + m * e**2 + dl * s**2, 0], [0, Iy]]) - gimbal.M)
hold(4, Matrix([2 * dl * s * c * psd * thd, -dl * s * c * psd**2]) - gimbal.c, Matrix([0, -m * g * e * c]) - gimbal.G)
slip(3, 4, Matrix([2 * dl * s * c * psd * thd, -dl * s * c * thd**2]) - gimbal.c)
hold(5, (Jp + Iz + m * e**2 + dl * s**2) * psd - gimbal.p[0])

# ---------------------------------------------------------------- telescopic arm

ray = Matrix([cos(q1), sin(q1)])
T = kinetic(m1, l1 * ray) + kinetic(m2, q2 * ray) + half * (I1 + I2) * q1d**2
tele = Model([q1, q2], T, g * (m1 * l1 + m2 * q2) * sin(q1))
J0 = I1 + I2 + m1 * l1**2
k0 = m1 * l1 + m2 * q2

page("Telescopic arm (tele)")
hold(1, half * (J0 + m2 * q2**2) * q1d**2 + half * m2 * q2d**2 - tele.T)
slip(1, 1, half * (J0 + m2 * q2) * q1d**2 + half * m2 * q2d**2 - tele.T)
hold(2, k0 * g * sin(q1) - tele.V)
hold(3, (J0 + m2 * q2**2) * q1dd + 2 * m2 * q2 * q1d * q2d + k0 * g * cos(q1) - tele.Q[0])
slip(2, 3, (J0 + m2 * q2**2) * q1dd + m2 * q2 * q1d * q2d + k0 * g * cos(q1) - tele.Q[0])
hold(4, m2 * q2dd - m2 * q2 * q1d**2 + m2 * g * sin(q1) - tele.Q[1])
slip(3, 4, m2 * q2dd - m2 * q2 * q1d**2 + m2 * g * cos(q1) - tele.Q[1])
hold(5, Matrix([[J0 + m2 * q2**2, 0], [0, m2]]) - tele.M,
     Matrix([2 * m2 * q2 * q1d * q2d + k0 * g * cos(q1), -m2 * q2 * q1d**2 + m2 * g * sin(q1)]) - tele.c - tele.G)

page("Lagrange step by step for the polar arm (tele)")
L = tele.T - tele.V
hold(1, (J0 + m2 * q2**2) * q1d - sp.diff(L, q1d), m2 * q2d - sp.diff(L, q2d))
hold(2, (J0 + m2 * q2**2) * q1dd + 2 * m2 * q2 * q2d * q1d - rate(sp.diff(L, q1d)))
slip(1, 2, (J0 + m2 * q2**2) * q1dd + 2 * m2 * q2d * q1d - rate(sp.diff(L, q1d)))
hold(3, -k0 * g * cos(q1) - sp.diff(L, q1), m2 * q2 * q1d**2 - m2 * g * sin(q1) - sp.diff(L, q2))
slip(2, 3, k0 * g * cos(q1) - sp.diff(L, q1), m2 * q2 * q1d**2 - m2 * g * sin(q1) - sp.diff(L, q2))
end = q2 * ray
hold(4, Matrix([q2 * cos(q1), q2 * sin(q1)]) - end)
JE = end.jacobian(tele.q)
hold(5, Matrix([[-q2 * sin(q1), cos(q1)], [q2 * cos(q1), sin(q1)]]) - JE, -q2 - JE.det())
slip(3, 5, Matrix([[-q2 * sin(q1), cos(q1)], [q2 * cos(q1), sin(q1)]]) - JE, q2 - JE.det())

# ---------------------------------------------------------------- RTT

J3, mp, a, bb, s0, k, be = sp.symbols("J3 mp a b s0 k beta")
grip = (turn("z", q1) * move(z=h) * move(z=q2) * move(x=q3))[:3, 3]
com3 = (turn("z", q1) * move(z=h) * move(z=q2) * move(x=q3) * move(x=-a))[:3, 3]
link1, link2 = half * J1 * q1d**2, half * J2 * q1d**2 + kinetic(m2, [0, 0, h + q2])
link3 = half * J3 * q1d**2 + kinetic(m3, com3)
rtt = Model([q1, q2, q3], link1 + link2 + link3 + kinetic(mp, grip), g * (m2 * (h + q2) + m3 * com3[2] + mp * grip[2]))
Ja = J1 + J2 + J3 + m3 * (q3 - a)**2 + mp * q3**2
ka = m3 * (q3 - a) + mp * q3

page("Manipulatorul RTT: modelul dinamic (rtt)")
hold(1, half * J1 * q1d**2 - link1, half * J2 * q1d**2 + half * m2 * q2d**2 - link2)
hold(2, half * J3 * q1d**2 + half * m3 * ((q3 - a)**2 * q1d**2 + q2d**2 + q3d**2) - link3)
slip(1, 2, half * J3 * q1d**2 + half * m3 * ((q3 + a)**2 * q1d**2 + q2d**2 + q3d**2) - link3)
hold(3, Ja * q1dd + 2 * ka * q1d * q3d - rtt.Q[0])
slip(2, 3, Ja * q1dd + 2 * ka * q1d * q2d - rtt.Q[0])
hold(4, (m2 + m3 + mp) * (q2dd + g) - rtt.Q[1])
slip(3, 4, (m2 + m3 + mp) * q2dd + g - rtt.Q[1])
hold(5, (m3 + mp) * q3dd - ka * q1d**2 - rtt.Q[2])

page("RTT manipulator: kinematics and joint loads (rtt)")
s1, c1 = sin(q1), cos(q1)
hold(1, Matrix([q3 * c1, q3 * s1, h + q2]) - grip, Matrix([q3d * c1 - q3 * q1d * s1, q3d * s1 + q3 * q1d * c1, q2d]) - rate(grip))
radial, across = q3dd - q3 * q1d**2, q3 * q1dd + 2 * q3d * q1d
hold(2, Matrix([radial * c1 - across * s1, radial * s1 + across * c1, q2dd]) - rate(rate(grip)))
bad = q3 * q1dd + q3d * q1d
slip(1, 2, Matrix([radial * c1 - bad * s1, radial * s1 + across * c1, q2dd]) - rate(rate(grip)))
total = m3 * rate(rate(com3)) + mp * rate(rate(grip)) + Matrix([0, 0, (m3 + mp) * g])
local = rot("z", q1).T * total
hold(3, ka * q1dd + 2 * (m3 + mp) * q3d * q1d - local[1])
slip(2, 3, ka * q1dd + 2 * m3 * q3d * q1d - local[1])
hold(4, (m3 + mp) * (q2dd + g) - local[2])
hold(5, diag(Ja, m2 + m3 + mp, m3 + mp) - rtt.M)
slip(3, 5, diag(J1 + J2 + J3 + m3 * (q3 - a)**2 + mp * q3**2, m1 + m2 + m3 + mp, m3 + mp) - rtt.M)

# ---------------------------------------------------------------- TRT

place = move(z=q1) * turn("z", q2)
com2, grip = (place * move(x=bb))[:3, 3], (place * move(x=q3))[:3, 3]
T = kinetic(m1, [q1]) + kinetic(m2, com2) + kinetic(m3, grip) + half * (J2 + J3) * q2d**2
trt = Model([q1, q2, q3], T, (m1 + m2 + m3) * g * q1 + half * k * (q3 - s0)**2, [0, be * q2d, 0])
Jt, mt = J2 + J3 + m2 * bb**2, m1 + m2 + m3

page("Manipulator TRT with elastic arm drive (trt)")
hold(1, half * mt * q1d**2 + half * (Jt + m3 * q3**2) * q2d**2 + half * m3 * q3d**2 - trt.T)
slip(1, 1, half * mt * q1d**2 + half * (J2 + J3 + m2 * bb + m3 * q3**2) * q2d**2 + half * m3 * q3d**2 - trt.T)
hold(2, mt * g * q1 + half * k * (q3 - s0)**2 - trt.V)
slip(2, 2, mt * g * q1 + half * k * (q3 + s0)**2 - trt.V)
hold(3, mt * (q1dd + g) - trt.Q[0])
hold(4, (Jt + m3 * q3**2) * q2dd + 2 * m3 * q3 * q2d * q3d + be * q2d - trt.Q[1])
hold(5, m3 * (q3dd - q3 * q2d**2) + k * (q3 - s0) - trt.Q[2])
slip(3, 5, m3 * (q3dd + q3 * q2d**2) + k * (q3 - s0) - trt.Q[2])

page("TRT manipulator: direct dynamics and power (trt)")
Q1, Q2, Q3 = sp.symbols("Q1 Q2 Q3")
go = trt.accelerations([Q1, Q2, Q3])
hold(1, Q1 / mt - g - go[q1dd])
hold(2, (Q2 - be * q2d - 2 * m3 * q3 * q2d * q3d) / (Jt + m3 * q3**2) - go[q2dd])
slip(1, 2, (Q2 + be * q2d - 2 * m3 * q3 * q2d * q3d) / (Jt + m3 * q3**2) - go[q2dd])
hold(3, q3 * q2d**2 + (Q3 - k * (q3 - s0)) / m3 - go[q3dd])
slip(2, 3, q3 * q2d**2 + Q3 - k * (q3 - s0) / m3 - go[q3dd])
hold(4, Q1 * q1d + Q2 * q2d + Q3 * q3d - rate(trt.T + trt.V).subs(go) - be * q2d**2)
own = rot("z", q2).T
hold(5, Matrix([q3d, q3 * q2d, q1d]) - own * rate(grip),
     Matrix([q3dd - q3 * q2d**2, q3 * q2dd + 2 * q2d * q3d, q1dd]) - own * rate(rate(grip)))
slip(3, 5, Matrix([q3d, q3 * q2d, q1d]) - own * rate(grip),
     Matrix([q3dd - q3 * q2d**2, q3 * q2dd + q2d * q3d, q1dd]) - own * rate(rate(grip)))

# ---------------------------------------------------------------- TTR

wrist = move(y=q1) * move(z=q2) * turn("x", q3)
com3 = (wrist * move(y=e))[:3, 3]
Jr3 = sp.Symbol("J")
T = kinetic(m1, [q1]) + kinetic(m2, [q1, q2]) + kinetic(m3, com3) + half * Jr3 * q3d**2
ttr = Model([q1, q2, q3], T, g * (m2 * q2 + m3 * com3[2]))
s3, c3 = sin(q3), cos(q3)

page("TTR manipulator with eccentric wrist (ttr)")
hold(1, q1 + e * c3 - com3[1], q2 + e * s3 - com3[2])
slip(1, 1, q1 + e * c3 - com3[1], q2 - e * s3 - com3[2])
D = Matrix([[m1 + m2 + m3, 0, -m3 * e * s3], [0, m2 + m3, m3 * e * c3], [-m3 * e * s3, m3 * e * c3, Jr3 + m3 * e**2]])
hold(2, D - ttr.M)
slip(2, 2, Matrix([[m1 + m2 + m3, 0, m3 * e * c3], [0, m2 + m3, -m3 * e * s3], [-m3 * e * s3, m3 * e * c3, Jr3 + m3 * e**2]]) - ttr.M)
hold(3, Matrix([-m3 * e * q3d**2 * c3, -m3 * e * q3d**2 * s3, 0]) - ttr.c, Matrix([0, (m2 + m3) * g, m3 * g * e * c3]) - ttr.G)
slip(3, 3, Matrix([-m3 * e * q3d**2 * c3, -m3 * e * q3d**2 * s3, 0]) - ttr.c, Matrix([0, m3 * g, m3 * g * e * c3]) - ttr.G)
hold(4, (Jr3 + m3 * e**2) * q3dd - m3 * e * q1dd * s3 + m3 * e * (q2dd + g) * c3 - ttr.Q[2])

page("Bearing loads of the TTR wrist (ttr)")
load = m3 * rate(rate(com3)) + Matrix([0, 0, m3 * g])
hold(1, m3 * (q1dd - e * q3dd * s3 - e * q3d**2 * c3) - load[1])
slip(1, 1, m3 * (q1dd - e * q3dd * s3 - e * q3d**2 * s3) - load[1])
hold(2, m3 * (q2dd + g + e * q3dd * c3 - e * q3d**2 * s3) - load[2])
slip(2, 2, m3 * (q2dd - g + e * q3dd * c3 - e * q3d**2 * s3) - load[2])
hold(3, (m1 + m2) * q1dd + load[1] - ttr.Q[0])
slip(3, 3, m1 * q1dd + load[1] - ttr.Q[0])
hold(4, m2 * (q2dd + g) + load[2] - ttr.Q[1])
tool = (wrist * move(y=l))[:3, 3]
hold(5, Matrix([[1, 0, -l * s3], [0, 1, l * c3]]) - tool[1:, 0].jacobian(ttr.q))

# ---------------------------------------------------------------- planar arm

first, second = turn("z", q1), turn("z", q1) * move(x=l1) * turn("z", q2)
com1, com2 = (first * move(x=lc1))[:3, 3], (second * move(x=lc2))[:3, 3]
T = kinetic(m1, com1) + kinetic(m2, com2) + half * I1 * q1d**2 + half * I2 * w12**2
arm = Model([q1, q2], T, g * (m1 * com1[1] + m2 * com2[1]))
c1, s1, c2, s2, c12, s12 = cos(q1), sin(q1), cos(q2), sin(q2), cos(q12), sin(q12)

page("Dynamics of a planar two-link arm, B(q) and n (planar)")
hold(1, I1 + m1 * lc1**2 + I2 + m2 * (l1**2 + lc2**2 + 2 * l1 * lc2 * c2) - arm.M[0, 0])
slip(1, 1, I1 + m1 * lc1**2 + I2 + m2 * (l1**2 + lc2**2) + 2 * l1 * lc2 * c2 - arm.M[0, 0])
hold(2, I2 + m2 * (lc2**2 + l1 * lc2 * c2) - arm.M[0, 1], I2 + m2 * lc2**2 - arm.M[1, 1])
hh = -m2 * l1 * lc2 * s2
C = Matrix([[hh * q2d, hh * w12], [-hh * q1d, 0]])
hold(3, C * arm.v - arm.c, C - arm.coriolis())
slip(2, 3, Matrix([[hh * q2d, hh * w12], [hh * q1d, 0]]) * arm.v - arm.c)
n12 = -2 * hh * q1d - hh * q2d
hold(4, Matrix([[0, n12], [-n12, 0]]) - rate(arm.M) + 2 * C)
g2 = m2 * g * lc2 * c12
hold(5, (m1 * lc1 + m2 * l1) * g * c1 + g2 - arm.G[0], g2 - arm.G[1])
slip(3, 5, (m1 * lc1 + m2 * lc1) * g * c1 + g2 - arm.G[0], g2 - arm.G[1])

page("Adaptive control: lumped parameters of the 2R arm (planar)")


def murray(alpha, beta, delta, gamma1, gamma2):
    M = Matrix([[alpha + 2 * beta * c2, delta + beta * c2], [delta + beta * c2, delta]])
    C = Matrix([[-beta * s2 * q2d, -beta * s2 * w12], [beta * s2 * q1d, 0]])
    return M * arm.a + C * arm.v + Matrix([gamma1 * c1 + gamma2 * c12, gamma2 * c12]) - arm.Q


alpha = I1 + I2 + m1 * lc1**2 + m2 * (l1**2 + lc2**2)
beta, delta = m2 * l1 * lc2, I2 + m2 * lc2**2
gamma1, gamma2 = (m1 * lc1 + m2 * l1) * g, m2 * lc2 * g
hold(1, murray(alpha, beta, delta, gamma1, gamma2))
slip(1, 1, murray(I1 + I2 + m1 * lc1**2 + m2 * (l1 + lc2)**2, beta, delta, gamma1, gamma2))
hold(2, murray(alpha, beta, delta, gamma1, gamma2))
slip(2, 2, murray(alpha, beta, delta, gamma1, gamma2) + Matrix([0, gamma2 * c2 - gamma2 * c12]))
hold(3, murray(alpha, beta, delta, gamma1, gamma2))
hold(4, delta * (alpha - delta) - beta**2 * c2**2 - arm.M.det())
slip(3, 4, delta * (alpha - delta) - beta**2 * c2 - arm.M.det())
hold(5, half * alpha * q1d**2 + half * delta * q2d**2 + delta * q1d * q2d + beta * c2 * (q1d**2 + q1d * q2d) - arm.T)

page("Planar arm: kinematics and singularities (planar)")
tip = (second * move(x=l2))[:2, 3]
J = tip.jacobian(arm.q)
hold(1, Matrix([l1 * c1 + l2 * c12, l1 * s1 + l2 * s12]) - tip)
hold(2, Matrix([[-l1 * s1 - l2 * s12, -l2 * s12], [l1 * c1 + l2 * c12, l2 * c12]]) - J)
slip(1, 2, Matrix([[-l1 * s1 - l2 * s12, l1 * c1 + l2 * c12], [-l2 * s12, l2 * c12]]) - J)
hold(3, l1 * l2 * s2 - J.det())
slip(2, 3, l1 * l2 * s12 - J.det())
hold(4, Matrix([[-l1 * c1 * q1d - l2 * c12 * w12, -l2 * c12 * w12], [-l1 * s1 * q1d - l2 * s12 * w12, -l2 * s12 * w12]]) - rate(J))
hold(5, Matrix([[l2 * c12, l2 * s12], [-l1 * c1 - l2 * c12, -l1 * s1 - l2 * s12]]) / (l1 * l2 * s2) - J.inv())
slip(3, 5, Matrix([[l2 * c12, l2 * s12], [-l1 * c1 - l2 * c12, -l1 * s1 - l2 * s12]]) / (l1 * l2) - J.inv())
hold(6, (tip.dot(tip) - l1**2 - l2**2) / (2 * l1 * l2) - c2)

# ---------------------------------------------------------------- two rods

mid1 = l1 / 2 * Matrix([sin(f1), -cos(f1)])
mid2 = l1 * Matrix([sin(f1), -cos(f1)]) + l2 / 2 * Matrix([sin(f2), -cos(f2)])
T = kinetic(m1, mid1) + kinetic(m2, mid2) + half * (m1 * l1**2 / 12) * f1d**2 + half * (m2 * l2**2 / 12) * f2d**2
rods = Model([f1, f2], T, g * (m1 * mid1[1] + m2 * mid2[1]))
go = rods.accelerations([0, 0])
A, Bm = (m1 / 3 + m2) * l1**2, m2 / 2 * l1 * l2
Ga = (m1 / 2 + m2) * g * l1

page("Double pendulum of uniform rods, absolute angles (rods)")
hold(1, half * A * f1d**2 + m2 * l2**2 * f2d**2 / 6 + half * m2 * l1 * l2 * f1d * f2d * cd - rods.T)
slip(1, 1, half * (m1 / 12 + m2) * l1**2 * f1d**2 + m2 * l2**2 * f2d**2 / 6 + half * m2 * l1 * l2 * f1d * f2d * cd - rods.T)
hold(2, -Ga * cos(f1) - m2 / 2 * g * l2 * cos(f2) - rods.V)
hold(3, (A * f1dd + Bm * (f2dd * cd + f2d**2 * sd) + Ga * sin(f1)).subs(go))
slip(2, 3, (A * f1dd + Bm * (f2dd * cd + f2d**2 * sd) + Ga * cos(f1)).subs(go))
hold(4, (l2 / 3 * f2dd + l1 / 2 * (f1dd * cd - f1d**2 * sd) + g / 2 * sin(f2)).subs(go))
slip(3, 4, (l2 / 3 * f2dd + l1 / 2 * (f1dd * cd + f1d**2 * sd) + g / 2 * sin(f2)).subs(go))

page("Small oscillations of the double rod pendulum (rods)")
at0 = {f1: 0, f2: 0}
stiff = rods.G.jacobian(rods.q).subs(at0)
M0 = Matrix([[A, Bm], [Bm, m2 / 3 * l2**2]])
hold(1, M0 - rods.M.subs(at0), diag(Ga, m2 / 2 * g * l2) - stiff)
slip(1, 1, M0 - rods.M.subs(at0), diag((m1 / 2 + m2) * g * l1, m2 * g * l2) - stiff)
hold(2, Matrix([[A, Bm * cd], [Bm * cd, m2 / 3 * l2**2]]) - rods.M)
slip(2, 2, Matrix([[A, Bm * cd], [Bm * cd, m2 / 12 * l2**2]]) - rods.M)
hold(3, A * f1d + Bm * f2d * cd - rods.p[0], m2 / 3 * l2**2 * f2d + Bm * f1d * cd - rods.p[1])
hold(4, -Bm * f1d * f2d * sd - Ga * sin(f1) - rate(rods.p[0]).subs(go))
slip(3, 4, Bm * f1d * f2d * sd - Ga * sin(f1) - rate(rods.p[0]).subs(go))
hold(5, Bm * f1d * f2d * sd - m2 / 2 * g * l2 * sin(f2) - rate(rods.p[1]).subs(go))

# ---------------------------------------------------------------- nothing forgotten


def tags(name):
    """Titles and tags of a collection, in their order."""
    found, title = [], None
    for line in (HERE / name).read_text(encoding="utf-8").splitlines():
        if line.startswith("# "):
            title = line[2:].strip()
        found += [(title, t) for t in re.findall(r"\\tag\{(\w+)\}", line)]
    return found


def same(what, mine, theirs):
    missing, extra = set(theirs) - set(mine), set(mine) - set(theirs)
    if missing or extra or len(mine) != len(theirs):
        raise SystemExit(f"{what}: missing here {sorted(missing)}, missing there {sorted(extra)}")


same("right.md", HELD, tags("right.md"))
marked = [(title, t) for title, t in tags("wrong.md") if t.endswith("w")]
same("wrong.md", SLIPPED, marked)
lines = [tuple(line.split("\t")[:2]) for line in (HERE / "slips.tsv").read_text(encoding="utf-8").splitlines()]
same("slips.tsv", SLIPPED, lines)
print(f"{len(HELD)} displays hold, {len(SLIPPED)} slips do not")
