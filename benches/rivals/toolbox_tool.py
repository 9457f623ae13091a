"""Robotics Toolbox for Python: its recursion in Python on SymPy's expressions."""

import numpy
import roboticstoolbox
import sympy

from robots import PUMA, central, signed
import sympy_tool

CENTRAL = ("m", "cx", "cy", "cz", "xx", "xy", "xz", "yy", "yz", "zz")


class Toolbox(sympy_tool.Nested):
    """The inertias are about the centres of mass, as the toolbox has them."""

    method = "rne_python, no simplification, distinct operations counted"

    def __init__(self, names):
        joints = [f"q{i}{primes}" for primes in ("", "'", "''") for i in range(1, 7)]
        links = [f"{word}{i}" for i in range(1, 7) for word in CENTRAL]
        super().__init__(joints + links + ["a2", "a3", "d3", "d4", "g"])
        self.motion = numpy.array([self.symbol[n] for n in joints]).reshape(3, 6)
        self.robot = self.model()

    def model(self):
        links = [self.link(i, joint) for i, joint in enumerate(PUMA, 1)]
        gravity = [0, 0, -self.symbol["g"]]
        return roboticstoolbox.DHRobot(links, gravity=gravity, symbolic=True)

    def link(self, i, joint):
        m, cx, cy, cz, xx, xy, xz, yy, yz, zz = [self.symbol[f"{w}{i}"] for w in CENTRAL]
        a, minus_d_sine, d_cosine = [signed(name, self.symbol) for name in joint.offset]
        return roboticstoolbox.RevoluteMDH(
            a=a, d=d_cosine - joint.twist * minus_d_sine, alpha=joint.twist * sympy.pi / 2,
            m=m, r=[cx, cy, cz], I=[xx, yy, zz, xy, yz, xz])

    def torques(self, robot):
        return [([], list(self.robot.rne_python(*self.motion)))]

    def values(self, results, point):
        point = dict(point)
        for i in range(1, 7):
            m, centre, tensor = central(point, i)
            point.update({f"{w}{i}": x for w, x in zip(CENTRAL, [m, *centre, *tensor])})
        return super().values(results, point)


class OwnModel(Toolbox):
    """Its own Puma560: lengths and inertias are numbers, motors and viscous friction are in."""

    method = "rne_python of models.DH.Puma560(symbolic=True), numeric parameters"

    def model(self):
        return roboticstoolbox.models.DH.Puma560(symbolic=True)

    def numbers(self, point):
        """The torques by the toolbox's code in C; the symbolic ones have no Coulomb friction."""
        robot = roboticstoolbox.models.DH.Puma560().nofriction(coulomb=True, viscous=False)
        motion = [[point[f"q{i}{p}"] for i in range(1, 7)] for p in ("", "'", "''")]
        return list(robot.rne(*motion))
