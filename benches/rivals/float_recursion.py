"""The torques in plain floats, by a way apart from the others': all vectors in base axes."""

import math

from robots import inertial_names, signed


def cross(a, b):
    return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]


def dot(a, b):
    return sum(x * y for x, y in zip(a, b))


def plus(*vectors):
    return [sum(parts) for parts in zip(*vectors)]


def times(factor, v):
    return [factor * x for x in v]


def turned(columns, axis, angle):
    """Axes turned about one of themselves."""
    columns = list(columns)
    j, k = (axis + 1) % 3, (axis + 2) % 3
    s, c = math.sin(angle), math.cos(angle)
    x, y = columns[j], columns[k]
    columns[j], columns[k] = plus(times(c, x), times(s, y)), plus(times(c, y), times(-s, x))
    return columns


def in_base(columns, v):
    return plus(*[times(x, column) for x, column in zip(v, columns)])


def swing(omega, eps, r):
    """eps x r + omega x (omega x r)"""
    return plus(cross(eps, r), cross(omega, cross(omega, r)))


def torques(robot, values):
    """Each joint carries the forces of all links beyond it."""
    columns = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]
    omega, eps, place, acc = [0.0] * 3, [0.0] * 3, [0.0] * 3, [0.0, 0.0, values["g"]]
    joints, loads = [], []
    for i, joint in enumerate(robot, 1):
        r = in_base(columns, [signed(name, values) for name in joint.offset])
        place, acc = plus(place, r), plus(acc, swing(omega, eps, r))
        columns = turned(columns, 0, joint.twist * math.pi / 2)
        columns = turned(columns, joint.axis, values[f"q{i}"])
        axis, rate = columns[joint.axis], values[f"q{i}'"]
        eps = plus(eps, times(rate, cross(omega, axis)), times(values[f"q{i}''"], axis))
        omega = plus(omega, times(rate, axis))
        joints.append((place, axis))
        inertial = [values[n] for n in inertial_names(i)]
        loads.append((place, *load(columns, omega, eps, acc, inertial)))
    return [sum(dot(axis, plus(moment, cross(plus(there, times(-1, here)), force)))
                for there, force, moment in loads[i:]) for i, (here, axis) in enumerate(joints)]


def load(columns, omega, eps, acc, inertial):
    """Inertial force and moment about the frame origin of a link."""
    m, mx, my, mz, xx, xy, xz, yy, yz, zz = inertial
    moments = in_base(columns, [mx, my, mz])

    def inertia(v):
        tensor = [xx, xy, xz], [xy, yy, yz], [xz, yz, zz]
        own = [dot(column, v) for column in columns]
        return in_base(columns, [dot(row, own) for row in tensor])

    force = plus(times(m, acc), swing(omega, eps, moments))
    return force, plus(inertia(eps), cross(omega, inertia(omega)), cross(moments, acc))
