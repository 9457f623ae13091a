"""The Newton-Euler recursion as it is written, nothing multiplied out: on any numbers.

Link by link, about the frame origins.  Whatever a tool folds by itself (0 x, 1 x) is left to it.
"""

from robots import inertial_names, signed


def cross(a, b):
    return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]


def apply(matrix, v):
    return [row[0] * v[0] + row[1] * v[1] + row[2] * v[2] for row in matrix]


def plus(a, b):
    return [x + y for x, y in zip(a, b)]


def turn(v, axis, s, c):
    """v turned about an axis."""
    out = list(v)
    j, k = (axis + 1) % 3, (axis + 2) % 3
    out[j], out[k] = c * v[j] - s * v[k], s * v[j] + c * v[k]
    return out


def twist(v, quarters):
    """v turned about x by a quarter."""
    if quarters == 0:
        return v
    return [v[0], -v[2], v[1]] if quarters > 0 else [v[0], v[2], -v[1]]


def swing(omega, eps):
    """The matrix [eps] + [omega]^2."""
    x, y, z = omega
    xx, yy, zz, xy, xz, yz = x * x, y * y, z * z, x * y, x * z, y * z
    return [[-yy - zz, xy - eps[2], xz + eps[1]],
            [xy + eps[2], -xx - zz, yz - eps[0]],
            [xz - eps[1], yz + eps[0], -xx - yy]]


def load(omega, eps, acc, matrix, inertial):
    """Inertial force and moment about the frame origin of a link."""
    m, mx, my, mz, xx, xy, xz, yy, yz, zz = inertial
    tensor, moments = [[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]], [mx, my, mz]
    force = plus([m * a for a in acc], apply(matrix, moments))
    spin = plus(apply(tensor, eps), cross(omega, apply(tensor, omega)))
    return force, plus(spin, cross(moments, acc))


def torques(robot, tool):
    """A tool has symbols by name, and sine and cosine."""
    symbol = tool.symbol
    omega, eps, acc = [0] * 3, [0] * 3, [0, 0, symbol["g"]]
    matrix, joints, loads = [[0] * 3] * 3, [], []
    for i, joint in enumerate(robot, 1):
        q, rate, second = symbol[f"q{i}"], symbol[f"q{i}'"], symbol[f"q{i}''"]
        s, c, axis = tool.sin(q), tool.cos(q), joint.axis
        r = [signed(name, symbol) for name in joint.offset]
        if any(joint.offset):
            acc = plus(acc, apply(matrix, r))
        omega, eps, acc = [turn(twist(v, -joint.twist), axis, -s, c) for v in (omega, eps, acc)]
        j, k = (axis + 1) % 3, (axis + 2) % 3
        eps[j], eps[k] = eps[j] + omega[k] * rate, eps[k] - omega[j] * rate
        eps[axis], omega[axis] = eps[axis] + second, omega[axis] + rate
        matrix = swing(omega, eps)
        loads.append(load(omega, eps, acc, matrix, [symbol[n] for n in inertial_names(i)]))
        joints.append((joint, s, c, r))
    return inward(joints, loads)


def inward(joints, loads):
    force, moment = loads[-1]
    torques = [moment[joints[-1][0].axis]]
    for at in range(len(joints) - 1, 0, -1):
        joint, s, c, r = joints[at]
        force, moment = [twist(turn(v, joint.axis, s, c), joint.twist) for v in (force, moment)]
        if any(joint.offset):
            moment = plus(moment, cross(r, force))
        force, moment = plus(force, loads[at - 1][0]), plus(moment, loads[at - 1][1])
        torques.append(moment[joints[at - 1][0].axis])
    return torques[::-1]
