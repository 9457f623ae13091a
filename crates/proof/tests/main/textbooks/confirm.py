"""Confirms right.md and wrong.md by a derivation of its own.

Every robot is derived here from the positions and orientations of its bodies: kinetic energy, Lagrange's
equations, Jacobians by differentiation. Every display is typed again below, independently of the LaTeX, and
compared with the derivation at three random points to 30 digits. A slip holds no longer if it differs at one.

Not covered: nothing is left out, but displays that only name a form (such as tau = M q'' + V + G, or a matrix
with entries that later displays define) are confirmed through the entries that the same page prints, and the
sign functions of dry friction are symbols."""

import random
import re
from pathlib import Path
import mpmath
import sympy as sp
from sympy import Matrix, Rational, cos, diag, eye, pi, sin, symbols, zeros

random.seed(7)
mpmath.mp.dps = 30
HALF = Rational(1, 2)
ORDINAL = {1: "", 2: ", second version", 3: ", third version"}
held, failed, broken, unbroken = [], [], [], []
current = ""
slips_on_page = 0


def page(title):
    global current, slips_on_page
    current = title
    slips_on_page = 0


def flat(thing):
    return list(thing) if isinstance(thing, (sp.MatrixBase, list, tuple)) else [thing]


def equal(left, right):
    """Whether two expressions, matrices or lists agree at random points."""
    left, right = flat(left), flat(right)
    if len(left) != len(right):
        raise ValueError("%s: %d entries against %d" % (current, len(left), len(right)))
    differences = [sp.sympify(a) - sp.sympify(b) for a, b in zip(left, right)]
    for difference in differences:
        names = sorted(difference.free_symbols, key=str)
        value = sp.lambdify(names, difference, "mpmath")
        for _ in range(3):
            point = [mpmath.mpf(random.randint(200, 1900)) / 997 for _ in names]
            if abs(value(*point)) > 1e-20:
                return False
    return True


def hold(tag, *pairs):
    """Display `tag` of the page: all pairs (derived, typed) agree."""
    good = all([equal(a, b) for a, b in pairs])
    (held if good else failed).append((current, str(tag)))
    if not good:
        print("FAILS:", current, tag, [equal(a, b) for a, b in pairs])


def slip(tag, derived, typed):
    """The next slip on the page, in the order of slips.tsv: derived and typed disagree."""
    global slips_on_page
    slips_on_page += 1
    name = current + ORDINAL[slips_on_page]
    bad = not equal(derived, typed)
    (broken if bad else unbroken).append((name, "%dw" % tag))
    if not bad:
        print("IS NO SLIP:", name, tag)


def coordinates(names):
    q = symbols(names)
    q = list(q) if isinstance(q, tuple) else [q]
    v = [symbols("v_" + str(x)) for x in q]
    a = [symbols("a_" + str(x)) for x in q]
    return q, v, a


class System:
    """Lagrange's equations from bodies (mass, position, rotation or None, inertia in body axes or None)."""

    def __init__(self, names):
        self.q, self.v, self.a = coordinates(names)
        self.T = sp.Integer(0)
        self.V = sp.Integer(0)

    def dt(self, x):
        """The time derivative."""
        def one(e):
            e = sp.sympify(e)
            return sum(e.diff(q) * v + e.diff(v) * a for q, v, a in zip(self.q, self.v, self.a))
        return x.applyfunc(one) if isinstance(x, sp.MatrixBase) else one(x)

    def omega(self, R):
        """The angular velocity in body axes."""
        S = R.T * self.dt(R)
        return Matrix([S[2, 1], S[0, 2], S[1, 0]])

    def body(self, m, p, gravity, R=None, inertia=None):
        u = self.dt(p)
        T = HALF * m * u.dot(u)
        if R is not None and inertia is not None:
            w = self.omega(R)
            T += HALF * (w.T * inertia * w)[0]
        self.T += T
        self.V += -m * p.dot(gravity)
        return T

    def finish(self):
        n = len(self.q)
        self.T = sp.expand(self.T)
        self.M = Matrix(n, n, lambda i, j: self.T.diff(self.v[i], self.v[j]))
        self.G = Matrix([self.V.diff(x) for x in self.q])
        self.p = Matrix([self.T.diff(x) for x in self.v])
        self.tau = Matrix([self.dt(self.T.diff(v)) - self.T.diff(q) + self.V.diff(q) for q, v in zip(self.q, self.v)])
        self.c = Matrix([t.subs({a: 0 for a in self.a}) for t in self.tau]) - self.G
        self.C = zeros(n, n)
        for k in range(n):
            for j in range(n):
                self.C[k, j] = sum(self.christoffel(i, j, k) * self.v[i] for i in range(n))

    def christoffel(self, i, j, k):
        """Of the first kind; i, j the velocities, k the row."""
        q, M = self.q, self.M
        return HALF * (M[k, j].diff(q[i]) + M[k, i].diff(q[j]) - M[i, j].diff(q[k]))


def vec(*entries):
    return Matrix(entries)


def Rx(t):
    return Matrix([[1, 0, 0], [0, cos(t), -sin(t)], [0, sin(t), cos(t)]])


def Ry(t):
    return Matrix([[cos(t), 0, sin(t)], [0, 1, 0], [-sin(t), 0, cos(t)]])


def Rz(t):
    return Matrix([[cos(t), -sin(t), 0], [sin(t), cos(t), 0], [0, 0, 1]])


def frame(R, p):
    T = eye(4)
    T[:3, :3] = R
    T[:3, 3] = p
    return T


def dh(a, alpha, d, theta):
    """Standard Denavit-Hartenberg transform."""
    return frame(Rz(theta), vec(0, 0, d)) * frame(Rx(alpha), vec(a, 0, 0))


def craig(alpha, a, d, theta):
    """Modified Denavit-Hartenberg transform."""
    return frame(Rx(alpha), vec(a, 0, 0)) * frame(Rz(theta), vec(0, 0, d))


def zzonly(I):
    return diag(0, 0, I)


def along(t, r):
    return vec(r * cos(t), r * sin(t), 0)


g, m1, m2, m3, m4, l1, l2, l4 = symbols("g m1 m2 m3 m4 l1 l2 l4")
lc1, lc2, lc3, lc4, I1, I2, I3, I4 = symbols("lc1 lc2 lc3 lc4 I1 I2 I3 I4")
down_y, down_z = vec(0, -g, 0), vec(0, 0, -g)


def elbow():
    S = System("q1 q2")
    (q1, q2), (v1, v2), (a1, a2) = S.q, S.v, S.a
    p1 = along(q1, lc1)
    p2 = along(q1, l1) + along(q1 + q2, lc2)
    S.body(m1, p1, down_y, Rz(q1), zzonly(I1))
    S.body(m2, p2, down_y, Rz(q1 + q2), zzonly(I2))
    S.finish()
    tip = along(q1, l1) + along(q1 + q2, l2)
    c1, s1, c2, s2, c12, s12 = cos(q1), sin(q1), cos(q2), sin(q2), cos(q1 + q2), sin(q1 + q2)
    A1 = Matrix([[c1, -s1, 0, l1 * c1], [s1, c1, 0, l1 * s1], [0, 0, 1, 0], [0, 0, 0, 1]])
    A2 = Matrix([[c2, -s2, 0, l2 * c2], [s2, c2, 0, l2 * s2], [0, 0, 1, 0], [0, 0, 0, 1]])
    T = frame(Rz(q1 + q2), tip)

    page("The planar elbow manipulator: forward kinematics")
    hold(1, (T, dh(l1, 0, 0, q1) * dh(l2, 0, 0, q2)))
    hold(2, (frame(Rz(q1), along(q1, l1)), A1))
    hold(3, (frame(Rz(q2), along(q2, l2)), A2))
    hold(4, (T, A1 * A2), (T, Matrix([[c12, -s12, 0, l1 * c1 + l2 * c12], [s12, c12, 0, l1 * s1 + l2 * s12], [0, 0, 1, 0], [0, 0, 0, 1]])))
    hold(5, (tip[:2], [l1 * c1 + l2 * c12, l1 * s1 + l2 * s12]))
    slip(4, T[1, 3], l1 * s1 + l2 * s1 * s2)
    slip(2, Rz(q1)[0, 1], s1)
    slip(1, T, dh(l1, 0, 0, q1) * dh(l1, 0, 0, q2))

    page("The planar elbow manipulator: velocity kinematics")
    z = vec(0, 0, 1)
    J = Matrix.vstack(tip.jacobian(S.q), Matrix([[0, 0], [0, 0], [1, 1]]))
    o1 = vec(l1 * c1, l1 * s1, 0)
    o2 = vec(l1 * c1 + l2 * c12, l1 * s1 + l2 * s12, 0)
    hold(1, (J, Matrix.hstack(Matrix.vstack(z.cross(o2), z), Matrix.vstack(z.cross(o2 - o1), z))))
    hold(2, (along(q1, l1), o1), (tip, o2))
    hold(3, (Rz(q1)[:, 2], z), (Rz(q1 + q2)[:, 2], z))
    hold(4, (J, Matrix([[-l1 * s1 - l2 * s12, -l2 * s12], [l1 * c1 + l2 * c12, l2 * c12], [0, 0], [0, 0], [0, 0], [1, 1]])))
    acc = S.dt(S.dt(tip))
    hold(5, (acc[0], -(l1 * s1 + l2 * s12) * a1 - l2 * s12 * a2 - l1 * c1 * v1**2 - l2 * c12 * (v1 + v2)**2),
         (acc[1], (l1 * c1 + l2 * c12) * a1 + l2 * c12 * a2 - l1 * s1 * v1**2 - l2 * s12 * (v1 + v2)**2))
    slip(4, J[1, 1], l2 * s12)
    slip(5, acc[0], -(l1 * s1 + l2 * s12) * a1 - l2 * s12 * a2 - l1 * c1 * v1**2 - l2 * c12 * (v1**2 + v2**2))

    page("The planar elbow manipulator: inertia matrix")
    J1 = Matrix([[-lc1 * s1, 0], [lc1 * c1, 0], [0, 0]])
    J2 = Matrix([[-l1 * s1 - lc2 * s12, -lc2 * s12], [l1 * c1 + lc2 * c12, lc2 * c12], [0, 0]])
    hold(1, (p1.jacobian(S.q), J1), (S.dt(p1), J1 * Matrix(S.v)))
    hold(2, (p2.jacobian(S.q), J2))
    hold(3, (Rz(q1) * S.omega(Rz(q1)), vec(0, 0, v1)), (S.omega(Rz(q1 + q2)), vec(0, 0, v1 + v2)))
    v = Matrix(S.v)
    rot = HALF * (v.T * (I1 * Matrix([[1, 0], [0, 0]]) + I2 * Matrix([[1, 1], [1, 1]])) * v)[0]
    hold(4, (S.T.subs({m1: 0, m2: 0}), rot))
    hold(5, (S.M, m1 * J1.T * J1 + m2 * J2.T * J2 + Matrix([[I1 + I2, I2], [I2, I2]])))
    d11 = m1 * lc1**2 + m2 * (l1**2 + lc2**2 + 2 * l1 * lc2 * c2) + I1 + I2
    d12 = m2 * (lc2**2 + l1 * lc2 * c2) + I2
    d22 = m2 * lc2**2 + I2
    hold(6, (S.M, [d11, d12, d12, d22]))
    slip(6, S.M[0, 0], m1 * lc1**2 + m2 * (l1**2 + lc2**2 + l1 * lc2 * c2) + I1 + I2)
    slip(2, p2.jacobian(S.q)[0, 0], -l1 * s1 - l2 * s12)
    slip(5, S.M, m1 * J1.T * J1 + m2 * J2.T * J2 + Matrix([[I1, I2], [I2, I2]]))

    page("The planar elbow manipulator: Christoffel symbols")
    h = -m2 * l1 * lc2 * s2
    ch = S.christoffel
    hold(1, ([ch(0, 0, 0), ch(0, 1, 0), ch(1, 0, 0), ch(1, 1, 0), ch(0, 0, 1), ch(0, 1, 1), ch(1, 0, 1), ch(1, 1, 1)], [0, h, h, h, -h, 0, 0, 0]),
         ([d11.diff(q1) / 2, d11.diff(q2) / 2, d12.diff(q2) - d22.diff(q1) / 2, d12.diff(q1) - d11.diff(q2) / 2, d22.diff(q1) / 2, d22.diff(q2) / 2],
          [0, h, h, -h, 0, 0]))
    P1 = m1 * g * lc1 * s1
    P2 = m2 * g * (l1 * s1 + lc2 * s12)
    hold(2, (m1 * g * p1[1], P1), (m2 * g * p2[1], P2), (S.V, P1 + P2))
    g1 = (m1 * lc1 + m2 * l1) * g * c1 + m2 * lc2 * g * c12
    g2 = m2 * lc2 * g * c12
    hold(3, (S.G, [g1, g2]))
    hold(4, (S.tau, [d11 * a1 + d12 * a2 + h * v1 * v2 + h * v2 * v1 + h * v2**2 + g1, d12 * a1 + d22 * a2 - h * v1**2 + g2]))
    hold(5, (S.C, Matrix([[h * v2, h * v2 + h * v1], [-h * v1, 0]])))
    slip(1, ch(0, 0, 1), h)
    slip(5, S.C * v, Matrix([[h * v2, h * v2 + h * v1], [h * v1, 0]]) * v)
    slip(3, S.G[0], (m1 * lc1 + m1 * l1) * g * c1 + m2 * lc2 * g * c12)

    page("The planar elbow manipulator: structural properties")
    t1 = m1 * lc1**2 + m2 * (l1**2 + lc2**2) + I1 + I2
    t2, t3, t4, t5 = m2 * l1 * lc2, m2 * lc2**2 + I2, m1 * lc1 + m2 * l1, m2 * lc2
    D = Matrix([[t1 + 2 * t2 * c2, t3 + t2 * c2], [t3 + t2 * c2, t3]])
    Y = Matrix([[a1, c2 * (2 * a1 + a2) - s2 * (v2**2 + 2 * v1 * v2), a2, g * c1, g * c12],
                [0, c2 * a1 + s2 * v1**2, a1 + a2, 0, g * c12]])
    hold(1, (S.M, D), (S.tau, Y * vec(t1, t2, t3, t4, t5)))
    hold(2, (S.M, D))
    hold(3, (S.G, [t4 * g * c1 + t5 * g * c12, t5 * g * c12]))
    N = S.dt(S.M) - 2 * S.C
    n = t2 * s2 * (2 * v1 + v2)
    hold(4, (N, Matrix([[0, n], [-n, 0]])))
    hold(5, (S.tau, Y * vec(t1, t2, t3, t4, t5)))
    slip(4, N[0, 1], t2 * s2 * (v1 + v2))
    slip(5, S.tau[0], t1 * a1 + t2 * (c2 * (2 * a1 + a2) - s2 * (v2**2 + v1 * v2)) + t3 * a2 + t4 * g * c1 + t5 * g * c12)


def pointarm():
    S = System("th1 th2")
    (q1, q2), (v1, v2), (a1, a2) = S.q, S.v, S.a
    p1 = along(q1, l1)
    p2 = p1 + along(q1 + q2, l2)
    S.body(m1, p1, down_y)
    S.body(m2, p2, down_y)
    S.finish()
    v = Matrix(S.v)
    c1, s1, c2, s2, c12, s12 = cos(q1), sin(q1), cos(q2), sin(q2), cos(q1 + q2), sin(q1 + q2)
    R1, R2 = Rz(q1), Rz(q1 + q2)
    up = vec(0, g, 0)

    page("Iterative Newton-Euler dynamics of a two-link arm")
    acc1 = R1.T * (S.dt(S.dt(p1)) + up)
    hold(1, (S.omega(R1), vec(0, 0, v1)), (acc1, vec(-l1 * v1**2 + g * s1, l1 * a1 + g * c1, 0)))
    hold(2, (m1 * acc1, vec(-m1 * l1 * v1**2 + m1 * g * s1, m1 * l1 * a1 + m1 * g * c1, 0)))
    acc2 = R2.T * (S.dt(S.dt(p1)) + up)
    hold(3, (acc2, vec(l1 * a1 * s2 - l1 * v1**2 * c2 + g * s12, l1 * a1 * c2 + l1 * v1**2 * s2 + g * c12, 0)))
    F2 = m2 * R2.T * (S.dt(S.dt(p2)) + up)
    hold(4, (F2, vec(m2 * l1 * a1 * s2 - m2 * l1 * v1**2 * c2 + m2 * g * s12 - m2 * l2 * (v1 + v2)**2,
                     m2 * l1 * a1 * c2 + m2 * l1 * v1**2 * s2 + m2 * g * c12 + m2 * l2 * (a1 + a2), 0)))
    tau2 = m2 * l2**2 * (a1 + a2) + m2 * l1 * l2 * c2 * a1 + m2 * l1 * l2 * s2 * v1**2 + m2 * l2 * g * c12
    hold(5, (S.tau[1], tau2), (S.tau[1], l2 * F2[1]))
    head = m2 * l2**2 * (a1 + a2) + m2 * l1 * l2 * c2 * (2 * a1 + a2)
    tail = -m2 * l1 * l2 * s2 * v2**2 - 2 * m2 * l1 * l2 * s2 * v1 * v2 + m2 * l2 * g * c12 + (m1 + m2) * l1 * g * c1
    hold(6, (S.tau[0], head + (m1 + m2) * l1**2 * a1 + tail))
    slip(4, F2[0], m2 * l1 * a1 * s2 - m2 * l1 * v1**2 * c2 + m2 * g * s12 - m2 * l2 * (v1 + v2))
    slip(1, acc1[0], -l1 * v1**2 + g * c1)
    slip(6, S.tau[0], head + (m1 + m2 * l1**2) * a1 + tail)

    page("The state-space equation of the two-link arm")
    M = Matrix([[l2**2 * m2 + 2 * l1 * l2 * m2 * c2 + l1**2 * (m1 + m2), l2**2 * m2 + l1 * l2 * m2 * c2],
                [l2**2 * m2 + l1 * l2 * m2 * c2, l2**2 * m2]])
    V = vec(-m2 * l1 * l2 * s2 * v2**2 - 2 * m2 * l1 * l2 * s2 * v1 * v2, m2 * l1 * l2 * s2 * v1**2)
    G = vec(m2 * l2 * g * c12 + (m1 + m2) * l1 * g * c1, m2 * l2 * g * c12)
    hold(1, (S.tau, M * Matrix(S.a) + V + G))
    hold(2, (S.M, M))
    hold(3, (S.c, V))
    hold(4, (S.G, G))
    B = vec(-2 * m2 * l1 * l2 * s2, 0)
    C = Matrix([[0, -m2 * l1 * l2 * s2], [m2 * l1 * l2 * s2, 0]])
    squares = vec(v1**2, v2**2)
    hold(5, (S.c, B * v1 * v2 + C * squares))
    slip(3, S.c[0], -m2 * l1 * l2 * s2 * v2**2 - m2 * l1 * l2 * s2 * v1 * v2)
    slip(5, S.c, B * v1 * v2 + C.T * squares)
    slip(2, S.M[0, 0], l2**2 * m2 + 2 * l1 * l2 * m2 * c2 + l1 * (m1 + m2))

    page("Velocities and static forces of the two-link arm")
    T12 = Matrix([[c2, -s2, 0, l1], [s2, c2, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1]])
    hold(1, (craig(0, 0, 0, q1), Matrix([[c1, -s1, 0, 0], [s1, c1, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1]])),
         (craig(0, l1, 0, q2), T12),
         (frame(R2, p2), craig(0, 0, 0, q1) * T12 * frame(eye(3), vec(l2, 0, 0))))
    hold(2, (S.omega(R2), vec(0, 0, v1 + v2)), (R2.T * S.dt(p1), vec(l1 * s2 * v1, l1 * c2 * v1, 0)))
    tip = R2.T * S.dt(p2)
    hold(3, (tip, vec(l1 * s2 * v1, l1 * c2 * v1 + l2 * (v1 + v2), 0)))
    J0 = p2.jacobian(S.q)
    J3 = R2.T * J0
    K = Matrix([[l1 * s2, 0], [l1 * c2 + l2, l2]])
    hold(4, (J3[:2, :], K), (J0[:2, :], Matrix([[-l1 * s1 - l2 * s12, -l2 * s12], [l1 * c1 + l2 * c12, l2 * c12]])))
    hold(5, (J0[:2, :].det(), l1 * l2 * s2), (K.det(), l1 * l2 * s2))
    fx, fy = symbols("fx fy")
    hold(6, (J3[:2, :].T * vec(fx, fy), Matrix([[l1 * s2, l2 + l1 * c2], [0, l2]]) * vec(fx, fy)))
    slip(3, tip[1], l1 * c2 * v1 + l2 * v2)
    slip(6, J3[:2, :].T * vec(fx, fy), Matrix([[l1 * s2, 0], [l2 + l1 * c2, l2]]) * vec(fx, fy))
    slip(1, craig(0, l1, 0, q2)[0, 3], l2)

    page("The Cartesian state-space equation")
    J = J3[:2, :]
    hold(1, (J, K))
    inverse = J.inv()
    hold(2, (inverse, Matrix([[l2, 0], [-l1 * c2 - l2, l1 * s2]]) / (l1 * l2 * s2)))
    hold(3, (S.dt(J), Matrix([[l1 * c2 * v2, 0], [-l1 * s2 * v2, 0]])))
    Mx = inverse.T * S.M * inverse
    hold(4, (Mx, Matrix([[m2 + m1 / s2**2, 0], [0, m2]])))
    hold(5, (inverse.T * S.G, vec(m1 * g * c1 / s2 + m2 * g * s12, m2 * g * c12)))
    slip(4, Mx[0, 0], m2 + m1 / s2)
    slip(2, inverse[1, 0], (-l1 * c2 + l2) / (l1 * l2 * s2))


def motorarm():
    S = System("th1 th2")
    (q1, q2), (v1, v2), (a1, a2) = S.q, S.v, S.a
    L, ml1, ml2, mm2, Il1, Il2, Im1, Im2, k1, k2, F1, F2 = symbols("a_1 ml1 ml2 mm2 Il1 Il2 Im1 Im2 kr1 kr2 Fv1 Fv2")
    c1, s1, c2, s2, c12, s12 = cos(q1), sin(q1), cos(q2), sin(q2), cos(q1 + q2), sin(q1 + q2)
    p1, elbow_, p2 = along(q1, l1), along(q1, L), along(q1, L) + along(q1 + q2, l2)
    links = S.body(ml1, p1, down_y, Rz(q1), zzonly(Il1)) + S.body(ml2, p2, down_y, Rz(q1 + q2), zzonly(Il2))
    motors = S.body(mm2, elbow_, down_y, Rz(q1 + k2 * q2), zzonly(Im2))
    base = HALF * Im1 * (k1 * v1)**2
    S.T += base
    S.finish()
    tau = S.tau + vec(F1 * v1, F2 * v2)

    page("Two-link planar arm with motors: inertia matrix")
    hold(1, (p1.jacobian(S.q), Matrix([[-l1 * s1, 0], [l1 * c1, 0], [0, 0]])),
         (p2.jacobian(S.q), Matrix([[-L * s1 - l2 * s12, -l2 * s12], [L * c1 + l2 * c12, l2 * c12], [0, 0]])))
    rotor = S.omega(Rz(q1 + k2 * q2)).jacobian(S.v)
    hold(2, (elbow_.jacobian(S.q), Matrix([[-L * s1, 0], [L * c1, 0], [0, 0]])), (rotor, Matrix([[0, 0], [0, 0], [1, k2]])))
    b11 = Il1 + ml1 * l1**2 + k1**2 * Im1 + Il2 + ml2 * (L**2 + l2**2 + 2 * L * l2 * c2) + Im2 + mm2 * L**2
    b12 = Il2 + ml2 * (l2**2 + L * l2 * c2) + k2 * Im2
    b22 = Il2 + ml2 * l2**2 + k2**2 * Im2
    hold(3, (S.M, [b11, b12, b12, b22]))
    hold(4, (S.M, [b11, b12, b12, b22]))
    slip(4, S.M[0, 1], Il2 + ml2 * (l2**2 + L * l2 * c2) + k2**2 * Im2)
    slip(2, rotor, Matrix([[0, 0], [0, 0], [k2, 1]]))

    page("Two-link planar arm with motors: equations of motion")
    h = -ml2 * L * l2 * s2
    ch = S.christoffel
    hold(1, ([ch(0, 0, 0), ch(0, 1, 0), ch(1, 1, 0), ch(0, 0, 1)], [0, h, h, -h]),
         ([b11.diff(q2) / 2, b12.diff(q2) - b22.diff(q1) / 2, b12.diff(q1) - b11.diff(q2) / 2], [h, h, -h]))
    hold(2, (S.C, Matrix([[h * v2, h * (v1 + v2)], [-h * v1, 0]])))
    g1 = (ml1 * l1 + mm2 * L + ml2 * L) * g * c1 + ml2 * l2 * g * c12
    hold(3, (S.G, [g1, ml2 * l2 * g * c12]))
    rest = b11 * a1 + b12 * a2 - 2 * ml2 * L * l2 * s2 * v1 * v2 - ml2 * L * l2 * s2 * v2**2 + g1
    hold(4, (tau[0], rest + F1 * v1))
    hold(5, (tau[1], b12 * a1 + b22 * a2 + ml2 * L * l2 * s2 * v1**2 + ml2 * l2 * g * c12 + F2 * v2))
    slip(3, S.G[0], (ml1 * l1 + mm2 * l1 + ml2 * L) * g * c1 + ml2 * l2 * g * c12)
    slip(4, tau[0], rest + F1 * q1)

    page("Energies of the two-link arm with motors")
    hold(1, (links, HALF * (Il1 + ml1 * l1**2) * v1**2 + HALF * Il2 * (v1 + v2)**2
             + HALF * ml2 * (L**2 * v1**2 + l2**2 * (v1 + v2)**2 + 2 * L * l2 * c2 * v1 * (v1 + v2))))
    hold(2, (motors + base, HALF * k1**2 * Im1 * v1**2 + HALF * mm2 * L**2 * v1**2 + HALF * Im2 * (v1 + k2 * v2)**2))
    hold(3, (S.V, ml1 * g * l1 * s1 + mm2 * g * L * s1 + ml2 * g * (L * s1 + l2 * s12)))
    hold(4, (S.p[1], (Il2 + ml2 * (l2**2 + L * l2 * c2) + k2 * Im2) * v1 + (Il2 + ml2 * l2**2 + k2**2 * Im2) * v2))
    slip(2, motors + base, HALF * k1**2 * Im1 * v1**2 + HALF * mm2 * L**2 * v1**2 + HALF * Im2 * (k2 * v1 + v2)**2)


def rods3r():
    S = System("th1 th2 th3")
    (q1, q2, q3), (v1, v2, v3), (w1, w2, w3) = S.q, S.v, S.a
    a1, a2, a3 = symbols("a1 a2 a3")
    q12, q123 = q1 + q2, q1 + q2 + q3
    c1, s1, c2, s2, c3, s3 = cos(q1), sin(q1), cos(q2), sin(q2), cos(q3), sin(q3)
    c12, s12, c23, s23, c123, s123 = cos(q12), sin(q12), cos(q2 + q3), sin(q2 + q3), cos(q123), sin(q123)
    joint2 = along(q1, a1)
    joint3 = joint2 + along(q12, a2)
    tip = joint3 + along(q123, a3)
    x1, x2, x3 = along(q1, a1 / 2), joint2 + along(q12, a2 / 2), joint3 + along(q123, a3 / 2)
    S.body(m1, x1, down_y, Rz(q1), zzonly(m1 * a1**2 / 12))
    S.body(m2, x2, down_y, Rz(q12), zzonly(m2 * a2**2 / 12))
    S.body(m3, x3, down_y, Rz(q123), zzonly(m3 * a3**2 / 12))
    S.finish()

    page("Three-link planar arm: direct kinematics")
    px, py = a1 * c1 + a2 * c12 + a3 * c123, a1 * s1 + a2 * s12 + a3 * s123
    hold(1, (frame(Rz(q123), tip), Matrix([[c123, -s123, 0, px], [s123, c123, 0, py], [0, 0, 1, 0], [0, 0, 0, 1]])))
    hold(2, ([tip[0], tip[1], q123], [px, py, q1 + q2 + q3]))
    J = Matrix([tip[0], tip[1], q123]).jacobian(S.q)
    hold(3, (J, Matrix([[-a1 * s1 - a2 * s12 - a3 * s123, -a2 * s12 - a3 * s123, -a3 * s123],
                        [a1 * c1 + a2 * c12 + a3 * c123, a2 * c12 + a3 * c123, a3 * c123], [1, 1, 1]])))
    hold(4, (J.det(), a1 * a2 * s2))
    hold(5, (S.dt(joint3)[:2], [-a1 * s1 * v1 - a2 * s12 * (v1 + v2), a1 * c1 * v1 + a2 * c12 * (v1 + v2)]))
    slip(3, J[1, 2], -a3 * c123)
    slip(4, J.det(), a1 * a2 * s3)

    page("Three-link planar arm: gravity and statics")
    hold(1, ([x1[1], x2[1], x3[1]], [a1 * s1 / 2, a1 * s1 + a2 * s12 / 2, a1 * s1 + a2 * s12 + a3 * s123 / 2]))
    hold(2, (S.V, (m1 / 2 + m2 + m3) * g * a1 * s1 + (m2 / 2 + m3) * g * a2 * s12 + m3 * g * a3 * s123 / 2))
    G3 = m3 * g * a3 * c123 / 2
    G2 = G3 + (m2 / 2 + m3) * g * a2 * c12
    G1 = G2 + (m1 / 2 + m2 + m3) * g * a1 * c1
    hold(3, (S.G, [G1, G2, G3]))
    Fx, Fy = symbols("Fx Fy")
    torque = J[:2, :].T * vec(Fx, Fy)
    hold(4, (torque, [-(a1 * s1 + a2 * s12 + a3 * s123) * Fx + (a1 * c1 + a2 * c12 + a3 * c123) * Fy,
                      -(a2 * s12 + a3 * s123) * Fx + (a2 * c12 + a3 * c123) * Fy, -a3 * s123 * Fx + a3 * c123 * Fy]))
    slip(2, S.V, (m1 / 2 + m2 + m3) * g * a1 * s1 + (m2 + m3) * g * a2 * s12 + m3 * g * a3 * s123 / 2)
    slip(4, torque[2], -a3 * s123 * Fy + a3 * c123 * Fx)

    page("Three-link planar arm: the inertia matrix")
    r = symbols("r")
    rod = sp.integrate(m1 / a1 * r**2, (r, -a1 / 2, a1 / 2))
    hold(1, (rod, m1 * a1**2 / 12))
    H33 = m3 * a3**2 / 3
    H23 = H33 + m3 * a2 * a3 * c3 / 2
    H22 = m2 * a2**2 / 3 + m3 * (a2**2 + a3**2 / 3 + a2 * a3 * c3)
    H13 = H23 + m3 * a1 * a3 * c23 / 2
    H12 = H22 + (m2 / 2 + m3) * a1 * a2 * c2 + m3 * a1 * a3 * c23 / 2
    H11 = m1 * a1**2 / 3 + m2 * (a1**2 + a2**2 / 3 + a1 * a2 * c2) \
        + m3 * (a1**2 + a2**2 + a3**2 / 3 + 2 * a1 * a2 * c2 + a2 * a3 * c3 + a1 * a3 * c23)
    hold(2, (S.M[2, 2], H33))
    hold(3, (S.M[1, 2], H23), (S.M[1, 1], H22))
    hold(4, (S.M[0, 2], H13), (S.M[0, 1], H12))
    hold(5, (S.M[0, 0], H11))
    inertial = H13 * w1 + H23 * w2 + H33 * w3
    hold(6, (S.tau[2], inertial + m3 * a3 / 2 * (a1 * s23 * v1**2 + a2 * s3 * (v1 + v2)**2) + m3 * g * a3 * c123 / 2))
    slip(1, rod, m1 * a1**2 / 3)
    slip(6, S.tau[2], inertial + m3 * a3 / 2 * (a1 * s23 * v1**2 + a2 * s2 * (v1 + v2)**2) + m3 * g * a3 * c123 / 2)


def polar():
    S = System("th1 d2")
    (q1, d2), (v1, u), (w1, b) = S.q, S.v, S.a
    Iz1, Iz2 = symbols("Izz1 Izz2")
    p2 = along(q1, d2)
    k1 = S.body(m1, along(q1, l1), down_y, Rz(q1), zzonly(Iz1))
    k2 = S.body(m2, p2, down_y, Rz(q1), zzonly(Iz2))
    S.finish()
    c, s = cos(q1), sin(q1)
    A = m1 * l1**2 + Iz1 + Iz2 + m2 * d2**2

    page("Lagrangian dynamics of the RP manipulator")
    hold(1, (k1, HALF * m1 * l1**2 * v1**2 + HALF * Iz1 * v1**2), (k2, HALF * m2 * (d2**2 * v1**2 + u**2) + HALF * Iz2 * v1**2))
    hold(2, (S.T, HALF * A * v1**2 + HALF * m2 * u**2))
    hold(3, (S.V, g * (m1 * l1 + m2 * d2) * s))
    hold(4, (S.p, [A * v1, m2 * u]), ([S.T.diff(q1), S.T.diff(d2)], [0, m2 * d2 * v1**2]),
         (S.G, [g * (m1 * l1 + m2 * d2) * c, g * m2 * s]))
    hold(5, (S.tau, [A * w1 + 2 * m2 * d2 * v1 * u + (m1 * l1 + m2 * d2) * g * c, m2 * b - m2 * d2 * v1**2 + m2 * g * s]))
    slip(5, S.tau[0], A * w1 + 2 * m2 * d2 * v1 * d2 + (m1 * l1 + m2 * d2) * g * c)
    slip(4, S.G[1], g * m2 * c)
    slip(1, k2, HALF * m2 * (d2 * v1**2 + u**2) + HALF * Iz2 * v1**2)

    page("The RP manipulator in matrix form")
    hold(1, (S.M, Matrix([[A, 0], [0, m2]])))
    hold(2, (S.c, [2 * m2 * d2 * v1 * u, -m2 * d2 * v1**2]))
    hold(3, (S.G, [(m1 * l1 + m2 * d2) * g * c, m2 * g * s]))
    tip = S.dt(p2)[:2]
    hold(4, (tip, Matrix([[-d2 * s, c], [d2 * c, s]]) * vec(v1, u)))
    hold(5, ((Rz(q1).T * S.dt(S.dt(p2)))[:2], [b - d2 * v1**2, d2 * w1 + 2 * u * v1]))
    slip(4, tip, Matrix([[d2 * c, s], [-d2 * s, c]]) * vec(v1, u))
    slip(1, S.M[0, 0], m1 * l1**2 + Iz1 + m2 * d2**2)


def cartesian():
    S = System("d1 d2")
    (d1, d2), (v1, v2), (a1, a2) = S.q, S.v, S.a
    ml1, ml2, mm2, Im1, Im2, k1, k2 = symbols("ml1 ml2 mm2 Im1 Im2 kr1 kr2")
    p1, p2 = vec(0, 0, d1), vec(d2, 0, d1)
    S.body(ml1, p1, down_z)
    S.body(mm2, p1, down_z)
    S.body(ml2, p2, down_z)
    S.T += HALF * Im1 * (k1 * v1)**2 + HALF * Im2 * (k2 * v2)**2
    S.finish()

    page("Two-link Cartesian arm")
    hold(1, (p1.jacobian(S.q), Matrix([[0, 0], [0, 0], [1, 0]])), (p2.jacobian(S.q), Matrix([[0, 1], [0, 0], [1, 0]])))
    hold(2, (S.M, Matrix([[ml1 + mm2 + k1**2 * Im1 + ml2, 0], [0, ml2 + k2**2 * Im2]])))
    hold(3, (S.G, [(ml1 + mm2 + ml2) * g, 0]))
    hold(4, (S.tau, [(ml1 + mm2 + k1**2 * Im1 + ml2) * a1 + (ml1 + mm2 + ml2) * g, (ml2 + k2**2 * Im2) * a2]))
    slip(3, S.G[0], (ml1 + mm2 + k1**2 * Im1 + ml2) * g)


def cartpole():
    S = System("x th")
    (x, q), (u, v), (b_x, w) = S.q, S.v, S.a
    M, m, l, J, b, F = symbols("M m l J b F")
    c, s = cos(q), sin(q)
    pole = vec(x + l * s, 0, l * c)
    S.body(M, vec(x, 0, 0), down_z)
    S.body(m, pole, down_z, Ry(q), diag(0, J, 0))
    S.finish()
    tau = S.tau + vec(b * u, 0)

    page("The cart-pole system")
    hold(1, ((vec(x, 0, 0) + Ry(q) * vec(0, 0, l))[0], x + l * s), ((Ry(q) * vec(0, 0, l))[2], l * c))
    hold(2, (S.T, HALF * (M + m) * u**2 + m * l * u * v * c + HALF * (J + m * l**2) * v**2))
    hold(3, (S.V, m * g * l * c))
    first = (M + m) * b_x + m * l * c * w - m * l * s * v**2 + b * u
    hold(4, (tau, [first, m * l * c * b_x + (J + m * l**2) * w - m * g * l * s]))
    mass = Matrix([[M + m, m * l * c], [m * l * c, J + m * l**2]])
    cor = Matrix([[0, -m * l * v * s], [0, 0]])
    rest = vec(b * u, -m * g * l * s)
    hold(5, (tau, mass * vec(b_x, w) + cor * vec(u, v) + rest))
    slip(4, tau[1], m * l * c * b_x + (J + m * l**2) * w + m * g * l * s)
    slip(5, tau, mass * vec(b_x, w) + cor.T * vec(u, v) + rest)

    page("The cart-pole system: forward dynamics and energy")
    Jt = J + m * l**2
    delta = (M + m) * Jt - m**2 * l**2 * c**2
    solution = S.M.inv() * (vec(F, 0) - vec(b * u, 0) - S.c - S.G)
    hold(1, (S.M.det(), delta))
    hold(2, (solution[0], (Jt * (F - b * u + m * l * v**2 * s) - m**2 * l**2 * g * s * c) / delta))
    hold(3, (solution[1], ((M + m) * m * g * l * s - m * l * c * (F - b * u + m * l * v**2 * s)) / delta))
    E = HALF * (M + m) * u**2 + m * l * u * v * c + HALF * Jt * v**2 + m * g * l * c
    hold(4, (S.T + S.V, E))
    rate = S.dt(S.T + S.V).subs({b_x: solution[0], w: solution[1]})
    hold(5, (rate, F * u - b * u**2))
    slip(1, S.M.det(), (M + m) * Jt - m**2 * l**2 * c)
    slip(5, rate, F * u - b * u)

    page("The cart-pole system: linearization")
    still = {x: 0, q: 0, u: 0, v: 0}
    near = [sum(t.diff(y).subs(still).subs({b_x: 0, w: 0}) * y for y in S.q + S.v + S.a) for t in tau]
    hold(1, (near, [(M + m) * b_x + m * l * w + b * u, m * l * b_x + (J + m * l**2) * w - m * g * l * q]))
    p = (M + m) * (J + m * l**2) - m**2 * l**2
    right = vec(u, v, solution[0], solution[1])
    A = right.jacobian([x, q, u, v]).subs(still).subs(F, 0)
    B = right.jacobian([F]).subs(still)
    hold(2, (A, Matrix([[0, 0, 1, 0], [0, 0, 0, 1], [0, -m**2 * l**2 * g / p, -(J + m * l**2) * b / p, 0], [0, m * g * l * (M + m) / p, m * l * b / p, 0]])))
    hold(3, (B, [0, 0, (J + m * l**2) / p, -m * l / p]))
    hold(4, (S.M.det().subs(still), p), (p, J * (M + m) + M * m * l**2))
    slip(2, A[2, 1], m**2 * l**2 * g / p)
    slip(4, p, J * (M + m) + M * m * l)


def crane():
    S = System("x th l")
    (x, q, l), (u, v, k), (b, w, j) = S.q, S.v, S.a
    mt, mp, Dx = symbols("mt mp Dx")
    c, s = cos(q), sin(q)
    load = vec(x, 0, 0) + Ry(-q) * vec(0, 0, -l)
    S.body(mt, vec(x, 0, 0), down_z)
    S.body(mp, load, down_z)
    S.finish()
    tau = S.tau + vec(Dx * u, 0, 0)

    page("Overhead crane with variable rope length")
    hold(1, ([load[0], load[2]], [x + l * s, -l * c]))
    speed = S.dt(load)
    hold(2, (speed.dot(speed), u**2 + k**2 + l**2 * v**2 + 2 * u * (k * s + l * v * c)))
    hold(3, (S.T - S.V, HALF * (mt + mp) * u**2 + HALF * mp * (k**2 + l**2 * v**2) + mp * u * (k * s + l * v * c) + mp * g * l * c))
    hold(4, (tau[0], (mt + mp) * b + mp * l * c * w + mp * s * j + 2 * mp * c * k * v - mp * l * s * v**2 + Dx * u))
    hold(5, (tau[1] / (mp * l), l * w + c * b + 2 * k * v + g * s))
    hold(6, (tau[2], mp * j + mp * s * b - mp * l * v**2 - mp * g * c))
    slip(5, tau[1] / (mp * l), l * w + c * b + k * v + g * s)
    slip(1, load[2], l * c)

    page("Overhead crane in matrix form")
    hold(1, (S.M, Matrix([[mt + mp, mp * l * c, mp * s], [mp * l * c, mp * l**2, 0], [mp * s, 0, mp]])))
    C = Matrix([[0, mp * c * k - mp * l * s * v, mp * c * v], [0, mp * l * k, mp * l * v], [0, -mp * l * v, 0]])
    vel = Matrix(S.v)
    hold(2, (S.C, C))
    hold(3, (S.G, [0, mp * g * l * s, -mp * g * c]), (tau - S.tau, diag(Dx, 0, 0) * vel))
    hold(4, (S.M.det(), mt * mp**2 * l**2))
    sway = (tau[1] / (mp * l)).subs({k: 0, j: 0})
    hold(5, (sway.diff(q).subs({q: 0, v: 0, b: 0}) * q + sway.diff(w) * w + sway.diff(b).subs(q, 0) * b, l * w + g * q + b))
    wrong = Matrix([[0, mp * c * k - mp * l * s * v, mp * c * v], [0, mp * l * v, mp * l * k], [0, -mp * l * v, 0]])
    slip(2, S.C * vel, wrong * vel)
    slip(4, S.M.det(), mt * mp * l**2)


def scara():
    S = System("th1 th2 d3 th4")
    (q1, q2, d3, q4), (v1, v2, u3, v4) = S.q, S.v
    a1, a2, d4 = symbols("a1 a2 d4")
    c1, s1, c2, s2, c4, s4, c12, s12 = cos(q1), sin(q1), cos(q2), sin(q2), cos(q4), sin(q4), cos(q1 + q2), sin(q1 + q2)
    B1, B2, B3, B4 = dh(a1, 0, 0, q1), dh(a2, pi, 0, q2), dh(0, 0, d3, 0), dh(0, 0, d4, q4)
    T = B1 * B2 * B3 * B4

    page("The SCARA manipulator: forward kinematics")
    hold(1, (B1, Matrix([[c1, -s1, 0, a1 * c1], [s1, c1, 0, a1 * s1], [0, 0, 1, 0], [0, 0, 0, 1]])))
    hold(2, (B2, Matrix([[c2, s2, 0, a2 * c2], [s2, -c2, 0, a2 * s2], [0, 0, -1, 0], [0, 0, 0, 1]])))
    hold(3, (B3, Matrix([[1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 1, d3], [0, 0, 0, 1]])),
         (B4, Matrix([[c4, -s4, 0, 0], [s4, c4, 0, 0], [0, 0, 1, d4], [0, 0, 0, 1]])))
    hold(4, (T, Matrix([[c12 * c4 + s12 * s4, -c12 * s4 + s12 * c4, 0, a1 * c1 + a2 * c12],
                        [s12 * c4 - c12 * s4, -s12 * s4 - c12 * c4, 0, a1 * s1 + a2 * s12], [0, 0, -1, -d3 - d4], [0, 0, 0, 1]])))
    slip(2, B2[1, 1], c2)
    slip(4, T[2, 3], -d3 + d4)

    page("The SCARA manipulator: Jacobian")
    tip = T[:3, 3]
    R = T[:3, :3]
    w = R * S.omega(R)
    J = Matrix.vstack(tip.jacobian(S.q), w.jacobian(S.v))
    px, py = a1 * c1 + a2 * c12, a1 * s1 + a2 * s12
    hold(1, (B1[:3, 3], [a1 * c1, a1 * s1, 0]), ((B1 * B2)[:3, 3], [px, py, 0]), (tip, [px, py, -d3 - d4]))
    hold(2, ((B1 * B2)[:3, 2], [0, 0, -1]), ((B1 * B2 * B3)[:3, 2], [0, 0, -1]))
    hold(3, (J, Matrix([[-a1 * s1 - a2 * s12, -a2 * s12, 0, 0], [px, a2 * c12, 0, 0], [0, 0, -1, 0], [0, 0, 0, 0], [0, 0, 0, 0], [1, 1, 0, -1]])))
    hold(4, (S.dt(tip), [-a1 * s1 * v1 - a2 * s12 * (v1 + v2), a1 * c1 * v1 + a2 * c12 * (v1 + v2), -u3]))
    hold(5, (w, [0, 0, v1 + v2 - v4]))
    slip(3, J[5, 3], 1)


def assembly():
    S = System("th1 th2 th3 th4")
    (q1, q2, q3, q4), (v1, v2, v3, v4), (w1, w2, w3, w4) = S.q, S.v, S.a
    l0, r1, r2, Iz1, Iz2, Iz3, Iz4 = symbols("l0 r1 r2 Iz1 Iz2 Iz3 Iz4")
    q12, q123 = q1 + q2, q1 + q2 + q3
    along_y = lambda t, r: Rz(t) * vec(0, r, 0)
    axis = along_y(q1, l1) + along_y(q12, l2)
    S.body(m1, along_y(q1, r1), down_z, Rz(q1), zzonly(Iz1))
    S.body(m2, along_y(q1, l1) + along_y(q12, r2), down_z, Rz(q12), zzonly(Iz2))
    S.body(m3, axis, down_z, Rz(q123), zzonly(Iz3))
    S.body(m4, axis + vec(0, 0, q4), down_z, Rz(q123), zzonly(Iz4))
    S.finish()
    c1, s1, c12, s12, c123, s123 = cos(q1), sin(q1), cos(q12), sin(q12), cos(q123), sin(q123)

    page("SCARA forward kinematics by the product of exponentials")
    T = frame(Rz(q123), axis + vec(0, 0, l0 + q4))
    home = frame(eye(3), vec(0, l1 + l2, l0))
    hold(1, (T.subs({q1: 0, q2: 0, q3: 0, q4: 0}), home))
    spatial = zeros(6, 4)
    for i, q in enumerate(S.q):
        twist = T.diff(q) * T.inv()
        spatial[:, i] = Matrix([twist[0, 3], twist[1, 3], twist[2, 3], twist[2, 1], twist[0, 2], twist[1, 0]])
    rest = {q1: 0, q2: 0, q3: 0, q4: 0}
    hold(2, (spatial.subs(rest), Matrix([[0, l1, l1 + l2, 0], [0, 0, 0, 0], [0, 0, 0, 1], [0, 0, 0, 0], [0, 0, 0, 0], [1, 1, 1, 0]])))
    hold(3, (T, Matrix([[c123, -s123, 0, -l1 * s1 - l2 * s12], [s123, c123, 0, l1 * c1 + l2 * c12], [0, 0, 1, l0 + q4], [0, 0, 0, 1]])))
    hold(4, (spatial, Matrix([[0, l1 * c1, l1 * c1 + l2 * c12, 0], [0, l1 * s1, l1 * s1 + l2 * s12, 0], [0, 0, 0, 1], [0, 0, 0, 0], [0, 0, 0, 0], [1, 1, 1, 0]])))
    slip(4, spatial[0, 1], -l1 * c1)
    slip(3, T[0, 3], l1 * c1 + l2 * c12)

    page("SCARA dynamics")
    al = Iz1 + r1**2 * m1 + l1**2 * m2 + l1**2 * m3 + l1**2 * m4
    be = Iz2 + Iz3 + Iz4 + l2**2 * m3 + l2**2 * m4 + m2 * r2**2
    ga = l1 * l2 * m3 + l1 * l2 * m4 + l1 * m2 * r2
    de = Iz3 + Iz4
    c2, s2 = cos(q2), sin(q2)
    hold(1, (S.M, Matrix([[al + be + 2 * ga * c2, be + ga * c2, de, 0], [be + ga * c2, be, de, 0], [de, de, de, 0], [0, 0, 0, m4]])))
    hold(2, ([S.M[0, 0] + S.M[1, 1] - 2 * S.M[0, 1], S.M[1, 1], S.M[0, 1].subs(q2, 0) - S.M[1, 1], S.M[2, 2]], [al, be, ga, de]))
    hold(3, (S.C, Matrix([[-ga * s2 * v2, -ga * s2 * (v1 + v2), 0, 0], [ga * s2 * v1, 0, 0, 0], [0, 0, 0, 0], [0, 0, 0, 0]])))
    hold(4, (S.G, [0, 0, 0, m4 * g]))
    hold(5, (S.tau[2], (Iz3 + Iz4) * (w1 + w2 + w3)))
    slip(2, al, Iz1 + r1**2 * m1 + l1**2 * m2 + l1**2 * m3)
    slip(1, S.M[0, 2], ga)


def anthro():
    S = System("th1 th2 th3")
    (q1, q2, q3), (v1, v2, v3), (w1, w2, w3) = S.q, S.v, S.a
    a2, a3 = symbols("a2 a3")
    c1, s1, c2, s2, c3, s3, c23, s23 = cos(q1), sin(q1), cos(q2), sin(q2), cos(q3), sin(q3), cos(q2 + q3), sin(q2 + q3)
    # geometry without a table: the arm moves in a vertical plane that turns by q1
    p2 = Rz(q1) * Ry(-q2) * vec(a2, 0, 0)
    p3 = p2 + Rz(q1) * Ry(-q2 - q3) * vec(a3, 0, 0)
    S.body(m2, p2, down_z)
    S.body(m3, p3, down_z)
    S.T += HALF * I1 * v1**2
    S.finish()
    axis = Rz(q1) * vec(0, -1, 0)
    R3 = Rz(q1) * Ry(-q2 - q3) * Matrix([[1, 0, 0], [0, 0, -1], [0, 1, 0]])
    T = frame(R3, p3)

    page("Anthropomorphic arm: direct kinematics")
    B1, B2, B3 = dh(0, pi / 2, 0, q1), dh(a2, 0, 0, q2), dh(a3, 0, 0, q3)
    hold(1, (T, B1 * B2 * B3))
    hold(2, (B1, Matrix([[c1, 0, s1, 0], [s1, 0, -c1, 0], [0, 1, 0, 0], [0, 0, 0, 1]])))
    hold(3, (B2, Matrix([[c2, -s2, 0, a2 * c2], [s2, c2, 0, a2 * s2], [0, 0, 1, 0], [0, 0, 0, 1]])),
         (B3, Matrix([[c3, -s3, 0, a3 * c3], [s3, c3, 0, a3 * s3], [0, 0, 1, 0], [0, 0, 0, 1]])))
    reach = a2 * c2 + a3 * c23
    hold(4, (T, Matrix([[c1 * c23, -c1 * s23, s1, c1 * reach], [s1 * c23, -s1 * s23, -c1, s1 * reach], [s23, c23, 0, a2 * s2 + a3 * s23], [0, 0, 0, 1]])))
    hold(5, (p3.dot(p3), a2**2 + a3**2 + 2 * a2 * a3 * c3))
    slip(4, T[1, 3], s1 * (a2 * c2 + a3 * c2 * c3))
    slip(1, T, dh(0, -pi / 2, 0, q1) * B2 * B3)

    page("Anthropomorphic arm: differential kinematics")
    J = p3.jacobian(S.q)
    z0, z1 = vec(0, 0, 1), vec(s1, -c1, 0)
    P2 = vec(a2 * c1 * c2, a2 * s1 * c2, a2 * s2)
    P3 = vec(c1 * reach, s1 * reach, a2 * s2 + a3 * s23)
    w = R3 * S.omega(R3)
    hold(1, (J, Matrix.hstack(z0.cross(P3), z1.cross(P3), z1.cross(P3 - P2))), (w.jacobian(S.v), Matrix.hstack(z0, z1, z1)))
    hold(2, (p2, P2), (p3, P3))
    hold(3, (axis, z1))
    JP = Matrix([[-s1 * reach, -c1 * (a2 * s2 + a3 * s23), -a3 * c1 * s23], [c1 * reach, -s1 * (a2 * s2 + a3 * s23), -a3 * s1 * s23], [0, reach, a3 * c23]])
    hold(4, (J, JP))
    hold(5, (J.det(), -a2 * a3 * s3 * reach))
    slip(5, J.det(), a2 * a3 * s3 * reach)

    page("Anthropomorphic arm: dynamics")
    m11 = I1 + m2 * a2**2 * c2**2 + m3 * (a2 * c2 + a3 * c23)**2
    m22 = (m2 + m3) * a2**2 + m3 * a3**2 + 2 * m3 * a2 * a3 * c3
    m23, m33 = m3 * a3**2 + m3 * a2 * a3 * c3, m3 * a3**2
    hold(1, (S.T, HALF * m11 * v1**2 + HALF * (m2 + m3) * a2**2 * v2**2 + HALF * m3 * a3**2 * (v2 + v3)**2 + m3 * a2 * a3 * c3 * v2 * (v2 + v3)))
    hold(2, (S.M, Matrix([[m11, 0, 0], [0, m22, m23], [0, m23, m33]])))
    g2 = (m2 + m3) * g * a2 * c2 + m3 * g * a3 * c23
    g3 = m3 * g * a3 * c23
    hold(3, (S.G, [0, g2, g3]))
    mu2 = m2 * a2**2 * s2 * c2 + m3 * (a2 * c2 + a3 * c23) * (a2 * s2 + a3 * s23)
    mu3 = m3 * a3 * s23 * (a2 * c2 + a3 * c23)
    hold(4, ([-m11.diff(q2) / 2, -m11.diff(q3) / 2], [mu2, mu3]))
    hold(5, (S.tau, [m11 * w1 - 2 * mu2 * v1 * v2 - 2 * mu3 * v1 * v3,
                     m22 * w2 + m23 * w3 + mu2 * v1**2 - m3 * a2 * a3 * s3 * (2 * v2 * v3 + v3**2) + g2,
                     m23 * w2 + m33 * w3 + mu3 * v1**2 + m3 * a2 * a3 * s3 * v2**2 + g3]))
    slip(2, S.M[0, 0], I1 + m2 * a2**2 * c2**2 + m3 * (a2 * c2 + a3 * c23))
    slip(5, S.tau[0], m11 * w1 - 2 * mu2 * v1 * v2 - 2 * mu3 * v2 * v3)


def spherical():
    S = System("th1 th2 d3")
    (q1, q2, d3), (v1, v2, u), (w1, w2, b) = S.q, S.v, S.a
    d1, lc = symbols("d1 lc")
    c1, s1, c2, s2 = cos(q1), sin(q1), cos(q2), sin(q2)
    R = Rz(q1) * Ry(q2)
    p = vec(0, 0, d1) + R * vec(0, 0, d3)
    S.T += HALF * I1 * v1**2
    S.body(m2, vec(0, 0, d1) + R * vec(0, 0, lc), down_z, R, diag(I2, I2, 0))
    S.body(m3, p, down_z)
    S.finish()

    page("Spherical arm")
    hold(1, (p, [d3 * c1 * s2, d3 * s1 * s2, d1 + d3 * c2]))
    hold(2, (R, Matrix([[c1 * c2, -s1, c1 * s2], [s1 * c2, c1, s1 * s2], [-s2, 0, c2]])))
    J = p.jacobian(S.q)
    hold(3, (J, Matrix([[-d3 * s1 * s2, d3 * c1 * c2, c1 * s2], [d3 * c1 * s2, d3 * s1 * c2, s1 * s2], [0, -d3 * s2, c2]])))
    hold(4, (J.det(), -d3**2 * s2))
    vel = S.dt(p)
    hold(5, (vel.dot(vel), u**2 + d3**2 * v2**2 + d3**2 * s2**2 * v1**2))
    slip(3, J[2, 1], d3 * s2)

    page("Spherical arm: equations of motion")
    E = I2 + m2 * lc**2 + m3 * d3**2
    hold(1, (S.M[1, 1], E))
    hold(2, (S.T, HALF * (I1 + E * s2**2) * v1**2 + HALF * E * v2**2 + HALF * m3 * u**2))
    head = (I1 + E * s2**2) * w1 + 2 * E * s2 * c2 * v1 * v2
    hold(3, (S.tau[0], head + 2 * m3 * d3 * s2**2 * v1 * u))
    part = E * w2 + 2 * m3 * d3 * v2 * u - E * s2 * c2 * v1**2
    hold(4, (S.tau[1], part - (m2 * lc + m3 * d3) * g * s2))
    hold(5, (S.tau[2], m3 * b - m3 * d3 * (v2**2 + s2**2 * v1**2) + m3 * g * c2))
    hold(6, (S.tau[0], S.dt((I1 + E * s2**2) * v1)))
    slip(4, S.tau[1], part + (m2 * lc + m3 * d3) * g * s2)
    slip(3, S.tau[0], head + 2 * m3 * d3 * s2 * v1 * u)


def cylinder():
    S = System("th1 d2 d3")
    (q1, d2, d3), (v1, u2, u3), (w1, b2, b3) = S.q, S.v, S.a
    d1, h, J1, J2, J3 = symbols("d1 h J1 J2 J3")
    c1, s1 = cos(q1), sin(q1)
    B1, B2, B3 = dh(0, 0, d1, q1), dh(0, -pi / 2, d2, 0), dh(0, 0, d3, 0)
    T = B1 * B2 * B3
    tip = Rz(q1) * vec(0, d3, d1 + d2)
    S.T += HALF * (J1 + J2 + J3) * v1**2
    S.body(m2, vec(0, 0, d1 + d2), down_z)
    S.body(m3, Rz(q1) * vec(0, d3 - h, d1 + d2), down_z)
    S.finish()

    page("Three-link cylindrical robot: kinematics")
    hold(1, (B1, Matrix([[c1, -s1, 0, 0], [s1, c1, 0, 0], [0, 0, 1, d1], [0, 0, 0, 1]])),
         (B2, Matrix([[1, 0, 0, 0], [0, 0, 1, 0], [0, -1, 0, d2], [0, 0, 0, 1]])),
         (B3, Matrix([[1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 1, d3], [0, 0, 0, 1]])))
    hold(2, (T, Matrix([[c1, 0, -s1, -s1 * d3], [s1, 0, c1, c1 * d3], [0, -1, 0, d1 + d2], [0, 0, 0, 1]])), (T[:3, 3], tip))
    w = Rz(q1) * S.omega(Rz(q1))
    hold(3, (Matrix.vstack(tip.jacobian(S.q), w.jacobian(S.v)),
             Matrix([[-c1 * d3, 0, -s1], [-s1 * d3, 0, c1], [0, 1, 0], [0, 0, 0], [0, 0, 0], [1, 0, 0]])))
    hold(4, (S.dt(tip), [-c1 * d3 * v1 - s1 * u3, -s1 * d3 * v1 + c1 * u3, u2]))
    slip(2, T[1, 3], s1 * d3)

    page("Three-link cylindrical robot: dynamics")
    A = J1 + J2 + J3 + m3 * (d3 - h)**2
    hold(1, (S.T, HALF * A * v1**2 + HALF * (m2 + m3) * u2**2 + HALF * m3 * u3**2))
    hold(2, (S.M, diag(A, m2 + m3, m3)))
    hold(3, (S.C, m3 * (d3 - h) * Matrix([[u3, 0, v1], [0, 0, 0], [-v1, 0, 0]])))
    hold(4, (S.tau, [A * w1 + 2 * m3 * (d3 - h) * v1 * u3, (m2 + m3) * b2 + (m2 + m3) * g, m3 * b3 - m3 * (d3 - h) * v1**2]))
    slip(4, S.tau[1], (m2 + m3) * b2 + m2 * g)


def wrist():
    S = System("th4 th5 th6")
    (q4, q5, q6), (v4, v5, v6), (w4, w5, w6) = S.q, S.v, S.a
    d6, m, A, C = symbols("d6 m A C")
    c4, s4, c5, s5, c6, s6 = cos(q4), sin(q4), cos(q5), sin(q5), cos(q6), sin(q6)
    R = Rz(q4) * Ry(q5) * Rz(q6)
    p = R * vec(0, 0, d6)
    S.body(m, p, down_z, R, diag(A, A, C))
    S.finish()

    page("Spherical wrist: kinematics")
    B4, B5, B6 = dh(0, -pi / 2, 0, q4), dh(0, pi / 2, 0, q5), dh(0, 0, d6, q6)
    hold(1, (B4, Matrix([[c4, 0, -s4, 0], [s4, 0, c4, 0], [0, -1, 0, 0], [0, 0, 0, 1]])),
         (B5, Matrix([[c5, 0, s5, 0], [s5, 0, -c5, 0], [0, 1, 0, 0], [0, 0, 0, 1]])))
    hold(2, (B6, Matrix([[c6, -s6, 0, 0], [s6, c6, 0, 0], [0, 0, 1, d6], [0, 0, 0, 1]])))
    T = Matrix([[c4 * c5 * c6 - s4 * s6, -c4 * c5 * s6 - s4 * c6, c4 * s5, c4 * s5 * d6],
                [s4 * c5 * c6 + c4 * s6, -s4 * c5 * s6 + c4 * c6, s4 * s5, s4 * s5 * d6], [-s5 * c6, s5 * s6, c5, c5 * d6], [0, 0, 0, 1]])
    hold(3, (B4 * B5 * B6, T), (frame(R, p), T))
    hold(4, ((R * S.omega(R)).jacobian(S.v), Matrix([[0, -s4, c4 * s5], [0, c4, s4 * s5], [1, 0, c5]])))
    slip(3, R[0, 0], c4 * c5 * c6 + s4 * s6)

    page("Spherical wrist: dynamics of the hand")
    hold(1, (S.omega(R), [-s5 * c6 * v4 + s6 * v5, s5 * s6 * v4 + c6 * v5, c5 * v4 + v6]))
    D = A + m * d6**2
    hold(2, (S.T - S.V, HALF * D * (v5**2 + s5**2 * v4**2) + HALF * C * (v6 + c5 * v4)**2 - m * g * d6 * c5))
    hold(3, ([S.p[0], S.p[2]], [D * s5**2 * v4 + C * c5 * (v6 + c5 * v4), C * (v6 + c5 * v4)]))
    hold(4, (S.tau[1], D * (w5 - s5 * c5 * v4**2) + C * s5 * v4 * (v6 + c5 * v4) - m * g * d6 * s5))
    hold(5, (S.tau[2], C * (w6 + c5 * w4 - s5 * v4 * v5)))
    slip(5, S.tau[2], C * (w6 + c5 * w4 - s5 * v4 * v6))


def acrobot():
    S = System("th1 th2")
    (q1, q2), (v1, v2), (w1, w2) = S.q, S.v, S.a
    hang = lambda t, r: vec(r * sin(t), -r * cos(t), 0)
    # I1 and I2 are about the pivots
    T1 = S.body(m1, hang(q1, lc1), down_y, Rz(q1), zzonly(I1 - m1 * lc1**2))
    T2 = S.body(m2, hang(q1, l1) + hang(q1 + q2, lc2), down_y, Rz(q1 + q2), zzonly(I2 - m2 * lc2**2))
    S.finish()
    c1, s1, c2, s2, c12, s12 = cos(q1), sin(q1), cos(q2), sin(q2), cos(q1 + q2), sin(q1 + q2)

    page("The acrobot")
    hold(1, ((Rz(q1) * vec(0, -l1, 0))[:2], [l1 * s1, -l1 * c1]),
         ((Rz(q1) * vec(0, -l1, 0) + Rz(q1 + q2) * vec(0, -l2, 0))[:2], [l1 * s1 + l2 * s12, -l1 * c1 - l2 * c12]))
    hold(2, (T1, HALF * I1 * v1**2),
         (T2, HALF * (m2 * l1**2 + I2 + 2 * m2 * l1 * lc2 * c2) * v1**2 + HALF * I2 * v2**2 + (I2 + m2 * l1 * lc2 * c2) * v1 * v2),
         (S.V, -m1 * g * lc1 * c1 - m2 * g * (l1 * c1 + lc2 * c12)))
    k = m2 * l1 * lc2
    M11, M12 = I1 + I2 + m2 * l1**2 + 2 * m2 * l1 * lc2 * c2, I2 + m2 * l1 * lc2 * c2
    hold(3, (S.tau[0], M11 * w1 + M12 * w2 - 2 * k * s2 * v1 * v2 - k * s2 * v2**2 + m1 * g * lc1 * s1 + m2 * g * (l1 * s1 + lc2 * s12)))
    hold(4, (S.tau[1], M12 * w1 + I2 * w2 + k * s2 * v1**2 + m2 * g * lc2 * s12))
    hold(5, (S.M, Matrix([[M11, M12], [M12, I2]])))
    slip(5, S.M[0, 0], I1 + m1 * lc1**2 + I2 + m2 * l1**2 + 2 * m2 * l1 * lc2 * c2)

    page("The acrobot: Coriolis matrix and linearization")
    # this C is not that of the Christoffel symbols, but gives the same C q'
    C = Matrix([[-2 * k * s2 * v2, -k * s2 * v2], [k * s2 * v1, 0]])
    hold(1, (S.c, C * Matrix(S.v)))
    tg = vec(-m1 * g * lc1 * s1 - m2 * g * (l1 * s1 + lc2 * s12), -m2 * g * lc2 * s12)
    hold(2, (-S.G, tg))
    slope = (-S.G).jacobian(S.q)
    e = m2 * g * lc2 * c12
    hold(3, (slope, Matrix([[-g * (m1 * lc1 + m2 * l1) * c1 - e, -e], [-e, -e]])))
    upright = {q1: pi, q2: 0}
    f = m2 * g * lc2
    hold(4, (slope.subs(upright), Matrix([[g * (m1 * lc1 + m2 * l1 + m2 * lc2), f], [f, f]])))
    hold(5, (S.V.subs(upright), m1 * g * lc1 + m2 * g * (l1 + lc2)))
    slip(4, slope.subs(upright)[0, 0], -g * (m1 * lc1 + m2 * l1 + m2 * lc2))


def furuta():
    S = System("th al")
    (q, al), (v, u), (w, b) = S.q, S.v, S.a
    m, r, l, Jr, Jp, Br, Bp, tau_ = symbols("m r l Jr Jp Br Bp tau")
    ct, st, c, s = cos(q), sin(q), cos(al), sin(al)
    R = Rz(q) * Rx(al)
    p = Rz(q) * vec(r, 0, 0) + R * vec(0, 0, l)
    S.T += HALF * Jr * v**2
    S.body(m, p, down_z, R, diag(Jp, Jp, 0))
    S.finish()
    tau = S.tau + vec(Br * v, Bp * u)

    page("The Furuta pendulum")
    hold(1, (p, [r * ct + l * st * s, r * st - l * ct * s, l * c]))
    B = Jp + m * l**2
    first = Jr + m * r**2 + B * s**2
    hold(2, (S.T, HALF * first * v**2 - m * r * l * c * v * u + HALF * B * u**2))
    hold(3, (tau[0], first * w - m * r * l * c * b + B * sin(2 * al) * v * u + m * r * l * s * u**2 + Br * v))
    hold(4, (tau[1], B * b - m * r * l * c * w - HALF * B * sin(2 * al) * v**2 - m * g * l * s + Bp * u))
    slip(3, tau[0], first * w - m * r * l * c * b + B * s * v * u + m * r * l * s * u**2 + Br * v)
    slip(1, p[1], r * st + l * ct * s)

    page("The Furuta pendulum: matrices and linear model")
    A1, ga = Jr + m * r**2, m * r * l
    hold(1, (S.M, Matrix([[A1 + B * s**2, -ga * c], [-ga * c, B]])))
    C = Matrix([[B * u * s * c, B * v * s * c + ga * u * s], [-B * v * s * c, 0]])
    N = S.dt(S.M) - 2 * C
    hold(2, (S.c, C * vec(v, u)), (N + N.T, zeros(2, 2)))
    near = {al: 0, v: 0, u: 0}
    lin = [t.diff(al).subs({v: 0, u: 0, w: 0, b: 0}).subs(al, 0) * al + t.diff(w).subs(near) * w + t.diff(b).subs(near) * b for t in S.tau]
    hold(3, (lin, [A1 * w - ga * b, B * b - ga * w - m * g * l * al]))
    M0 = S.M.subs(near)
    hold(4, (M0.inv() * vec(tau_, m * g * l * al), [(B * tau_ + ga * m * g * l * al) / (A1 * B - ga**2), (ga * tau_ + A1 * m * g * l * al) / (A1 * B - ga**2)]))
    slip(2, S.c[1], B * v * s * c * v)


def flexjoint():
    S = System("q1 q2")
    (q1, q2), (v1, v2), (w1, w2) = S.q, S.v, S.a
    m, l, Jl, Jm, Bl, Bm, k, u, qd = symbols("m l Jl Jm Bl Bm k u qd")
    R = Ry(-q1)
    S.body(m, R * vec(0, 0, -l), down_z, R, diag(0, Jl - m * l**2, 0))
    S.T += HALF * Jm * v2**2
    S.V += HALF * k * (q1 - q2)**2 + m * g * l
    S.finish()
    tau = S.tau + vec(Bl * v1, Bm * v2)

    page("Single-link robot with joint flexibility")
    hold(1, (S.T, HALF * Jl * v1**2 + HALF * Jm * v2**2))
    hold(2, (S.V, m * g * l * (1 - cos(q1)) + HALF * k * (q1 - q2)**2))
    hold(3, (tau, [Jl * w1 + Bl * v1 + m * g * l * sin(q1) + k * (q1 - q2), Jm * w2 + Bm * v2 - k * (q1 - q2)]))
    free = S.M.inv() * (vec(0, u) - S.c - S.G)
    hold(4, (free, [-m * g * l / Jl * sin(q1) - k / Jl * (q1 - q2), k / Jm * (q1 - q2) + u / Jm]))
    slip(3, tau[1], Jm * w2 + Bm * v2 + k * (q1 - q2))
    slip(4, free[1], k / Jl * (q1 - q2) + u / Jm)

    page("Flexible joint: linear analysis")
    still = {q1: 0, q2: 0}
    K = S.G.jacobian(S.q).subs(still)
    hold(1, (S.M, diag(Jl, Jm)), (K, Matrix([[k + m * g * l, -k], [-k, k]])), (tau - S.tau, diag(Bl, Bm) * vec(v1, v2)))
    damped = S.M.inv() * (vec(-Bl * v1, u - Bm * v2) - S.c - S.G)
    rate = S.dt(S.T + S.V).subs({w1: damped[0], w2: damped[1]})
    hold(2, (rate, u * v2 - Bl * v1**2 - Bm * v2**2))
    stand = qd + m * g * l / k * sin(qd)
    hold(3, (S.G[0].subs({q2: stand, q1: qd}), 0))
    hold(4, (S.G[1].subs({q2: stand, q1: qd}), m * g * l * sin(qd)))
    slip(1, K[0, 0], k - m * g * l)


def geared():
    S = System("th")
    q, v, w = S.q[0], S.v[0], S.a[0]
    m, l, I, Jm, Bm, n, Fc, sg, qm, vm, wm = symbols("m l I Jm Bm n Fc sgn thm vm wm")
    R = Ry(-q)
    p = R * vec(0, 0, -l)
    S.body(m, p, down_z, R, diag(0, I, 0))
    S.T += HALF * Jm * (n * v)**2
    S.V += m * g * l
    S.finish()
    # dry friction with the symbol sg for the sign; the damping of the motor does the power Bm (n v)^2
    tau = S.tau[0] + n**2 * Bm * v + Fc * sg

    page("Single link driven by a geared motor")
    hold(1, (S.T, HALF * n**2 * Jm * v**2 + HALF * (I + m * l**2) * v**2))
    hold(2, (S.V, m * g * l * (1 - cos(q))))
    hold(3, (tau, (n**2 * Jm + I + m * l**2) * w + n**2 * Bm * v + Fc * sg + m * g * l * sin(q)))
    hold(4, ((tau / n).subs({q: qm / n, v: vm / n, w: wm / n}), (Jm + (I + m * l**2) / n**2) * wm + Bm * vm + Fc / n * sg + m * g * l / n * sin(qm / n)))
    slip(3, tau, (n**2 * Jm + I + m * l**2) * w + n * Bm * v + Fc * sg + m * g * l * sin(q))
    slip(1, S.T, HALF * n**2 * Jm * v**2 + HALF * I * v**2)

    page("Bearing forces of the geared link")
    c, s = cos(q), sin(q)
    vel, acc = S.dt(p), S.dt(S.dt(p))
    hold(1, ([p[0], p[2], vel[0], vel[2]], [l * s, -l * c, l * v * c, l * v * s]))
    hold(2, ([acc[0], acc[2]], [l * (w * c - v**2 * s), l * (w * s + v**2 * c)]))
    f = m * acc + vec(0, 0, m * g)
    hold(3, ([f[0], f[2]], [m * l * (w * c - v**2 * s), m * l * (w * s + v**2 * c) + m * g]))
    hold(4, (f.dot(vec(-s, 0, c)), m * l * v**2 + m * g * c), (f.dot(vec(c, 0, s)), m * l * w + m * g * s))
    slip(3, f[2], m * l * (w * s + v**2 * c) - m * g)
    slip(2, acc[0], l * (w * c - v * s))


def fivebar():
    S = System("q1 q2")
    (q1, q2), (v1, v2), (w1, w2) = S.q, S.v, S.a
    p1, p2 = along(q1, lc1), along(q2, lc2)
    p3, p4 = along(q2, l2) + along(q1, lc3), along(q1, l1) + along(q2 - pi, lc4)
    for m, p, t, I in ((m1, p1, q1, I1), (m2, p2, q2, I2), (m3, p3, q1, I3), (m4, p4, q2, I4)):
        S.body(m, p, down_y, Rz(t), zzonly(I))
    S.finish()
    c1, s1, c2, s2 = cos(q1), sin(q1), cos(q2), sin(q2)

    page("Five-bar linkage: kinematics")
    hold(1, (p1[:2], [lc1 * c1, lc1 * s1]), (p2[:2], [lc2 * c2, lc2 * s2]))
    hold(2, (p3[:2], [l2 * c2 + lc3 * c1, l2 * s2 + lc3 * s1]))
    hold(3, (p4[:2], [l1 * c1 + lc4 * cos(q2 - pi), l1 * s1 + lc4 * sin(q2 - pi)]), (p4[:2], [l1 * c1 - lc4 * c2, l1 * s1 - lc4 * s2]))
    hold(4, (p3[:2, :].jacobian(S.q), Matrix([[-lc3 * s1, -l2 * s2], [lc3 * c1, l2 * c2]])),
         (p4[:2, :].jacobian(S.q), Matrix([[-l1 * s1, lc4 * s2], [l1 * c1, -lc4 * c2]])))
    slip(3, p4[:2], [l1 * c1 + lc4 * c2, l1 * s1 + lc4 * s2])

    page("Five-bar linkage: dynamics")
    d11 = m1 * lc1**2 + m3 * lc3**2 + m4 * l1**2 + I1 + I3
    k = m3 * l2 * lc3 - m4 * l1 * lc4
    d12 = k * cos(q2 - q1)
    d22 = m2 * lc2**2 + m3 * l2**2 + m4 * lc4**2 + I2 + I4
    hold(1, (S.M, [d11, d12, d12, d22]))
    hold(2, (S.V, g * s1 * (m1 * lc1 + m3 * lc3 + m4 * l1) + g * s2 * (m2 * lc2 + m3 * l2 - m4 * lc4)))
    f1, f2 = g * c1 * (m1 * lc1 + m3 * lc3 + m4 * l1), g * c2 * (m2 * lc2 + m3 * l2 - m4 * lc4)
    hold(3, (S.G, [f1, f2]))
    hold(4, (S.tau, [d11 * w1 + d12 * w2 - k * sin(q2 - q1) * v2**2 + f1, d12 * w1 + d22 * w2 + k * sin(q2 - q1) * v1**2 + f2]))
    slip(1, S.M[0, 1], k * cos(q2 + q1))
    slip(4, S.tau[0], d11 * w1 + d12 * w2 - k * sin(q2 - q1) * v1 * v2 + f1)


def stanford():
    S = System("th1 th2 d3 th4 th5 th6")
    (q1, q2, d3, q4, q5, q6), (v1, v2, u3, v4, v5, v6) = S.q, S.v
    d2, d6 = symbols("d2 d6")
    c1, s1, c2, s2, c4, s4 = cos(q1), sin(q1), cos(q2), sin(q2), cos(q4), sin(q4)
    c5, s5, c6, s6 = cos(q5), sin(q5), cos(q6), sin(q6)
    B = [dh(0, -pi / 2, 0, q1), dh(0, pi / 2, d2, q2), dh(0, 0, d3, 0), dh(0, -pi / 2, 0, q4), dh(0, pi / 2, 0, q5), dh(0, 0, d6, q6)]
    T = [eye(4)]
    for b in B:
        T.append(T[-1] * b)
    R, p = T[6][:3, :3], T[6][:3, 3]

    page("Stanford manipulator: forward kinematics")
    hold(1, (B[0], Matrix([[c1, 0, -s1, 0], [s1, 0, c1, 0], [0, -1, 0, 0], [0, 0, 0, 1]])),
         (B[1], Matrix([[c2, 0, s2, 0], [s2, 0, -c2, 0], [0, 1, 0, d2], [0, 0, 0, 1]])))
    r1 = [c1 * (c2 * (c4 * c5 * c6 - s4 * s6) - s2 * s5 * c6) - s1 * (s4 * c5 * c6 + c4 * s6),
          s1 * (c2 * (c4 * c5 * c6 - s4 * s6) - s2 * s5 * c6) + c1 * (s4 * c5 * c6 + c4 * s6),
          -s2 * (c4 * c5 * c6 - s4 * s6) - c2 * s5 * c6]
    r3 = [c1 * (c2 * c4 * s5 + s2 * c5) - s1 * s4 * s5, s1 * (c2 * c4 * s5 + s2 * c5) + c1 * s4 * s5, -s2 * c4 * s5 + c2 * c5]
    d = [c1 * s2 * d3 - s1 * d2 + d6 * (c1 * c2 * c4 * s5 + c1 * c5 * s2 - s1 * s4 * s5),
         s1 * s2 * d3 + c1 * d2 + d6 * (c1 * s4 * s5 + c2 * c4 * s1 * s5 + c5 * s1 * s2), c2 * d3 + d6 * (c2 * c5 - c4 * s2 * s5)]
    hold(2, (R[:, 0], r1), (R[:, 2], r3), (p, d), (T[6][3, :], [0, 0, 0, 1]))
    hold(3, (R[:, 0], r1))
    hold(4, (R[:, 2], r3))
    hold(5, (p, d))
    slip(5, p[0], c1 * s2 * d3 + s1 * d2 + d6 * (c1 * c2 * c4 * s5 + c1 * c5 * s2 - s1 * s4 * s5))

    page("Stanford manipulator: Jacobian")
    o3 = vec(c1 * s2 * d3 - s1 * d2, s1 * s2 * d3 + c1 * d2, c2 * d3)
    hold(1, (T[0][:3, 3], [0, 0, 0]), (T[1][:3, 3], [0, 0, 0]), (T[3][:3, 3], o3), (T[5][:3, 3], o3))
    z2 = [c1 * s2, s1 * s2, c2]
    hold(2, (T[0][:3, 2], [0, 0, 1]), (T[1][:3, 2], [-s1, c1, 0]), (T[2][:3, 2], z2), (T[3][:3, 2], z2))
    hold(3, (T[4][:3, 2], [-c1 * c2 * s4 - s1 * c4, -s1 * c2 * s4 + c1 * c4, s2 * s4]),
         (T[5][:3, 2], [c1 * c2 * c4 * s5 - s1 * s4 * s5 + c1 * s2 * c5, s1 * c2 * c4 * s5 + c1 * s4 * s5 + s1 * s2 * c5, -s2 * c4 * s5 + c2 * c5]))
    wc = T[3][:3, 3]
    hold(4, (S.dt(wc), [-(s1 * s2 * d3 + c1 * d2) * v1 + c1 * c2 * d3 * v2 + c1 * s2 * u3,
                        (c1 * s2 * d3 - s1 * d2) * v1 + s1 * c2 * d3 * v2 + s1 * s2 * u3, -s2 * d3 * v2 + c2 * u3]))
    hold(5, (wc.jacobian([q1, q2, d3]).det(), -d3**2 * s2))
    slip(3, T[4][1, 2], -s1 * c2 * s4 + c1 * s4)


def listed(name):
    """The pages (without the robot) and tags of a file."""
    found = []
    for text in re.split(r"(?m)^(?=# )", (Path(__file__).parent / name).read_text(encoding="utf-8")):
        if text.strip():
            title = re.match(r"# (.*) \(\w+\)", text).group(1)
            found += [(title, tag) for tag in re.findall(r"\\tag\{(\w+)\}", text)]
    return found


def main():
    for robot in (elbow, pointarm, motorarm, rods3r, polar, cartesian, cartpole, crane, scara, assembly, anthro, spherical,
                  cylinder, wrist, acrobot, furuta, flexjoint, geared, fivebar, stanford):
        robot()
    right = set(listed("right.md"))
    wrong = {x for x in listed("wrong.md") if x[1].endswith("w")}
    for x in sorted(right ^ set(held + failed)):
        print("display without a line here, or a line without a display:", x)
    for x in sorted(wrong ^ set(broken + unbroken)):
        print("slip without a line here, or a line without a slip:", x)
    print("%d displays hold, %d slips do not" % (len(held), len(broken)))


main()
