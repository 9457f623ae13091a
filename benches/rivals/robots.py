"""The robots of the mechanics: two arms by modified Denavit-Hartenberg tables, and chains."""

from dataclasses import dataclass

INERTIAL = ("m", "mx", "my", "mz", "xx", "xy", "xz", "yy", "yz", "zz")


@dataclass(frozen=True)
class Joint:
    """A rotation; its frame stands at the offset in the frame before, turned by the twist."""

    twist: int = 0  # quarter turns about x: -1, 0 or 1
    offset: tuple = ("", "", "")  # names of lengths, with a sign; an empty one is 0
    axis: int = 2


# Offsets are (a, -d sin(twist), d cos(twist)).
PUMA = [Joint(), Joint(-1), Joint(0, ("a2", "", "d3")),
        Joint(-1, ("a3", "d4", "")), Joint(1), Joint(-1)]
IIWA = [Joint(), Joint(-1), Joint(1, ("", "-d3", "")), Joint(1),
        Joint(-1, ("", "d5", "")), Joint(-1), Joint(1)]


def chain(joints):
    """Rotations about x, y, z, x, ..."""
    return [Joint(0, (f"l{i}", "", f"d{i}"), (i - 1) % 3) for i in range(1, joints + 1)]


def inertial_names(i):
    """Mass, first moments and inertia tensor about the frame origin of link i."""
    return [f"{word}{i}" for word in INERTIAL]


def names(robot):
    numbers = range(1, len(robot) + 1)
    joints = [f"q{i}{primes}" for i in numbers for primes in ("", "'", "''")]
    links = [name for i in numbers for name in inertial_names(i)]
    lengths = {name.lstrip("-") for joint in robot for name in joint.offset if name}
    return joints + links + sorted(lengths) + ["g"]


def signed(name, symbols):
    """A component of an offset."""
    if not name:
        return 0
    return -symbols[name[1:]] if name[0] == "-" else symbols[name]


def central(values, i):
    """Mass, centre of mass and inertia tensor about it (xx, xy, xz, yy, yz, zz) of link i."""
    m, mx, my, mz, xx, xy, xz, yy, yz, zz = [values[n] for n in inertial_names(i)]
    tensor = [xx - (my * my + mz * mz) / m, xy + mx * my / m, xz + mx * mz / m,
              yy - (mx * mx + mz * mz) / m, yz + my * mz / m, zz - (mx * mx + my * my) / m]
    return m, [mx / m, my / m, mz / m], tensor
