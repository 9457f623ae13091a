"""Dynamics of a chain as C, by CasADi.

    python casadi_code.py ROBOT.urdf FOLDER

writes Q.c, M.c, qdd.c and dQ.c into the folder, one function of one vector each: inverse dynamics
by Newton and Euler's recursion, the mass matrix by composite bodies, forward dynamics by both and the
factors of the mass matrix, and the derivatives of inverse dynamics by CasADi's own differentiation.
All in scalar graphs in which zeros and ones have vanished, with common subexpressions taken out.
"""

import sys
from pathlib import Path

import casadi
from casadi import DM, SX, cos, cross, mtimes, sin, skew, vertcat

import chain

GRAVITY = 9.81
Z = casadi.sparsify(DM([0, 0, 1]))


def sparse(rows):
    return casadi.sparsify(DM(rows))


def turns(bodies, q):
    """The rotation of every frame into the one before."""
    found = []
    for body, angle in zip(bodies, casadi.vertsplit(q)):
        c, s = cos(angle), sin(angle)
        turn = SX(3, 3)
        turn[0, 0], turn[0, 1], turn[1, 0], turn[1, 1], turn[2, 2] = c, -s, s, c, 1
        found.append(mtimes(sparse(body.rotation), turn))
    return found


def inverse_dynamics(bodies, q, rates, accelerations, gravity=GRAVITY):
    out = turns(bodies, q)
    omega, eps, acc = SX(3, 1), SX(3, 1), sparse([0, 0, gravity])
    loads = []
    for i, body in enumerate(bodies):
        into, r = out[i].T, sparse(body.position)
        acc = mtimes(into, acc + cross(eps, r) + cross(omega, cross(omega, r)))
        before = mtimes(into, omega)
        eps = mtimes(into, eps) + cross(before, Z * rates[i]) + Z * accelerations[i]
        omega = before + Z * rates[i]
        centre, inertia = sparse(body.centre), sparse(body.inertia)
        force = body.mass * (acc + cross(eps, centre) + cross(omega, cross(omega, centre)))
        moment = mtimes(inertia, eps) + cross(omega, mtimes(inertia, omega)) + cross(centre, force)
        loads.append((force, moment))
    force, moment, forces = SX(3, 1), SX(3, 1), []
    for i in reversed(range(len(bodies))):
        force, moment = force + loads[i][0], moment + loads[i][1]
        forces.append(moment[2])
        force, moment = mtimes(out[i], force), mtimes(out[i], moment)
        moment = moment + cross(sparse(bodies[i].position), force)
    return vertcat(*forces[::-1])


def mass_matrix(bodies, q):
    """Composite bodies by mass, first moment and inertia about the origin of the frame."""
    n, out = len(bodies), turns(bodies, q)
    matrix = SX(n, n)
    mass, first, second = 0, SX(3, 1), SX(3, 3)
    for i in reversed(range(n)):
        body = bodies[i]
        centre = sparse(body.centre)
        about_origin = sparse(body.inertia) - body.mass * mtimes(skew(centre), skew(centre))
        mass, first = mass + body.mass, first + body.mass * centre
        second = second + casadi.sparsify(about_origin)
        # the wrench that an acceleration of joint i asks for, carried inward
        force, moment = cross(Z, first), mtimes(second, Z)
        matrix[i, i] = moment[2]
        for j in reversed(range(i)):
            force, moment = mtimes(out[j + 1], force), mtimes(out[j + 1], moment)
            moment = moment + cross(sparse(bodies[j + 1].position), force)
            matrix[i, j] = matrix[j, i] = moment[2]
        r = sparse(body.position)
        turned = mtimes(out[i], first)
        second = mtimes(mtimes(out[i], second), out[i].T)
        tilde, lever = skew(r), skew(turned)
        second = second - mtimes(tilde, lever) - mtimes(lever, tilde) - mass * mtimes(tilde, tilde)
        first = turned + mass * r
    return matrix


def forward_dynamics(bodies, q, rates, drives):
    """By the mass matrix, whose factors are L D L^T."""
    bias = inverse_dynamics(bodies, q, rates, SX(len(bodies), 1))
    d, upper, order = casadi.ldl(mass_matrix(bodies, q), False)
    return casadi.ldl_solve(drives - bias, d, upper, order)


def rows(matrix):
    """Row by row, zeros too."""
    return casadi.vec(casadi.densify(matrix).T)


def main():
    bodies, folder = chain.read(sys.argv[1]), Path(sys.argv[2])
    n = len(bodies)
    x = SX.sym("x", 3 * n)
    q, rates, last = casadi.vertsplit(x, n)
    forces = inverse_dynamics(bodies, q, rates, last)
    derivatives = casadi.jacobian(forces, vertcat(q, rates))
    alone = SX.sym("q", n)
    functions = {
        "Q": (x, forces),
        "M": (alone, rows(mass_matrix(bodies, alone))),
        "qdd": (x, forward_dynamics(bodies, q, rates, last)),
        "dQ": (x, vertcat(rows(derivatives[:, :n]), rows(derivatives[:, n:]))),
    }
    for name, (inputs, outputs) in functions.items():
        outputs = casadi.cse(casadi.densify(outputs))
        function = casadi.Function("function", [inputs], [outputs])
        generator = casadi.CodeGenerator(f"{name}.c")
        generator.add(function)
        generator.generate(f"{folder}/")


if __name__ == "__main__":
    main()
