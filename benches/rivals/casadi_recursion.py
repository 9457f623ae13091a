"""The Newton-Euler recursion on CasADi's matrices, because each call from Python costs much.

The turns are fixed matrices by which 1, the cosine and the sine are multiplied.
"""

from functools import cache

from casadi import DM, SX, cos, cross, mtimes, reshape, sin, skew, sparsify, vertcat

from robots import inertial_names, signed


@cache
def turn(quarters, axis):
    """The matrices A, C, S of the turn A + C cos q + S sin q after a twist about x."""
    z = unit(axis)
    along = mtimes(z, z.T)
    twist = DM([[1, 0, 0], [0, 1 - abs(quarters), -quarters], [0, quarters, 1 - abs(quarters)]])
    parts = along, DM.eye(3) - along, skew(DM(z))
    return [sparsify(mtimes(twist, part)) for part in parts]


@cache
def unit(axis):
    return sparsify(DM([int(k == axis) for k in range(3)]))


def torques(robot, symbol):
    omega, eps, acc = SX(3, 1), SX(3, 1), vertcat(0, 0, symbol["g"])
    matrix, joints, loads = SX(3, 3), [], []
    for i, joint in enumerate(robot, 1):
        q, rate, second = symbol[f"q{i}"], symbol[f"q{i}'"], symbol[f"q{i}''"]
        fixed, by_cosine, by_sine = turn(joint.twist, joint.axis)
        out = fixed + by_cosine * cos(q) + by_sine * sin(q)
        into, z = out.T, unit(joint.axis)
        r = None
        if any(joint.offset):
            r = vertcat(*[signed(name, symbol) for name in joint.offset])
            acc = acc + mtimes(matrix, r)
        acc, omega, spin = mtimes(into, acc), mtimes(into, omega), z * rate
        eps = mtimes(into, eps) + cross(omega, spin) + z * second
        omega = omega + spin
        tilde = skew(omega)
        matrix = skew(eps) + mtimes(tilde, tilde)
        m, mx, my, mz, xx, xy, xz, yy, yz, zz = [symbol[n] for n in inertial_names(i)]
        tensor = reshape(vertcat(xx, xy, xz, xy, yy, yz, xz, yz, zz), 3, 3)
        moments = vertcat(mx, my, mz)
        force = m * acc + mtimes(matrix, moments)
        moment = mtimes(tensor, eps) + cross(omega, mtimes(tensor, omega)) + cross(moments, acc)
        joints.append((out, r, joint.axis))
        loads.append((force, moment))
    return inward(joints, loads)


def inward(joints, loads):
    force, moment = loads[-1]
    torques = [moment[joints[-1][2]]]
    for at in range(len(joints) - 1, 0, -1):
        out, r, _ = joints[at]
        force, moment = mtimes(out, force), mtimes(out, moment)
        if r is not None:
            moment = moment + cross(r, force)
        force, moment = force + loads[at - 1][0], moment + loads[at - 1][1]
        torques.append(moment[joints[at - 1][2]])
    return torques[::-1]
