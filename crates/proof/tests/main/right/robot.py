"""The mechanics of a robot by SymPy, from its TOML file: places, velocities as their derivatives by time,
energies, Lagrange's equations. Only what the corpora have is read; another key is an error.
"""
import tomllib

import sympy as sp

AXES = {"x": sp.Matrix([1, 0, 0]), "y": sp.Matrix([0, 1, 0]), "z": sp.Matrix([0, 0, 1])}


def parsed(entry):
    """A number or an expression of a robot file: every name is a parameter."""
    letters = {name: sp.Symbol(name) for name in "EINSQO"}  # SymPy has meanings of its own for these
    return sp.sympify(str(entry).replace("^", "**"), locals=letters)


def vector(entries):
    return sp.Matrix([parsed(entry) for entry in entries])


def rotation(axis, angle):
    """Rodrigues' formula."""
    k = sp.Matrix([[0, -axis[2], axis[1]], [axis[2], 0, -axis[0]], [-axis[1], axis[0], 0]])
    return sp.eye(3) + sp.sin(angle) * k + (1 - sp.cos(angle)) * k**2


def only(table, *keys):
    unknown = set(table) - set(keys)
    if unknown:
        raise ValueError(f"{unknown} of a robot file are not read")
    return table


class Robot:
    """Coordinates, rates and accelerations are symbols of their own; `rate` differentiates by time."""

    def __init__(self, text):
        file = only(tomllib.loads(text), "name", "gravity", "joint", "tool")
        joints = file["joint"]
        self.q = [sp.Symbol(joint["coordinate"]) for joint in joints]
        self.qd = [sp.Symbol(f"{it}'") for it in self.q]
        self.qdd = [sp.Symbol(f"{it}''") for it in self.q]
        gravity = vector(file["gravity"]) if file["gravity"] else sp.zeros(3, 1)
        self.steps, self.places, self.spins = [], [(sp.eye(3), sp.zeros(3, 1))], []
        kinetic, gravitational, elastic, friction = 0, 0, 0, []
        for joint, q, qd in zip(joints, self.q, self.qd):
            only(joint, "type", "axis", "coordinate", "offset", "link", "friction", "spring")
            axis = AXES[joint["axis"].lstrip("-")] * (-1 if joint["axis"].startswith("-") else 1)
            turn, shift = sp.eye(3), vector(joint.get("offset", [0, 0, 0]))
            if joint["type"] == "rotation":
                turn = rotation(axis, q)
            elif joint["type"] == "translation":
                shift = shift + q * axis
            else:
                raise ValueError(joint["type"])
            self.steps.append((turn, shift))
            before, origin = self.places[-1]
            frame, origin = sp.simplify(before * turn), origin + before * shift
            self.places.append((frame, origin))
            # omega in the axes of the link, by R^T R'
            skew = sp.simplify(frame.T * self.rate(frame))
            spin = sp.Matrix([skew[2, 1], skew[0, 2], skew[1, 0]])
            self.spins.append(spin)
            link = only(joint.get("link", {"mass": 0}), "mass", "centre", "inertia")
            mass, inertia = parsed(link["mass"]), only(link.get("inertia", {}), "xx", "yy", "zz")
            tensor = sp.diag(*[parsed(inertia.get(key, 0)) for key in ("xx", "yy", "zz")])
            centre = origin + frame * vector(link.get("centre", [0, 0, 0]))
            speed = self.rate(centre)
            kinetic += mass * speed.dot(speed) / 2 + (spin.T * tensor * spin)[0] / 2
            gravitational -= mass * gravity.dot(centre)
            elastic += parsed(only(joint.get("spring", {}), "stiffness").get("stiffness", 0)) * q**2 / 2
            friction.append(parsed(only(joint.get("friction", {}), "viscous").get("viscous", 0)) * qd)
        frame, origin = self.places[-1]
        tool = only(file.get("tool", {}), "offset")
        self.tool = origin + frame * vector(tool.get("offset", [0, 0, 0]))
        self.kinetic, self.potential = sp.expand(kinetic), gravitational + elastic
        self.lagrangian = self.kinetic - self.potential
        self.momenta = sp.Matrix([sp.diff(self.lagrangian, qd) for qd in self.qd])
        self.forces = sp.Matrix([
            self.rate(p) - sp.diff(self.lagrangian, q) + lost
            for p, q, lost in zip(self.momenta, self.q, friction)
        ])
        self.mass = sp.hessian(self.kinetic, self.qd)
        self.gravity = sp.Matrix([sp.diff(gravitational, q) for q in self.q])
        self.coriolis = self.christoffel()
        # x, y and the turn about z: the Jacobian of planar arms
        planar = sp.Matrix([self.tool[0], self.tool[1]]).jacobian(self.q)
        self.jacobian = planar.col_join(sp.Matrix([self.spins[-1][2]]).jacobian(self.qd))

    def rate(self, it):
        """d/dt of an expression or a matrix of places and rates."""
        if isinstance(it, sp.MatrixBase):
            return it.applyfunc(self.rate)
        pairs = zip(self.q + self.qd, self.qd + self.qdd)
        return sum((sp.diff(it, state) * change for state, change in pairs), sp.Integer(0))

    def christoffel(self):
        m, q = self.mass, self.q
        return sp.Matrix(len(q), len(q), lambda i, j: sum(
            (sp.diff(m[i, j], q[k]) + sp.diff(m[i, k], q[j]) - sp.diff(m[j, k], q[i])) / 2 * self.qd[k]
            for k in range(len(q))))

    def transform(self, start, end):
        """The frame {end} in {start}, four by four, by the product of its steps."""
        whole = sp.eye(4)
        for turn, shift in self.steps[start:end]:
            whole = whole * turn.row_join(shift).col_join(sp.Matrix([[0, 0, 0, 1]]))
        return whole
