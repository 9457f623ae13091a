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
