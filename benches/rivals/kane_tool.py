"""sympy.physics.mechanics: the torques of the PUMA by Kane's method, nothing simplified."""

import sympy
from sympy.physics.mechanics import (KanesMethod, Point, ReferenceFrame, RigidBody,
                                     dynamicsymbols, inertia)

from robots import PUMA, central, signed
import sympy_tool

CENTRAL = ("m", "cx", "cy", "cz", "Ixx", "Ixy", "Ixz", "Iyy", "Iyz", "Izz")


class Kane(sympy_tool.Nested):
    """Inertias are about the centres of mass, which is the shortest way here."""

    method = "KanesMethod, no simplification, distinct operations counted"

    def __init__(self, names):
        super().__init__(names)
        numbers = range(1, len(PUMA) + 1)
        self.q, self.u = [[dynamicsymbols(f"{w}{i}") for i in numbers] for w in "qu"]
        time = dynamicsymbols._t
        for i, (q, u) in enumerate(zip(self.q, self.u), 1):
            self.symbol.update({f"q{i}": q, f"q{i}'": u, f"q{i}''": u.diff(time)})
        self.links = [sympy.symbols([f"{word}{i}" for word in CENTRAL]) for i in numbers]

    def torques(self, robot):
        base = before = ReferenceFrame("N")
        origin = Point("O")
        origin.set_vel(base, 0)
        bodies, loads = [], []
        for i, (joint, q, u, link) in enumerate(zip(PUMA, self.q, self.u, self.links), 1):
            frame, origin = self.joint(i, joint, q, u, before, origin, base)
            m, cx, cy, cz, xx, xy, xz, yy, yz, zz = link
            centre = origin.locatenew(f"C{i}", cx * frame.x + cy * frame.y + cz * frame.z)
            centre.v2pt_theory(origin, base, frame)
            tensor = inertia(frame, xx, yy, zz, xy, yz, xz)
            bodies.append(RigidBody(f"link{i}", centre, frame, m, (tensor, centre)))
            loads.append((centre, -m * self.symbol["g"] * base.z))
            before = frame
        rates = [q.diff() - u for q, u in zip(self.q, self.u)]
        kane = KanesMethod(base, q_ind=self.q, u_ind=self.u, kd_eqs=rates)
        active, inertial = kane.kanes_equations(bodies, loads)
        return [([], list(-(active + inertial)))]

    def joint(self, i, joint, q, u, before, origin, base):
        """Frame and origin of a joint."""
        frame = ReferenceFrame(f"A{i}")
        r = [signed(name, self.symbol) for name in joint.offset]
        place = origin
        if any(joint.offset):
            x, y, z = before
            place = origin.locatenew(f"O{i}", r[0] * x + r[1] * y + r[2] * z)
            place.v2pt_theory(origin, base, before)
        if joint.twist:
            twisted = ReferenceFrame(f"B{i}")
            twisted.orient_axis(before, before.x, joint.twist * sympy.pi / 2)
            before = twisted
        frame.orient_axis(before, before.z, q)
        frame.set_ang_vel(before, u * frame.z)
        return frame, place

    def is_variable(self, p):
        """Coordinates and speeds are functions of the time here."""
        return p in self.symbol.values()

    def values(self, results, point):
        point = dict(point)
        for i, symbols in enumerate(self.links, 1):
            m, centre, tensor = central(point, i)
            self.symbol.update({str(s): s for s in symbols})
            point.update(zip(map(str, symbols), [m, *centre, *tensor]))
        return super().values(results, point)
