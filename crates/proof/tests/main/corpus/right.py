"""Checks equations of the corpus that are not plain, by Lagrange's equations in SymPy.

    python crates/proof/tests/main/corpus/right.py
"""
import sympy as sp

t, g, l, l1, l2, m, M, m1, m2, I, J, r, u = sp.symbols("t g l l1 l2 m M m1 m2 I J r u")


def equations(energy, potential, coordinates):
    """d/dt dL/dq' - dL/dq for each coordinate."""
    lagrangian = energy - potential
    return [
        sp.diff(sp.diff(lagrangian, q.diff(t)), t) - sp.diff(lagrangian, q) for q in coordinates
    ]


def same(name, a, b):
    assert sp.simplify(sp.expand(a - b)) == 0, name
    print("right:", name)


def speed(*position):
    return sum(sp.diff(it, t) ** 2 for it in position)


# double.tex: angles of both links from the vertical
a, b = sp.Function("a")(t), sp.Function("b")(t)
x1, y1 = l1 * sp.sin(a), -l1 * sp.cos(a)
x2, y2 = x1 + l2 * sp.sin(b), y1 - l2 * sp.cos(b)
T = (m1 * speed(x1, y1) + m2 * speed(x2, y2)) / 2
first, second = equations(T, g * (m1 * y1 + m2 * y2), [a, b])
da, db = a.diff(t), b.diff(t)
same("double, first", first, (m1 + m2) * l1**2 * da.diff(t) + m2 * l1 * l2 * db.diff(t) * sp.cos(a - b)
     + m2 * l1 * l2 * db**2 * sp.sin(a - b) + (m1 + m2) * g * l1 * sp.sin(a))
same("double, second", second, m2 * l2**2 * db.diff(t) + m2 * l1 * l2 * da.diff(t) * sp.cos(a - b)
     - m2 * l1 * l2 * da**2 * sp.sin(a - b) + m2 * g * l2 * sp.sin(b))

# furuta.tex: arm about z, pendulum about the arm, upright at zero
p, h = sp.Function("p")(t), sp.Function("h")(t)
along, across = sp.Matrix([sp.cos(p), sp.sin(p), 0]), sp.Matrix([-sp.sin(p), sp.cos(p), 0])
place = r * along - l * sp.sin(h) * across + sp.Matrix([0, 0, l * sp.cos(h)])
T = J * p.diff(t) ** 2 / 2 + m * speed(*place) / 2
first, second = equations(T, m * g * l * sp.cos(h), [p, h])
dp, dh = p.diff(t), h.diff(t)
same("furuta, first", first, (J + m * r**2 + m * l**2 * sp.sin(h) ** 2) * dp.diff(t)
     - m * r * l * sp.cos(h) * dh.diff(t) + 2 * m * l**2 * sp.sin(h) * sp.cos(h) * dp * dh
     + m * r * l * sp.sin(h) * dh**2)
same("furuta, second", second, m * l**2 * dh.diff(t) - m * r * l * sp.cos(h) * dp.diff(t)
     - m * l**2 * sp.sin(h) * sp.cos(h) * dp**2 - m * g * l * sp.sin(h))

# bigcart.tex: solved for the accelerations
x = sp.Function("x")(t)
T = M * x.diff(t) ** 2 / 2 + m * speed(x + l * sp.sin(h), l * sp.cos(h)) / 2 + I * dh**2 / 2
first, second = equations(T, m * g * l * sp.cos(h), [x, h])
solved = sp.solve([first - u, second], [x.diff(t, 2), h.diff(t, 2)], dict=True)[0]
delta = (M + m) * (I + m * l**2) - m**2 * l**2 * sp.cos(h) ** 2
push = u + m * l * dh**2 * sp.sin(h)
same("bigcart, cart", solved[x.diff(t, 2)],
     ((I + m * l**2) * push - m**2 * l**2 * g * sp.sin(h) * sp.cos(h)) / delta)
same("bigcart, pole", solved[h.diff(t, 2)],
     ((M + m) * m * g * l * sp.sin(h) - m * l * sp.cos(h) * push) / delta)

# lagrangedouble.tex: the steps for the double pendulum above
T = (m1 * speed(x1, y1) + m2 * speed(x2, y2)) / 2
L = T - g * (m1 * y1 + m2 * y2)
first = (m1 + m2) * l1**2 * da + m2 * l1 * l2 * db * sp.cos(a - b)
same("lagrangedouble, dL/da'", sp.diff(L, da), first)
same("lagrangedouble, dL/db'", sp.diff(L, db), m2 * l2**2 * db + m2 * l1 * l2 * da * sp.cos(a - b))
same("lagrangedouble, dL/da", sp.diff(L, a), -m2 * l1 * l2 * da * db * sp.sin(a - b) - (m1 + m2) * g * l1 * sp.sin(a))
same("lagrangedouble, dL/db", sp.diff(L, b), m2 * l1 * l2 * da * db * sp.sin(a - b) - m2 * g * l2 * sp.sin(b))
same("lagrangedouble, d/dt", sp.diff(first, t), (m1 + m2) * l1**2 * da.diff(t)
     + m2 * l1 * l2 * db.diff(t) * sp.cos(a - b) - m2 * l1 * l2 * db * sp.sin(a - b) * (da - db))

# lagrangecart.tex: a cart at x, a pendulum that hangs at zero
x, h = sp.Function("x")(t), sp.Function("h")(t)
dx, dh = x.diff(t), h.diff(t)
T = M * speed(x) / 2 + m * speed(x + l * sp.sin(h), -l * sp.cos(h)) / 2
L = T + m * g * l * sp.cos(h)
same("lagrangecart, L", L, (M + m) * dx**2 / 2 + m * l * dx * dh * sp.cos(h) + m * l**2 * dh**2 / 2 + m * g * l * sp.cos(h))
same("lagrangecart, d/dt dL/dx'", sp.diff(sp.diff(L, dx), t),
     (M + m) * dx.diff(t) + m * l * dh.diff(t) * sp.cos(h) - m * l * dh**2 * sp.sin(h))
same("lagrangecart, d/dt dL/dh'", sp.diff(sp.diff(L, dh), t),
     m * l * dx.diff(t) * sp.cos(h) - m * l * dx * dh * sp.sin(h) + m * l**2 * dh.diff(t))
same("lagrangecart, dL/dh", sp.diff(L, h), -m * l * dx * dh * sp.sin(h) - m * g * l * sp.sin(h))

# lecturerp.tex: a link that turns, and one that slides along it
h, d = sp.Function("h")(t), sp.Function("d")(t)
dh, dd = h.diff(t), d.diff(t)
T = m1 * speed(l1 * sp.cos(h), l1 * sp.sin(h)) / 2 + m2 * speed(d * sp.cos(h), d * sp.sin(h)) / 2 + (I + J) * dh**2 / 2
first, second = equations(T, g * (m1 * l1 + m2 * d) * sp.sin(h), [h, d])
same("lecturerp, first", first, (m1 * l1**2 + I + J + m2 * d**2) * dh.diff(t) + 2 * m2 * d * dh * dd
     + (m1 * l1 + m2 * d) * g * sp.cos(h))
same("lecturerp, second", second, m2 * dd.diff(t) - m2 * d * dh**2 + m2 * g * sp.sin(h))

# tabled.tex: frames of the standard table; omega by R^T R', v by the position
d1, a2, a3 = sp.symbols("d1 a2 a3")
q = [sp.Function(f"q{i}")(t) for i in range(3)]


def row(length, alpha, offset, theta):
    ct, st, ca, sa = sp.cos(theta), sp.sin(theta), sp.cos(alpha), sp.sin(alpha)
    return sp.Matrix([[ct, -st * ca, st * sa, length * ct], [st, ct * ca, -ct * sa, length * st],
                      [0, sa, ca, offset], [0, 0, 0, 1]])


second = row(0, sp.pi / 2, d1, q[0]) * row(a2, 0, 0, q[1])
third = second * row(a3, 0, 0, q[2])
reach = a2 * sp.cos(q[1]) + a3 * sp.cos(q[1] + q[2])
same("tabled, x", third[0, 3], sp.cos(q[0]) * reach)
same("tabled, z", third[2, 3], d1 + a2 * sp.sin(q[1]) + a3 * sp.sin(q[1] + q[2]))
turn, place = second[:3, :3], second[:3, 3]
spin = sp.simplify(turn.T * turn.diff(t))
rates = [it.diff(t) for it in q]
for axis, found, printed in zip("xyz", [spin[2, 1], spin[0, 2], spin[1, 0]],
                                [sp.sin(q[1]) * rates[0], sp.cos(q[1]) * rates[0], rates[1]]):
    same(f"tabled, omega2 {axis}", found, printed)
for axis, found, printed in zip("xyz", sp.simplify(turn.T * place.diff(t)),
                                [0, a2 * rates[1], -a2 * sp.cos(q[1]) * rates[0]]):
    same(f"tabled, v2 {axis}", found, printed)
