"""A chain of rotations about z, read from the URDF that Appell writes."""

import math
import xml.etree.ElementTree as tree
from dataclasses import dataclass

# Entries of rotations closer than this to -1, 0 or 1 are these: the file has quarter turns in
# decimals, Appell has them exactly, and what is zero must cost nobody anything.
NEAR = 1e-12


@dataclass
class Body:
    """A joint at its place in the frame before, and the link behind it."""

    rotation: list
    position: list
    mass: float
    centre: list
    inertia: list  # about the centre of mass, in the axes of the frame

    def numbers(self):
        rows = [x for matrix in (self.rotation, self.inertia) for row in matrix for x in row]
        return [*rows[:9], *self.position, self.mass, *self.centre, *rows[9:]]


def read(path):
    root = tree.parse(path).getroot()
    links = {link.get("name"): link for link in root.iter("link")}
    bodies = []
    for joint in root.iter("joint"):
        if joint.get("type") == "fixed":
            continue
        if numbers(joint.find("axis").get("xyz")) != [0, 0, 1]:
            raise ValueError(f"{path}: {joint.get('name')} does not turn about z")
        inertial = links[joint.find("child").get("link")].find("inertial")
        position, rotation = place(joint.find("origin"))
        centre, turned = place(inertial.find("origin"))
        if turned != identity():
            raise ValueError(f"{path}: {joint.get('name')}: an inertia in turned axes")
        of = {name: float(x) for name, x in inertial.find("inertia").attrib.items()}
        inertia = [[of["i" + "".join(sorted(i + j))] for j in "xyz"] for i in "xyz"]
        mass = float(inertial.find("mass").get("value"))
        bodies.append(Body(rotation, position, mass, centre, inertia))
    return bodies


def numbers(text):
    return [float(word) for word in text.split()]


def identity():
    return [[float(i == j) for j in range(3)] for i in range(3)]


def place(origin):
    """Position and rotation of an origin; roll, pitch and yaw about fixed axes x, y, z."""
    if origin is None:
        return [0.0] * 3, identity()
    roll, pitch, yaw = numbers(origin.get("rpy", "0 0 0"))
    (sr, cr), (sp, cp), (sy, cy) = [(math.sin(x), math.cos(x)) for x in (roll, pitch, yaw)]
    rotation = [[cy * cp, cy * sp * sr - sy * cr, cy * sp * cr + sy * sr],
                [sy * cp, sy * sp * sr + cy * cr, sy * sp * cr - cy * sr],
                [-sp, cp * sr, cp * cr]]
    rotation = [[round(x) if abs(x - round(x)) < NEAR else x for x in row] for row in rotation]
    return numbers(origin.get("xyz", "0 0 0")), [[float(x) for x in row] for row in rotation]
