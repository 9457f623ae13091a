"""Confirms every display of right.md and refutes every slip of wrong.md.

Each robot is derived here from the positions and orientations of its bodies (Lagrange's
equations). Displays are retyped from the page and compared with that derivation at random
states, to 30 digits. In slips, only the changed part is retyped.

What it cannot cover: that symbols which a display merely introduces (names of lumped
parameters, h, Lambda, p_1 ...) are chosen well; their use in later displays is covered.
"""

import pathlib
import random

import sympy as sp
from sympy import Matrix, Rational, cos, diag, diff, eye, pi, sin, symbols, zeros

FOLDER = pathlib.Path(__file__).resolve().parent
random.seed(5)
half = Rational(1, 2)
g = sp.Symbol("g", positive=True)
held, failed, bad = [], [], []


def names(text):
    return symbols(text, positive=True)


def flat(x):
    return list(x) if isinstance(x, sp.MatrixBase) else [sp.sympify(x)]


def equal(a, b):
    """Whether a and b agree at three random states."""
    a, b = flat(a), flat(b)
    if len(a) != len(b):
        return False
    for x, y in zip(a, b):
        d = x - y
        if d == 0:
            continue
        for _ in range(3):
            free = sorted(d.free_symbols, key=str)
            values = {s: Rational(random.randint(300, 2000), 1009) for s in free}
            if abs(sp.N(d.subs(values), 30)) > sp.Float(10) ** -20:
                return False
    return True


def hold(page, tag, *pairs):
    for a, b in pairs:
        if not equal(a, b):
            bad.append((page, tag, "does not hold"))
            return
    held.append((page, tag))


def slip(page, tag, a, b):
    if equal(a, b):
        bad.append((page, tag, "slip holds"))
    else:
        failed.append((page, tag))


class Arm:
    """Lagrange's equations. A body: mass, centre, rotation, inertia in body axes (or None)."""

    def __init__(self, q, bodies, gravity, springs=0):
        n = len(q)
        self.q = Matrix(q)
        self.v = Matrix(symbols(" ".join(f"{s}_d" for s in q) + " ,"))[:n, :]
        self.a = Matrix(symbols(" ".join(f"{s}_dd" for s in q) + " ,"))[:n, :]
        self.bodies = bodies
        self.kinetic = []
        self.potential = []
        for mass, centre, turn, inertia in bodies:
            velocity = self.dt(centre)
            energy = half * mass * velocity.dot(velocity)
            if inertia is not None:
                w = turn.T * self.spin(turn)
                energy += half * (w.T * inertia * w)[0]
            self.kinetic.append(sp.expand(energy))
            self.potential.append(-mass * gravity.dot(centre))
        self.T = sum(self.kinetic)
        self.V = sum(self.potential) + springs
        self.M = Matrix(n, n, lambda i, j: sp.trigsimp(diff(self.T, self.v[i], self.v[j])))
        self.G = Matrix([diff(self.V, s) for s in self.q])
        self.C = zeros(n, n)
        for i in range(n):
            for j in range(n):
                self.C[i, j] = sum(self.christoffel(k, j, i) * self.v[k] for k in range(n))
        self.c = self.C * self.v
        lagrange = []
        L = self.T - self.V
        for s, v in zip(self.q, self.v):
            lagrange.append(self.dt(diff(L, v)) - diff(L, s))
        self.tau = Matrix(lagrange)

    def dt(self, x):
        """The time derivative."""
        if isinstance(x, sp.MatrixBase):
            return x.applyfunc(self.dt)
        x = sp.sympify(x)
        return sum(diff(x, s) * v for s, v in zip(self.q, self.v)) + sum(diff(x, v) * a for v, a in zip(self.v, self.a))

    def spin(self, turn):
        """The angular velocity of a rotation matrix."""
        W = self.dt(turn) * turn.T
        return Matrix([W[2, 1], W[0, 2], W[1, 0]])

    def christoffel(self, i, j, k):
        """c_ijk = 1/2 (d m_kj/dq_i + d m_ki/dq_j - d m_ij/dq_k), counted from 0."""
        M, q = self.M, self.q
        return half * (diff(M[k, j], q[i]) + diff(M[k, i], q[j]) - diff(M[i, j], q[k]))

    def jacobian(self, point):
        return point.jacobian(self.q)


def rx(t):
    return Matrix([[1, 0, 0], [0, cos(t), -sin(t)], [0, sin(t), cos(t)]])


def ry(t):
    return Matrix([[cos(t), 0, sin(t)], [0, 1, 0], [-sin(t), 0, cos(t)]])


def rz(t):
    return Matrix([[cos(t), -sin(t), 0], [sin(t), cos(t), 0], [0, 0, 1]])


def hom(turn, place):
    return Matrix.vstack(Matrix.hstack(turn, Matrix(place)), Matrix([[0, 0, 0, 1]]))


def dh(theta, d, a, alpha):
    return hom(rz(theta), [0, 0, d]) * hom(rx(alpha), [a, 0, 0])


def modified(alpha, a, d, theta):
    return hom(rx(alpha), [a, 0, 0]) * hom(rz(theta), [0, 0, d])


DOWN_Y = Matrix([0, -g, 0])
DOWN_Z = Matrix([0, 0, -g])


def elbow():
    m1, m2, l1, l2, lc1, lc2, I1, I2 = names("m1 m2 l1 l2 lc1 lc2 I1 I2")
    q1, q2 = symbols("q1 q2")
    r1 = Matrix([lc1 * cos(q1), lc1 * sin(q1), 0])
    r2 = Matrix([l1 * cos(q1) + lc2 * cos(q1 + q2), l1 * sin(q1) + lc2 * sin(q1 + q2), 0])
    arm = Arm([q1, q2], [(m1, r1, rz(q1), diag(0, 0, I1)), (m2, r2, rz(q1 + q2), diag(0, 0, I2))], DOWN_Y)
    v1, v2 = arm.v
    a1, a2 = arm.a
    M = arm.M

    p = "Planar elbow manipulator, velocities and inertia"
    hold(p, 1, (arm.jacobian(r1), Matrix([[-lc1 * sin(q1), 0], [lc1 * cos(q1), 0], [0, 0]])))
    s12, c12 = sin(q1 + q2), cos(q1 + q2)
    hold(p, 2, (arm.jacobian(r2), Matrix([[-l1 * sin(q1) - lc2 * s12, -lc2 * s12], [l1 * cos(q1) + lc2 * c12, lc2 * c12], [0, 0]])))
    slip(p, 2, arm.jacobian(r2)[1, 1], lc2 * s12)
    hold(p, 3, (arm.spin(rz(q1)), Matrix([0, 0, v1])), (arm.spin(rz(q1 + q2)), Matrix([0, 0, v1 + v2])))
    inner = I1 * Matrix([[1, 0], [0, 0]]) + I2 * Matrix([[1, 1], [1, 1]])
    moving = sum(half * m * arm.dt(r).dot(arm.dt(r)) for m, r in [(m1, r1), (m2, r2)])
    rotational = arm.T - moving
    hold(p, 4, (half * (arm.v.T * inner * arm.v)[0], rotational), (rotational, half * I1 * v1**2 + half * I2 * (v1 + v2) ** 2))
    d11 = m1 * lc1**2 + m2 * (l1**2 + lc2**2 + 2 * l1 * lc2 * cos(q2)) + I1 + I2
    d12 = m2 * (lc2**2 + l1 * lc2 * cos(q2)) + I2
    d22 = m2 * lc2**2 + I2
    hold(p, 5, (M, Matrix([[d11, d12], [d12, d22]])))
    slip(p, 5, M[0, 0], m1 * lc1**2 + m2 * (l1**2 + lc2**2 + l1 * lc2 * cos(q2)) + I1 + I2)
    h = -m2 * l1 * lc2 * sin(q2)
    c = arm.christoffel
    hold(p, 6, (c(0, 0, 0), 0), (half * diff(d11, q1), 0), (c(0, 1, 0), h), (c(1, 0, 0), h), (half * diff(d11, q2), h),
         (c(1, 1, 0), h), (diff(d12, q2) - half * diff(d22, q1), h), (c(0, 0, 1), -h), (diff(d12, q1) - half * diff(d11, q2), -h),
         (c(0, 1, 1), 0), (c(1, 0, 1), 0), (half * diff(d22, q1), 0), (c(1, 1, 1), 0), (half * diff(d22, q2), 0))
    slip(p, 6, c(0, 0, 1), h)

    p = "Planar elbow manipulator, equations of motion"
    hold(p, 1, (arm.V, (m1 * lc1 + m2 * l1) * g * sin(q1) + m2 * lc2 * g * s12))
    slip(p, 1, diff(arm.V, q1), diff(m1 * lc1 * g * sin(q1) + m2 * lc2 * g * s12, q1))
    phi1 = (m1 * lc1 + m2 * l1) * g * cos(q1) + m2 * lc2 * g * c12
    phi2 = m2 * lc2 * g * c12
    hold(p, 2, (arm.G, Matrix([phi1, phi2])))
    hold(p, 3, (arm.tau[0], d11 * a1 + d12 * a2 + 2 * h * v1 * v2 + h * v2**2 + phi1), (arm.tau[1], d12 * a1 + d22 * a2 - h * v1**2 + phi2))
    slip(p, 3, arm.tau[0], d11 * a1 + d12 * a2 + h * v1 * v2 + h * v2**2 + phi1)
    C = Matrix([[h * v2, h * v2 + h * v1], [-h * v1, 0]])
    hold(p, 4, (C, arm.C))
    N = Matrix([[0, -2 * h * v1 - h * v2], [2 * h * v1 + h * v2, 0]])
    hold(p, 5, (arm.dt(M) - 2 * arm.C, N))
    slip(p, 5, (arm.dt(M) - 2 * arm.C)[0, 1], -2 * h * v2 - h * v1)

    p = "Linearity in the parameters and passivity"
    H = half * (arm.v.T * M * arm.v)[0] + arm.V
    hold(p, 1, (arm.T + arm.V, H))
    hold(p, 2, (arm.dt(H), (arm.v.T * arm.tau)[0]))
    t = Matrix([m1 * lc1**2 + m2 * (l1**2 + lc2**2) + I1 + I2, m2 * l1 * lc2, m2 * lc2**2 + I2, m1 * lc1 + m2 * l1, m2 * lc2])
    Y = Matrix([[a1, cos(q2) * (2 * a1 + a2) - sin(q2) * (v2**2 + 2 * v1 * v2), a2, g * cos(q1), g * c12],
                [0, cos(q2) * a1 + sin(q2) * v1**2, a1 + a2, 0, g * c12]])
    hold(p, 3, (Y * t, arm.tau))
    hold(p, 4, (M, Matrix([[t[0] + 2 * t[1] * cos(q2), t[2] + t[1] * cos(q2)], [t[2] + t[1] * cos(q2), t[2]]])))
    slip(p, 4, M[1, 1], t[1])
    hold(p, 5, (arm.G, Matrix([t[3] * g * cos(q1) + t[4] * g * c12, t[4] * g * c12])))
    hold(p, 6, (arm.tau, Y * t))
    slip(p, 6, arm.tau[0], (Y * t)[0] + sin(q2) * v2**2 * t[1] - sin(q2) * v1**2 * t[1])


def pointarm():
    m1, m2, L1, L2 = names("m1 m2 L1 L2")
    t1, t2, fx, fy = symbols("t1 t2 fx fy")
    s1, c1, s2, c2, s12, c12 = sin(t1), cos(t1), sin(t2), cos(t2), sin(t1 + t2), cos(t1 + t2)
    r1 = Matrix([L1 * c1, L1 * s1, 0])
    r2 = Matrix([L1 * c1 + L2 * c12, L1 * s1 + L2 * s12, 0])
    arm = Arm([t1, t2], [(m1, r1, eye(3), None), (m2, r2, eye(3), None)], DOWN_Y)
    w1, w2 = arm.v
    a1, a2 = arm.a
    J = arm.jacobian(r2)[:2, :]

    p = "Lagrangian of a 2R open chain"
    hold(p, 1, (r1[:2, :], Matrix([L1 * cos(t1), L1 * sin(t1)])), (arm.dt(r1)[:2, :], Matrix([-L1 * sin(t1), L1 * cos(t1)]) * w1))
    Jt = Matrix([[-L1 * s1 - L2 * s12, -L2 * s12], [L1 * c1 + L2 * c12, L2 * c12]])
    hold(p, 2, (r2[:2, :], Matrix([L1 * c1 + L2 * c12, L1 * s1 + L2 * s12])), (arm.dt(r2)[:2, :], Jt * arm.v))
    K2 = half * m2 * ((L1**2 + 2 * L1 * L2 * c2 + L2**2) * w1**2 + 2 * (L2**2 + L1 * L2 * c2) * w1 * w2 + L2**2 * w2**2)
    hold(p, 3, (arm.kinetic[0], half * m1 * L1**2 * w1**2), (arm.kinetic[1], K2))
    slip(p, 3, arm.kinetic[1], K2 + half * m2 * (L2 - L2**2) * w2**2)
    hold(p, 4, (arm.potential[0], m1 * g * L1 * s1), (arm.potential[1], m2 * g * (L1 * s1 + L2 * s12)))
    tau1 = ((m1 * L1**2 + m2 * (L1**2 + 2 * L1 * L2 * c2 + L2**2)) * a1 + m2 * (L1 * L2 * c2 + L2**2) * a2
            - m2 * L1 * L2 * s2 * (2 * w1 * w2 + w2**2) + (m1 + m2) * L1 * g * c1 + m2 * g * L2 * c12)
    tau2 = m2 * (L1 * L2 * c2 + L2**2) * a1 + m2 * L2**2 * a2 + m2 * L1 * L2 * w1**2 * s2 + m2 * g * L2 * c12
    hold(p, 5, (arm.tau, Matrix([tau1, tau2])))
    slip(p, 5, arm.tau[0], tau1 - (m1 + m2) * L1 * g * c1 + m1 + m2 * L1 * g * c1)
    cc = Matrix([-m2 * L1 * L2 * s2 * (2 * w1 * w2 + w2**2), m2 * L1 * L2 * w1**2 * s2])
    hold(p, 6, (arm.c, cc))
    slip(p, 6, arm.c, Matrix([cc[1], cc[0]]))

    p = "Jacobian, singularities and statics of the 2R chain"
    hold(p, 1, (r2[0], L1 * c1 + L2 * c12), (r2[1], L1 * s1 + L2 * s12))
    hold(p, 2, (J, Jt))
    hold(p, 3, (J.det(), L1 * L2 * s2))
    inner = Matrix([[L2 * c12, L2 * s12], [-L1 * c1 - L2 * c12, -L1 * s1 - L2 * s12]])
    hold(p, 4, (J * inner / (L1 * L2 * s2), eye(2)))
    slip(p, 4, J * inner.T / (L1 * L2 * s2), eye(2))
    Jd = Matrix([[-L1 * c1 * w1 - L2 * c12 * (w1 + w2), -L2 * c12 * (w1 + w2)], [-L1 * s1 * w1 - L2 * s12 * (w1 + w2), -L2 * s12 * (w1 + w2)]])
    hold(p, 5, (arm.dt(J), Jd))
    slip(p, 5, arm.dt(J)[0, 0], -L1 * c1 * w1 - L2 * c12 * (w1 + t2))
    f = Matrix([fx, fy])
    hold(p, 6, (J.T * f, Matrix([-(L1 * s1 + L2 * s12) * fx + (L1 * c1 + L2 * c12) * fy, -L2 * s12 * fx + L2 * c12 * fy])))
    slip(p, 6, J.T * f, Matrix([-(L1 * s1 + L2 * s12) * fx - L2 * s12 * fy, (L1 * c1 + L2 * c12) * fx + L2 * c12 * fy]))


def polar():
    m1, m2, l1, J1, J2 = names("m1 m2 l1 Izz1 Izz2")
    t1, d2 = symbols("t1 d2")
    s, c = sin(t1), cos(t1)
    r1 = Matrix([l1 * c, l1 * s, 0])
    r2 = Matrix([d2 * c, d2 * s, 0])
    arm = Arm([t1, d2], [(m1, r1, rz(t1), diag(0, 0, J1)), (m2, r2, rz(t1), diag(0, 0, J2))], DOWN_Y)
    w, v = arm.v
    aw, av = arm.a

    p = "RP manipulator by the Lagrangian formulation"
    hold(p, 1, (arm.kinetic[0], half * m1 * l1**2 * w**2 + half * J1 * w**2))
    hold(p, 2, (arm.kinetic[1], half * m2 * (d2**2 * w**2 + v**2) + half * J2 * w**2))
    slip(p, 2, arm.kinetic[1], half * m2 * (d2 * w**2 + v**2) + half * J2 * w**2)
    A = m1 * l1**2 + J1 + J2 + m2 * d2**2
    hold(p, 3, (arm.T, half * A * w**2 + half * m2 * v**2))
    hold(p, 4, (arm.V, g * (m1 * l1 + m2 * d2) * s))
    hold(p, 5, (Matrix([diff(arm.T, w), diff(arm.T, v)]), Matrix([A * w, m2 * v])),
         (Matrix([diff(arm.T, t1), diff(arm.T, d2)]), Matrix([0, m2 * d2 * w**2])),
         (arm.G, Matrix([g * (m1 * l1 + m2 * d2) * c, g * m2 * s])))
    hold(p, 6, (arm.tau, Matrix([A * aw + 2 * m2 * d2 * w * v + (m1 * l1 + m2 * d2) * g * c, m2 * av - m2 * d2 * w**2 + m2 * g * s])))
    slip(p, 6, arm.tau[1], m2 * av + m2 * d2 * w**2 + m2 * g * s)

    p = "RP manipulator in configuration space"
    V = Matrix([2 * m2 * d2 * w * v, -m2 * d2 * w**2])
    hold(p, 1, (arm.M, diag(A, m2)), (arm.c, V), (arm.G, Matrix([(m1 * l1 + m2 * d2) * g * c, m2 * g * s])))
    hold(p, 2, (arm.c, Matrix([2 * m2 * d2, 0]) * w * v + Matrix([[0, 0], [-m2 * d2, 0]]) * Matrix([w**2, v**2])))
    vc = Matrix([v * c - d2 * w * s, v * s + d2 * w * c, 0])
    hold(p, 3, (arm.dt(r2), vc))
    d1 = sp.Symbol("d1")
    slip(p, 3, arm.dt(r2)[0], v * c - d1 * w * s)
    hold(p, 4, ((arm.tau[0] - 2 * m2 * d2 * w * v - (m1 * l1 + m2 * d2) * g * c) / A, aw))
    slip(p, 4, (arm.tau[0] - 2 * m2 * d2 * w * v - (m1 * l1 + m2 * d2) * g * c) / (A - J2), aw)
    hold(p, 5, (arm.tau[1] / m2 + d2 * w**2 - g * s, av))


def cartpole():
    M, m, l, I, b = names("M m l I b")
    x, t = symbols("x t")
    s, c = sin(t), cos(t)
    pole = Matrix([x + l * s, 0, l * c])
    arm = Arm([x, t], [(M, Matrix([x, 0, 0]), eye(3), None), (m, pole, ry(t), diag(0, I, 0))], DOWN_Z)
    v, w = arm.v
    a, e = arm.a
    F = arm.tau[0] + b * v
    zero = arm.tau[1]
    L = arm.T - arm.V

    p = "Inverted pendulum on a cart, Lagrange's steps"
    hold(p, 1, (pole[0], x + l * s), (pole[2], l * c))
    T = half * (M + m) * v**2 + m * l * v * w * c + half * (I + m * l**2) * w**2
    speed = arm.dt(pole)
    hold(p, 2, (arm.T, T), (half * M * v**2 + half * m * (speed[0] ** 2 + speed[2] ** 2) + half * I * w**2, T), (arm.V, m * g * l * c))
    hold(p, 3, (diff(L, v), (M + m) * v + m * l * w * c), (arm.dt(diff(L, v)), (M + m) * a + m * l * e * c - m * l * w**2 * s), (diff(L, x), 0))
    slip(p, 3, arm.dt(diff(L, v)), (M + m) * a + m * l * e * c)
    hold(p, 4, (diff(L, w), m * l * v * c + (I + m * l**2) * w),
         (arm.dt(diff(L, w)), m * l * a * c - m * l * v * w * s + (I + m * l**2) * e), (diff(L, t), -m * l * v * w * s + m * g * l * s))
    hold(p, 5, (F, (M + m) * a + b * v + m * l * e * c - m * l * w**2 * s), (zero, (I + m * l**2) * e + m * l * a * c - m * g * l * s))
    slip(p, 5, zero, (I + m * l**2) * e + m * l * a * c + m * g * l * s)

    p = "Inverted pendulum on a cart, state space"
    left = (Matrix([[M + m, m * l * c], [m * l * c, I + m * l**2]]) * arm.a
            + Matrix([[b, -m * l * w * s], [0, 0]]) * arm.v + Matrix([0, -m * g * l * s]))
    hold(p, 1, (left, Matrix([F, zero])))
    f = sp.Symbol("F")
    solved = arm.M.LUsolve(Matrix([f - b * v, 0]) - arm.c - arm.G)
    D = (M + m) * (I + m * l**2) - m**2 * l**2 * c**2
    drive = f - b * v + m * l * w**2 * s
    xdd = ((I + m * l**2) * drive - m**2 * l**2 * g * s * c) / D
    tdd = ((M + m) * m * g * l * s - m * l * c * drive) / D
    hold(p, 2, (solved[0], xdd), (solved[1], tdd))
    slip(p, 2, solved[1], (M * m * g * l * s - m * l * c * drive) / D)
    rest = {t: 0, v: 0, w: 0, a: 0, e: 0}
    def linear(expr):
        return sum(diff(expr, z).subs(rest) * z for z in (t, v, w, a, e))
    hold(p, 3, (linear(F), (M + m) * a + b * v + m * l * e), (linear(zero), (I + m * l**2) * e + m * l * a - m * g * l * t))
    rate = Matrix([v, solved[0], w, solved[1]])
    P = I * (M + m) + M * m * l**2
    at = {t: 0, v: 0, w: 0, f: 0, x: 0}
    A = rate.jacobian(Matrix([x, v, t, w])).subs(at)
    B = rate.diff(f).subs(at)
    hold(p, 4, (A, Matrix([[0, 1, 0, 0], [0, -(I + m * l**2) * b / P, -(m**2) * g * l**2 / P, 0], [0, 0, 0, 1],
                           [0, m * l * b / P, m * g * l * (M + m) / P, 0]])), (B, Matrix([0, (I + m * l**2) / P, 0, -m * l / P])))
    slip(p, 4, A[3, 1], -m * l * b / P)
    motion = {a: solved[0], e: solved[1]}
    power = arm.dt(arm.T + arm.V).subs(motion)
    hold(p, 5, (power, f * v - b * v**2))
    slip(p, 5, power, f * v - half * b * v**2)


def furuta():
    Jr, Jp, Lr, mp, lp, Br, Bp, mr = names("Jr Jp Lr mp lp Br Bp mr")
    t, al, tq = symbols("theta alpha tq")
    s, c = sin(al), cos(al)
    turn = rz(t) * rx(al)
    centre = rz(t) * Matrix([Lr, 0, 0]) + turn * Matrix([0, 0, lp])
    arm = Arm([t, al], [(mr, zeros(3, 1), rz(t), diag(0, 0, Jr)), (mp, centre, turn, diag(Jp, Jp, 0))], DOWN_Z)
    w, u = arm.v
    aw, au = arm.a

    p = "Rotary inverted pendulum, energies"
    hold(p, 1, (centre, Matrix([Lr * cos(t) + lp * s * sin(t), Lr * sin(t) - lp * s * cos(t), lp * c])))
    speed = arm.dt(centre)
    hold(p, 2, (speed.dot(speed), (Lr**2 + lp**2 * s**2) * w**2 - 2 * Lr * lp * c * w * u + lp**2 * u**2))
    T = half * (Jr + mp * Lr**2 + (Jp + mp * lp**2) * s**2) * w**2 - mp * Lr * lp * c * w * u + half * (Jp + mp * lp**2) * u**2
    hold(p, 3, (arm.T, T))
    slip(p, 3, arm.T, T - half * mp * lp**2 * u**2)
    hold(p, 4, (arm.V, mp * g * lp * c))
    hp, hr = Jp + mp * lp**2, Jr + mp * Lr**2
    hold(p, 5, (arm.tau[0], (Jr + mp * Lr**2 + hp * s**2) * aw - mp * Lr * lp * c * au + 2 * hp * s * c * w * u + mp * Lr * lp * s * u**2),
         (arm.tau[1], -mp * Lr * lp * c * aw + hp * au - hp * s * c * w**2 - mp * g * lp * s))

    p = "Rotary inverted pendulum, matrix form and linear model"
    D = Matrix([[hr + hp * s**2, -mp * Lr * lp * c], [-mp * Lr * lp * c, hp]])
    hold(p, 1, (arm.M, D))
    C = Matrix([[half * hp * sin(2 * al) * u, half * hp * sin(2 * al) * w + mp * Lr * lp * s * u], [-half * hp * sin(2 * al) * w, 0]])
    hold(p, 2, (arm.C, C))
    slip(p, 2, arm.c[1], -half * hp * s * w * w)
    hold(p, 3, (arm.G, Matrix([0, -mp * g * lp * s])))
    hold(p, 4, (arm.M.det(), hr * hp + hp**2 * s**2 - mp**2 * Lr**2 * lp**2 * c**2))
    rest = {al: 0, w: 0, u: 0, aw: 0, au: 0}
    def linear(expr):
        return sum(diff(expr, z).subs(rest) * z for z in (al, w, u, aw, au))
    hold(p, 5, (linear(arm.tau[0]), hr * aw - mp * Lr * lp * au), (linear(arm.tau[1]), hp * au - mp * Lr * lp * aw - mp * g * lp * al))
    M0 = arm.M.subs(al, 0)
    solved = M0.LUsolve(Matrix([tq - Br * w, -Bp * u + mp * g * lp * al]))
    JT = hr * hp - mp**2 * Lr**2 * lp**2
    hold(p, 6, (solved[1], (mp * g * lp * hr * al - mp * Lr * lp * Br * w - hr * Bp * u + mp * Lr * lp * tq) / JT))
    slip(p, 6, solved[1], (mp * g * lp * hp * al - mp * Lr * lp * Br * w - hr * Bp * u + mp * Lr * lp * tq) / JT)


def flexjoint():
    M, L, I, J, k, B = names("M L I J k B")
    q1, q2, tq = symbols("q1 q2 tq")
    link = ry(q1) * Matrix([0, 0, -L])
    spring = half * k * (q1 - q2) ** 2
    arm = Arm([q1, q2], [(M, link, ry(q1), diag(0, I - M * L**2, 0)), (0, zeros(3, 1), ry(q2), diag(0, J, 0))], DOWN_Z, spring)
    v1, v2 = arm.v
    a1, a2 = arm.a

    p = "Single link with flexible joint"
    hold(p, 1, (arm.T, half * I * v1**2 + half * J * v2**2))
    P = M * g * L * (1 - cos(q1)) + half * k * (q1 - q2) ** 2
    hold(p, 2, (diff(arm.V, q1), diff(P, q1)), (diff(arm.V, q2), diff(P, q2)))
    hold(p, 3, (arm.tau[0], I * a1 + M * g * L * sin(q1) + k * (q1 - q2)), (arm.tau[1], J * a2 - k * (q1 - q2)))
    slip(p, 3, arm.tau[1], J * a2 + k * (q1 - q2))
    solved = arm.M.LUsolve(Matrix([0, tq - B * v2]) - arm.c - arm.G)
    hold(p, 4, (solved[0], -M * g * L / I * sin(q1) - k / I * (q1 - q2)), (solved[1], k / J * (q1 - q2) - B / J * v2 + tq / J))
    slip(p, 4, solved[0], -M * g * L / I * sin(q1) - k / J * (q1 - q2))
    hold(p, 5, (sp.solve(arm.tau[0], q2)[0], q1 + (I * a1 + M * g * L * sin(q1)) / k))


def cylinder():
    m1, m2, m3, I1, I2, I3, d1 = names("m1 m2 m3 I1 I2 I3 d1")
    t1, d2, d3 = symbols("t1 d2 d3")
    s1, c1 = sin(t1), cos(t1)
    A1, A2, A3 = dh(t1, d1, 0, 0), dh(0, d2, 0, -pi / 2), dh(0, d3, 0, 0)
    T2, T3 = A1 * A2, A1 * A2 * A3
    bodies = [(m1, A1[:3, 3], A1[:3, :3], diag(0, 0, I1)), (m2, T2[:3, 3], T2[:3, :3], diag(0, I2, 0)),
              (m3, T3[:3, 3], T3[:3, :3], diag(I3, I3, 0))]
    arm = Arm([t1, d2, d3], bodies, DOWN_Z)
    w1, v2, v3 = arm.v
    a1, a2, a3 = arm.a

    p = "Three-link cylindrical manipulator, forward kinematics"
    hold(p, 1, (A1, Matrix([[c1, -s1, 0, 0], [s1, c1, 0, 0], [0, 0, 1, d1], [0, 0, 0, 1]])))
    hold(p, 2, (A2, Matrix([[1, 0, 0, 0], [0, 0, 1, 0], [0, -1, 0, d2], [0, 0, 0, 1]])))
    hold(p, 3, (A3, Matrix([[1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 1, d3], [0, 0, 0, 1]])))
    hold(p, 4, (T3, Matrix([[c1, 0, -s1, -s1 * d3], [s1, 0, c1, c1 * d3], [0, -1, 0, d1 + d2], [0, 0, 0, 1]])))
    slip(p, 4, T3[0, 3], s1 * d3)
    J = Matrix.vstack(arm.jacobian(T3[:3, 3]), arm.spin(T3[:3, :3]).jacobian(arm.v))
    hold(p, 5, (J, Matrix([[-c1 * d3, 0, -s1], [-s1 * d3, 0, c1], [0, 1, 0], [0, 0, 0], [0, 0, 0], [1, 0, 0]])))
    slip(p, 5, J, Matrix([[-c1 * d3, 0, -s1], [-s1 * d3, 0, c1], [0, 1, 0], [1, 0, 0], [0, 0, 0], [0, 0, 0]]))

    p = "Three-link cylindrical manipulator, dynamics"
    A = I1 + I2 + I3 + m3 * d3**2
    hold(p, 1, (arm.M, diag(A, m2 + m3, m3)))
    c = arm.christoffel
    others = [(c(i, j, k), 0) for i in range(3) for j in range(3) for k in range(3) if (i, j, k) not in [(0, 2, 0), (2, 0, 0), (0, 0, 2)]]
    hold(p, 2, (c(0, 2, 0), m3 * d3), (c(2, 0, 0), m3 * d3), (c(0, 0, 2), -m3 * d3), *others)
    hold(p, 3, (arm.C, Matrix([[m3 * d3 * v3, 0, m3 * d3 * w1], [0, 0, 0], [-m3 * d3 * w1, 0, 0]])))
    hold(p, 4, (arm.tau, Matrix([A * a1 + 2 * m3 * d3 * v3 * w1, (m2 + m3) * a2 + (m2 + m3) * g, m3 * a3 - m3 * d3 * w1**2])))
    slip(p, 4, arm.tau[1], (m2 + m3) * a2 + m2 * g)
    hold(p, 5, (diff(arm.T, w1), A * w1), (arm.dt(A * w1), arm.tau[0]))


def turret():
    m1, m2, m3, I1, I2, I3, a, h = names("m1 m2 m3 I1 I2 I3 a h")
    f, s, r = symbols("phi psi r")
    turn = rz(f) * ry(-s)
    up = Matrix([0, 0, h])
    boom, end = up + turn * Matrix([a, 0, 0]), up + turn * Matrix([r, 0, 0])
    arm = Arm([f, s, r], [(m1, zeros(3, 1), rz(f), diag(0, 0, I1)), (m2, boom, turn, diag(0, I2, I2)), (m3, end, turn, diag(0, I3, I3))], DOWN_Z)
    fd, sd, rd = arm.v
    fa, sa, ra = arm.a
    C, S = cos(s), sin(s)

    p = "Spherical arm, kinematics and energy"
    hold(p, 1, (end, Matrix([r * C * cos(f), r * C * sin(f), h + r * S])))
    J = Matrix([[-r * C * sin(f), -r * S * cos(f), C * cos(f)], [r * C * cos(f), -r * S * sin(f), C * sin(f)], [0, r * C, S]])
    hold(p, 2, (arm.dt(end), J * arm.v))
    speed = arm.dt(end)
    hold(p, 3, (speed.dot(speed), r**2 * C**2 * fd**2 + r**2 * sd**2 + rd**2))
    slip(p, 3, speed.dot(speed), r**2 * C * fd**2 + r**2 * sd**2 + rd**2)
    La = I2 + I3 + m2 * a**2 + m3 * r**2
    hold(p, 4, (arm.T, half * (I1 + La * C**2) * fd**2 + half * La * sd**2 + half * m3 * rd**2))
    hold(p, 5, (arm.V - (m2 + m3) * g * h, (m2 * a + m3 * r) * g * S))

    p = "Spherical arm, equations of motion"
    hold(p, 1, (arm.M[1, 1], La))
    hold(p, 2, (arm.M, diag(I1 + La * C**2, La, m3)))
    eq1 = (I1 + La * C**2) * fa - 2 * La * S * C * fd * sd + 2 * m3 * r * C**2 * rd * fd
    hold(p, 3, (arm.tau[0], eq1))
    slip(p, 3, arm.tau[0], eq1 - 2 * m3 * r * C**2 * rd * fd + 2 * m3 * r * rd * fd)
    eq2 = La * sa + 2 * m3 * r * rd * sd + La * S * C * fd**2 + (m2 * a + m3 * r) * g * C
    hold(p, 4, (arm.tau[1], eq2))
    slip(p, 4, arm.tau[1], eq2 - 2 * La * S * C * fd**2)
    hold(p, 5, (arm.tau[2], m3 * ra - m3 * r * (sd**2 + C**2 * fd**2) + m3 * g * S))


def scara():
    m1, m2, m3, m4, I1, I2, I3, I4, a1, a2, lc1, lc2, d4 = names("m1 m2 m3 m4 I1 I2 I3 I4 a1 a2 lc1 lc2 d4")
    t1, t2, d3, t4 = symbols("t1 t2 d3 t4")
    s1, c1, s2, c2, s4, c4, s12, c12 = sin(t1), cos(t1), sin(t2), cos(t2), sin(t4), cos(t4), sin(t1 + t2), cos(t1 + t2)
    A1, A2, A3, A4 = dh(t1, 0, a1, 0), dh(t2, 0, a2, pi), dh(0, d3, 0, 0), dh(t4, d4, 0, 0)
    T2, T3, T4 = A1 * A2, A1 * A2 * A3, A1 * A2 * A3 * A4
    g1 = (A1 * Matrix([lc1 - a1, 0, 0, 1]))[:3, :]
    g2 = (T2 * Matrix([lc2 - a2, 0, 0, 1]))[:3, :]
    bodies = [(m1, g1, A1[:3, :3], diag(0, 0, I1)), (m2, g2, T2[:3, :3], diag(0, 0, I2)),
              (m3, T3[:3, 3], T3[:3, :3], diag(0, 0, I3)), (m4, T4[:3, 3], T4[:3, :3], diag(0, 0, I4))]
    arm = Arm([t1, t2, d3, t4], bodies, DOWN_Z)
    w1, w2, v3, w4 = arm.v
    b1, b2, b3, b4 = arm.a

    p = "SCARA manipulator, forward kinematics"
    hold(p, 1, (A1, Matrix([[c1, -s1, 0, a1 * c1], [s1, c1, 0, a1 * s1], [0, 0, 1, 0], [0, 0, 0, 1]])),
         (A2, Matrix([[c2, s2, 0, a2 * c2], [s2, -c2, 0, a2 * s2], [0, 0, -1, 0], [0, 0, 0, 1]])))
    hold(p, 2, (A3, Matrix([[1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 1, d3], [0, 0, 0, 1]])),
         (A4, Matrix([[c4, -s4, 0, 0], [s4, c4, 0, 0], [0, 0, 1, d4], [0, 0, 0, 1]])))
    hold(p, 3, (T4, Matrix([[c12 * c4 + s12 * s4, -c12 * s4 + s12 * c4, 0, a1 * c1 + a2 * c12],
                            [s12 * c4 - c12 * s4, -s12 * s4 - c12 * c4, 0, a1 * s1 + a2 * s12], [0, 0, -1, -d3 - d4], [0, 0, 0, 1]])))
    slip(p, 3, T4[0, 3], a1 * c1 + a2 * c1 * c2)
    J = Matrix.vstack(arm.jacobian(T4[:3, 3]), arm.spin(T4[:3, :3]).jacobian(arm.v))
    block = Matrix([[-a1 * s1 - a2 * s12, -a2 * s12], [a1 * c1 + a2 * c12, a2 * c12]])
    Jt = zeros(6, 4)
    Jt[:2, :2] = block
    Jt[2, 2] = -1
    Jt[5, 0], Jt[5, 1], Jt[5, 3] = 1, 1, -1
    hold(p, 4, (J, Jt))
    hold(p, 5, (block.det(), a1 * a2 * s2))

    p = "SCARA manipulator, dynamics"
    p1 = I1 + I2 + I3 + I4 + m1 * lc1**2 + m2 * (a1**2 + lc2**2) + (m3 + m4) * (a1**2 + a2**2)
    p2 = a1 * (lc2 * m2 + a2 * (m3 + m4))
    p3 = I2 + I3 + I4 + m2 * lc2**2 + (m3 + m4) * a2**2
    M = Matrix([[p1 + 2 * p2 * c2, p3 + p2 * c2, 0, -I4], [p3 + p2 * c2, p3, 0, -I4], [0, 0, m3 + m4, 0], [-I4, -I4, 0, I4]])
    hold(p, 1, (arm.M[0, 0], p1 + 2 * p2 * c2), (arm.M[1, 1], p3))
    hold(p, 2, (arm.M, M))
    slip(p, 2, arm.M[3, 0], I4)
    C = zeros(4, 4)
    C[0, 0], C[0, 1], C[1, 0] = -p2 * s2 * w2, -p2 * s2 * (w1 + w2), p2 * s2 * w1
    hold(p, 3, (arm.C, C))
    hold(p, 4, (arm.G, Matrix([0, 0, -(m3 + m4) * g, 0])))
    hold(p, 5, (arm.tau[3], -I4 * (b1 + b2 - b4)), (arm.tau[1], (p3 + p2 * c2) * b1 + p3 * b2 - I4 * b4 + p2 * w1**2 * s2))


def anthro():
    m1, m2, m3, I1, a2, a3 = names("m1 m2 m3 I1 a2 a3")
    t1, t2, t3 = symbols("t1 t2 t3")
    s1, c1, s2, c2, s3, c3, s23, c23 = sin(t1), cos(t1), sin(t2), cos(t2), sin(t3), cos(t3), sin(t2 + t3), cos(t2 + t3)
    A1, A2, A3 = dh(t1, 0, 0, pi / 2), dh(t2, 0, a2, 0), dh(t3, 0, a3, 0)
    T2, T3 = A1 * A2, A1 * A2 * A3
    arm = Arm([t1, t2, t3], [(m1, A1[:3, 3], A1[:3, :3], diag(0, I1, 0)), (m2, T2[:3, 3], eye(3), None), (m3, T3[:3, 3], eye(3), None)], DOWN_Z)
    w1, w2, w3 = arm.v
    b1, b2, b3 = arm.a

    p = "Anthropomorphic arm, kinematics"
    hold(p, 1, (A1, Matrix([[c1, 0, s1, 0], [s1, 0, -c1, 0], [0, 1, 0, 0], [0, 0, 0, 1]])))
    hold(p, 2, (A2, Matrix([[c2, -s2, 0, a2 * c2], [s2, c2, 0, a2 * s2], [0, 0, 1, 0], [0, 0, 0, 1]])),
         (A3, Matrix([[c3, -s3, 0, a3 * c3], [s3, c3, 0, a3 * s3], [0, 0, 1, 0], [0, 0, 0, 1]])))
    R = a2 * c2 + a3 * c23
    Z = a2 * s2 + a3 * s23
    hold(p, 3, (T3, Matrix([[c1 * c23, -c1 * s23, s1, c1 * R], [s1 * c23, -s1 * s23, -c1, s1 * R], [s23, c23, 0, Z], [0, 0, 0, 1]])))
    JP = Matrix([[-s1 * R, -c1 * Z, -a3 * c1 * s23], [c1 * R, -s1 * Z, -a3 * s1 * s23], [0, R, a3 * c23]])
    hold(p, 4, (arm.jacobian(T3[:3, 3]), JP))
    slip(p, 4, arm.jacobian(T3[:3, 3])[0, 2], -a3 * c1 * s3)
    hold(p, 5, (arm.spin(T3[:3, :3]).jacobian(arm.v), Matrix([[0, s1, s1], [0, -c1, -c1], [1, 0, 0]])))
    hold(p, 6, (JP.det(), -a2 * a3 * s3 * R))

    p = "Anthropomorphic arm with lumped masses, dynamics"
    b11 = I1 + m2 * a2**2 * c2**2 + m3 * R**2
    b22 = (m2 + m3) * a2**2 + m3 * a3**2 + 2 * m3 * a2 * a3 * c3
    b23 = m3 * a3**2 + m3 * a2 * a3 * c3
    b33 = m3 * a3**2
    hold(p, 1, (arm.M, Matrix([[b11, 0, 0], [0, b22, b23], [0, b23, b33]])))
    slip(p, 1, arm.M[0, 0], I1 + m2 * a2**2 * c2**2 + m3 * (a2**2 * c2**2 + a3**2 * c23**2))
    hold(p, 2, (arm.G, Matrix([0, (m2 + m3) * g * a2 * c2 + m3 * g * a3 * c23, m3 * g * a3 * c23])))
    hold(p, 3, (arm.V, m2 * g * a2 * s2 + m3 * g * Z))
    hold(p, 4, (arm.tau[0], b11 * b1 - 2 * (m2 * a2**2 * s2 * c2 + m3 * R * Z) * w1 * w2 - 2 * m3 * a3 * s23 * R * w1 * w3))
    hold(p, 5, (arm.tau[2], b23 * b2 + b33 * b3 + m3 * a3 * s23 * R * w1**2 + m3 * a2 * a3 * s3 * w2**2 + m3 * g * a3 * c23))


def threer():
    m1, m2, m3, l1, l2, l3 = names("m1 m2 m3 l1 l2 l3")
    t1, t2, t3 = symbols("t1 t2 t3")
    s1, c1, s2, c2, s3, c3 = sin(t1), cos(t1), sin(t2), cos(t2), sin(t3), cos(t3)
    s12, c12, s23, c23, s123, c123 = sin(t1 + t2), cos(t1 + t2), sin(t2 + t3), cos(t2 + t3), sin(t1 + t2 + t3), cos(t1 + t2 + t3)
    A1, A2, A3 = modified(0, 0, 0, t1), modified(0, l1, 0, t2), modified(0, l2, 0, t3)
    T2, T3 = A1 * A2, A1 * A2 * A3
    def end(T, l):
        return (T * Matrix([l, 0, 0, 1]))[:3, :]
    arm = Arm([t1, t2, t3], [(m1, end(A1, l1), eye(3), None), (m2, end(T2, l2), eye(3), None), (m3, end(T3, l3), eye(3), None)], DOWN_Y)
    w1, w2, w3 = arm.v

    p = "Three-link planar arm, link transformations"
    def plane(c, s, l):
        return Matrix([[c, -s, 0, l], [s, c, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1]])
    hold(p, 1, (A1, plane(c1, s1, 0)), (A2, plane(c2, s2, l1)), (A3, plane(c3, s3, l2)))
    slip(p, 1, A2, plane(c2, s2, l2))
    hold(p, 2, (T3, Matrix([[c123, -s123, 0, l1 * c1 + l2 * c12], [s123, c123, 0, l1 * s1 + l2 * s12], [0, 0, 1, 0], [0, 0, 0, 1]])))
    tip = end(T3, l3)
    hold(p, 3, (tip[0], l1 * c1 + l2 * c12 + l3 * c123), (tip[1], l1 * s1 + l2 * s12 + l3 * s123), (T3[1, 0], sin(t1 + t2 + t3)), (T3[0, 0], cos(t1 + t2 + t3)))
    J = Matrix([[-l1 * s1 - l2 * s12 - l3 * s123, -l2 * s12 - l3 * s123, -l3 * s123],
                [l1 * c1 + l2 * c12 + l3 * c123, l2 * c12 + l3 * c123, l3 * c123], [1, 1, 1]])
    hold(p, 4, (Matrix([arm.dt(tip[0]), arm.dt(tip[1]), w1 + w2 + w3]), J * arm.v))
    px, py = tip[0] - l3 * c123, tip[1] - l3 * s123
    hold(p, 5, ((px**2 + py**2 - l1**2 - l2**2) / (2 * l1 * l2), c2), (px, T3[0, 3]), (py, T3[1, 3]))

    p = "Three-link planar arm, velocity propagation"
    R1, R2, R3 = A1[:3, :3], T2[:3, :3], T3[:3, :3]
    hold(p, 1, (R1.T * arm.spin(R1), Matrix([0, 0, w1])), (R1.T * arm.dt(A1[:3, 3]), zeros(3, 1)))
    hold(p, 2, (R2.T * arm.spin(R2), Matrix([0, 0, w1 + w2])), (R2.T * arm.dt(T2[:3, 3]), Matrix([l1 * s2 * w1, l1 * c2 * w1, 0])))
    hold(p, 3, (R3.T * arm.spin(R3), Matrix([0, 0, w1 + w2 + w3])))
    v3 = R3.T * arm.dt(T3[:3, 3])
    hold(p, 4, (v3, Matrix([l1 * s23 * w1 + l2 * s3 * (w1 + w2), l1 * c23 * w1 + l2 * c3 * (w1 + w2), 0])))
    slip(p, 4, v3[0], l1 * s12 * w1 + l2 * s3 * (w1 + w2))
    hold(p, 5, (arm.dt(T3[:3, 3]), Matrix([-l1 * s1 * w1 - l2 * s12 * (w1 + w2), l1 * c1 * w1 + l2 * c12 * (w1 + w2), 0])))
    hold(p, 6, (arm.G[2], m3 * g * l3 * c123))


def wheelpend():
    m1, m2, l1, lc1, I1, I2 = names("m1 m2 l1 lc1 I1 I2")
    q1, q2, tq = symbols("q1 q2 tq")
    r1, r2 = ry(q1) * Matrix([0, 0, lc1]), ry(q1) * Matrix([0, 0, l1])
    arm = Arm([q1, q2], [(m1, r1, ry(q1), diag(0, I1, 0)), (m2, r2, ry(q1 + q2), diag(0, I2, 0))], DOWN_Z)
    v1, v2 = arm.v
    a1, a2 = arm.a

    p = "Reaction wheel pendulum"
    J = m1 * lc1**2 + m2 * l1**2 + I1
    hold(p, 1, (arm.T, half * J * v1**2 + half * I2 * (v1 + v2) ** 2))
    mb = m1 * lc1 + m2 * l1
    hold(p, 2, (arm.V, mb * g * cos(q1)))
    hold(p, 3, (arm.M, Matrix([[J + I2, I2], [I2, I2]])))
    hold(p, 4, (arm.tau[0], (J + I2) * a1 + I2 * a2 - mb * g * sin(q1)), (arm.tau[1], I2 * a1 + I2 * a2))
    solved = arm.M.LUsolve(Matrix([0, tq]) - arm.c - arm.G)
    hold(p, 5, (J * solved[0], mb * g * sin(q1) - tq))
    slip(p, 5, J * solved[0], mb * g * sin(q1) + tq)
    rate = Matrix([v1, solved[0], solved[1]])
    at = {q1: 0, v1: 0, v2: 0, tq: 0}
    A = rate.jacobian(Matrix([q1, v1, v2])).subs(at)
    B = rate.diff(tq).subs(at)
    hold(p, 6, (A, Matrix([[0, 1, 0], [mb * g / J, 0, 0], [-mb * g / J, 0, 0]])), (B, Matrix([0, -1 / J, (J + I2) / (J * I2)])))
    slip(p, 6, B[2], 1 / I2)


for robot in (elbow, pointarm, polar, cartpole, furuta, flexjoint, cylinder, turret, scara, anthro, threer, wheelpend):
    robot()

wanted = set()
for part in open(FOLDER / "right.md").read().split("\n# "):
    title = part.removeprefix("# ").split(" (")[0]
    for piece in part.split("\\tag{")[1:]:
        wanted.add((title, int(piece.split("}")[0])))
for page, tag in sorted(wanted - set(held)):
    print("not confirmed:", page, tag)
for page, tag, why in bad:
    print(why + ":", page, tag)
assert len(open(FOLDER / "slips.tsv").readlines()) == len(failed), (len(failed),)
print(f"{len(held)} displays hold, {len(failed)} slips do not")
