"""A and B of the cart-pole and the acrobot by SymPy's Lagrange equations: `python golden.py > golden.json`.

Nothing here knows of Appell: positions of the centres of mass by hand, kinetic and potential energy, Lagrange's equations,
accelerations by SymPy, their derivatives. The entries at the equilibria are exact rationals. `by_q`, `by_qd` and `by_tau`
are the derivatives at any state, as numerators and denominators.
"""

import json

import sympy
from sympy import Matrix, Rational, cos, pi, sin, symbols

t = symbols("t")


def model(positions, angles, masses, inertias, friction, values, gravity, equilibria):
    """Derivatives of the accelerations; positions and angles of the links are functions of q."""
    count = 2
    q, v, tau = (symbols(f"{name}1:{count + 1}") for name in ("q", "qd", "tau"))
    of_time = [sympy.Function(f"f{k}")(t) for k in range(count)]
    at_time = dict(zip(q, of_time))
    back = [(it.diff(t), rate) for it, rate in zip(of_time, v)] + [(it, own) for it, own in zip(of_time, q)]
    kinetic, potential = 0, 0
    for place, angle, mass, inertia in zip(positions(*q), angles(*q), masses, inertias):
        velocity = Matrix(place).jacobian(Matrix(q)) * Matrix(v)
        spin = sum(sympy.diff(angle, own) * rate for own, rate in zip(q, v))
        kinetic += (mass * velocity.dot(velocity) + inertia * spin**2) / 2
        potential += mass * gravity * place[1]
    lagrangian = kinetic - potential
    mass_matrix = Matrix(count, count, lambda i, j: sympy.diff(kinetic, v[i], v[j]))
    bias = [
        sum(sympy.diff(sympy.diff(lagrangian, v[i]), q[j]) * v[j] for j in range(count))
        - sympy.diff(lagrangian, q[i])
        + friction[i] * v[i]
        for i in range(count)
    ]
    accelerations = mass_matrix.LUsolve(Matrix(tau) - Matrix(bias))
    slopes = {name: accelerations.jacobian(Matrix(by)) for name, by in (("by_q", q), ("by_qd", v), ("by_tau", tau))}
    answer = {}
    for name, matrix in slopes.items():
        pairs = [sympy.fraction(sympy.together(entry)) for entry in matrix]
        answer[name] = [[str(part).replace("**", "^") for part in pair] for pair in pairs]
    for name, place in equilibria.items():
        at = dict(zip(q, place)) | {it: 0 for it in (*v, *tau)} | values
        exact = {key: matrix.subs(at).applyfunc(sympy.nsimplify) for key, matrix in slopes.items()}
        zero, one = sympy.zeros(count), sympy.eye(count)
        a = sympy.Matrix(sympy.BlockMatrix([[zero, one], [exact["by_q"], exact["by_qd"]]]))
        b = sympy.Matrix(sympy.BlockMatrix([[zero], [exact["by_tau"]]]))
        rows = lambda matrix: [[str(entry) for entry in matrix.row(i)] for i in range(matrix.rows)]
        answer[name] = {"q": [float(it) for it in place], "A": rows(a), "B": rows(b)}
    return answer


g, m1, m2, l, j, b1, b2 = symbols("g M1 M2 l J b1 b2")
cartpole = model(
    # x and height of the centres of mass; a turn about y by q leads the upright pole towards +x
    positions=lambda x, a: [(x, 0), (x + l * sin(a), l * cos(a))],
    angles=lambda x, a: [0, a],
    masses=[m1, m2],
    inertias=[0, j],
    friction=[b1, b2],
    gravity=g,
    values={g: Rational("9.81"), m1: 1, m2: Rational("0.2"), l: Rational("0.5"), j: Rational("0.01"),
            b1: Rational("0.1"), b2: Rational("0.02")},
    equilibria={"upright": [0, 0], "hanging": [0, pi]},
)
l1, r1, r2, j1, j2 = symbols("l1 r1 r2 J1 J2")
acrobot = model(
    positions=lambda a, b: [
        (-r1 * sin(a), -r1 * cos(a)),
        (-l1 * sin(a) - r2 * sin(a + b), -l1 * cos(a) - r2 * cos(a + b)),
    ],
    angles=lambda a, b: [a, a + b],
    masses=[m1, m2],
    inertias=[j1, j2],
    friction=[0, 0],
    gravity=g,
    values={g: Rational("9.8"), m1: 1, m2: Rational("1.5"), l1: 1, r1: Rational("0.5"), r2: Rational("0.7"),
            j1: Rational("0.2"), j2: Rational("0.3")},
    equilibria={"hanging": [0, 0], "upright": [pi, 0]},
)
print(json.dumps({"cartpole": cartpole, "acrobot": acrobot}, indent=1))
