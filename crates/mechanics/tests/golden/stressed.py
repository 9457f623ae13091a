#!/usr/bin/env python3
"""Links under load by an own model, and the matrices that a finite-element program would write of them.

Beams without limit on rotations: nodes have a place and a rotation, the strain energy of an element is that of
a straight beam in its corotated axes. The model finds the equilibrium under a load by Newton's method; its
stiffness there is the Hessian of the energy. So frequencies under load need no geometric stiffness matrix. Those
that are written are what programs call stress or differential stiffness: of the stresses of linear statics.

    python3 stressed.py          # needs numpy, scipy and jax; writes stressed.json and stressed/

stressed/frame: a frame of two legs and a cross bar in the plane x y, clamped at both feet, the tip in the
middle of the bar.
stressed/strip: a straight strip that is stiff along z, clamped at one end.
Masses are lumped on the nodes; SI units.
"""

import json
from pathlib import Path

import jax
import jax.numpy as jnp
import numpy as np
import scipy.linalg

jax.config.update("jax_enable_x64", True)
HERE = Path(__file__).parent


def turn(v):
    """The rotation matrix of a rotation vector, also near zero."""
    square = v @ v
    small = square < 1e-6
    angle = jnp.sqrt(jnp.where(small, 1.0, square))
    sine = jnp.where(small, 1 - square / 6 + square**2 / 120, jnp.sin(angle) / angle)
    cosine = jnp.where(small, 0.5 - square / 24 + square**2 / 720, (1 - jnp.cos(angle)) / angle**2)
    skew = jnp.array([[0, -v[2], v[1]], [v[2], 0, -v[0]], [-v[1], v[0], 0]])
    return jnp.eye(3) + sine * skew + cosine * skew @ skew


class Model:
    """Nodes, elements as pairs of nodes, and EA, G It, E I along y and along z of the section, its mass over length, and
    the moment of inertia of every node."""

    def __init__(self, nodes, elements, section, line, root, tip, inertia=0.0):
        self.nodes, self.elements = np.array(nodes, float), np.array(elements)
        self.section, self.root, self.tip, self.inertia = section, root, tip, inertia
        self.masses = np.zeros(len(nodes))
        for a, b in self.elements:
            self.masses[[a, b]] += line * np.linalg.norm(self.nodes[b] - self.nodes[a]) / 2
        clamped = {6 * node + k for node in root for k in range(6)}
        self.free = np.array([row for row in range(6 * len(nodes)) if row not in clamped])
        triads = []
        for a, b in self.elements:
            x = (self.nodes[b] - self.nodes[a]) / np.linalg.norm(self.nodes[b] - self.nodes[a])
            triads.append(np.array([x, np.cross([0, 0, 1.0], x), [0, 0, 1.0]]).T)
        self.triads = jnp.array(triads)
        energy = jax.jit(self.energy)
        self.gradient, self.hessian = jax.jit(jax.grad(energy)), jax.jit(jax.hessian(energy))

    def strains(self, u):
        """Of every element: how much longer it is, its twist, and the rotations of both ends against the chord, about
        z and about y of the section."""
        u = u.reshape(-1, 6)
        nodes = jnp.array(self.nodes)

        def element(pair, triad):
            a, b = pair
            way = nodes[b] + u[b, :3] - nodes[a] - u[a, :3]
            now = jnp.linalg.norm(way)
            chord = way / now
            ta, tb = turn(u[a, 3:]) @ triad, turn(u[b, 3:]) @ triad
            twist = (ta[:, 2] @ tb[:, 1] - ta[:, 1] @ tb[:, 2]) / 2
            ends = [-ta[:, 1] @ chord, -tb[:, 1] @ chord, ta[:, 2] @ chord, tb[:, 2] @ chord]
            return jnp.array([now - jnp.linalg.norm(nodes[b] - nodes[a]), twist, *ends])

        return jax.vmap(element)(jnp.array(self.elements), self.triads)

    def stresses(self, strains):
        """What belongs to them: axial force, torque, moments at the ends."""
        ea, gj, along_y, along_z = self.section
        ends = np.array([[4.0, 2.0], [2.0, 4.0]])
        stiffness = scipy.linalg.block_diag(ea, gj, along_y * ends, along_z * ends)
        lengths = np.linalg.norm(self.nodes[self.elements[:, 1]] - self.nodes[self.elements[:, 0]], axis=1)
        return strains @ stiffness / lengths[:, None]

    def energy(self, u):
        strains = self.strains(u)
        return (strains * self.stresses(strains)).sum() / 2

    def mass(self):
        rows = np.full((len(self.nodes), 6), self.inertia)
        rows[:, :3] = self.masses[:, None]
        return np.diag(rows.ravel())

    def by_node(self, matrix):
        """Mass times a 3x3 matrix of every node."""
        full = np.zeros((6 * len(self.nodes),) * 2)
        for node, mass in enumerate(self.masses):
            full[6 * node : 6 * node + 3, 6 * node : 6 * node + 3] = mass * matrix
        return full

    def load(self, acceleration=(0, 0, 0), spin=(0, 0, 0), turning=(0, 0, 0), force=(0, 0, 0)):
        """Forces on the nodes, and their derivative by the displacements."""
        skew = lambda w: np.array([[0, -w[2], w[1]], [w[2], 0, -w[0]], [-w[1], w[0], 0]], float)
        field = skew(turning) + skew(spin) @ skew(spin)
        slope = -self.by_node(field)
        rows = np.zeros((len(self.nodes), 6))
        rows[:, :3] = -self.masses[:, None] * (np.array(acceleration) + self.nodes @ field.T)
        rows[self.tip, :3] += force
        return rows.ravel(), slope

    def equilibrium(self, load):
        forces, slope = load
        u = np.zeros(6 * len(self.nodes))
        free = self.free
        for _ in range(30):
            rest = (np.array(self.gradient(u)) - forces - slope @ u)[free]
            tangent = (np.array(self.hessian(u)) - slope)[np.ix_(free, free)]
            step = np.linalg.solve(tangent, rest)
            u[free] -= step
            if np.abs(step).max() < 1e-14:
                break
        return u

    def geometric(self, **unit):
        """The geometric stiffness of a unit load: the stresses of linear statics times the second derivatives of the
        strains."""
        forces, _ = self.load(**unit)
        still, free = np.zeros(forces.size), self.free
        u = np.zeros(forces.size)
        u[free] = np.linalg.solve(np.array(self.hessian(still))[np.ix_(free, free)], forces[free])
        stresses = self.stresses(np.array(jax.jvp(self.strains, (still,), (u,))[1]))
        return np.array(jax.hessian(lambda u: (stresses * self.strains(u)).sum())(still))

    def frequencies(self, count, spin=(0, 0, 0), **rest):
        """rad/s, about the equilibrium, in the frame that moves with the root."""
        load = self.load(spin=spin, **rest)
        u = self.equilibrium(load)
        free = self.free
        part = lambda matrix: matrix[np.ix_(free, free)]
        w = np.array(spin)
        skew = np.array([[0, -w[2], w[1]], [w[2], 0, -w[0]], [-w[1], w[0], 0]])
        stiff, coriolis = part(np.array(self.hessian(u)) - load[1]), part(self.by_node(2 * skew))
        mass = np.diag(part(self.mass()))
        heavy, light = np.flatnonzero(mass > 0), np.flatnonzero(mass == 0)
        within = -np.linalg.solve(stiff[np.ix_(light, light)], stiff[np.ix_(light, heavy)])
        stiff = stiff[np.ix_(heavy, heavy)] + stiff[np.ix_(heavy, light)] @ within
        coriolis, inverse = coriolis[np.ix_(heavy, heavy)], np.diag(1 / mass[heavy])
        one = np.eye(heavy.size)
        system = np.block([[0 * one, one], [-inverse @ stiff, -inverse @ coriolis]])
        found = np.linalg.eigvals(system).imag
        return sorted(found[found > 1e-3])[:count]

    def write(self, folder, geometric):
        folder = HERE / "stressed" / folder
        folder.mkdir(parents=True, exist_ok=True)
        stiffness = np.array(self.hessian(np.zeros(6 * len(self.nodes))))
        lines = [", ".join(f"{x:.10g}" for x in node) for node in self.nodes]
        (folder / "nodes.csv").write_text("x, y, z\n" + "\n".join(lines) + "\n")
        for name, matrix in {"mass": self.mass(), "stiffness": stiffness, **geometric}.items():
            small = 1e-11 * np.abs(matrix).max()
            lower = [(i, j) for i in range(len(matrix)) for j in range(i + 1) if abs(matrix[i, j]) > small]
            head = f"%%MatrixMarket matrix coordinate real symmetric\n{len(matrix)} {len(matrix)} {len(lower)}\n"
            body = "".join(f"{i + 1} {j + 1} {matrix[i, j]:.9e}\n" for i, j in lower)
            (folder / f"{name}.mtx").write_text(head + body)


def frame():
    """Legs of 0.6 m that come nearer to each other, one more than the other, a bar across; aluminium, 20 mm x 4 mm."""
    young, shear, width, height, density = 7e10, 2.6e10, 0.004, 0.02, 2700.0
    area = width * height
    torsion = height * width**3 / 3 * (1 - 0.63 * width / height)
    section = (young * area, shear * torsion, young * width * height**3 / 12, young * height * width**3 / 12)
    nodes, elements = [], []
    for foot, end in ((-0.3, -0.1), (0.15, 0.1)):
        first = len(nodes)
        nodes += [[0.1 + 0.6 * k / 6, foot + (end - foot) * k / 6, 0.0] for k in range(7)]
        elements += [[first + k, first + k + 1] for k in range(6)]
    bar = [6, len(nodes), len(nodes) + 1, len(nodes) + 2, 13]
    nodes += [[0.7, y, 0.0] for y in (-0.05, 0.0, 0.05)]
    elements += [[a, b] for a, b in zip(bar, bar[1:])]
    return Model(nodes, elements, section, density * area, [0, 7], 15)


def strip():
    """1 m long; bending along y and twist are soft, bending along z is a thousand times stiffer."""
    nodes = [[k / 24, 0.0, 0.0] for k in range(25)]
    elements = [[k, k + 1] for k in range(24)]
    return Model(nodes, elements, (1e8, 10.0, 20.0, 2e4), 0.5, [0], 24, 1e-3)


def main():
    golden = {}
    model = frame()
    unit = lambda axis: np.eye(3)["xyz".index(axis)]
    loads = {
        "acceleration_x": {"acceleration": unit("x")},
        "acceleration_y": {"acceleration": unit("y")},
        "rotation_y": {"spin": unit("y")},
        "rotation_z": {"spin": unit("z")},
        "rotation_yz": {"spin": unit("y") + unit("z")},
        "angular_acceleration_z": {"turning": unit("z")},
        "force_x": {"force": unit("x")},
        "force_y": {"force": unit("y")},
    }
    model.write("frame", {name: model.geometric(**load) for name, load in loads.items()})
    cases = [{}]
    cases += [{"spin": list(axis)} for axis in ((0, 0, 20), (0, 0, 35), (0, 40, 0), (0, 10, 30))]
    cases += [{"acceleration": [x, 0, 0]} for x in (-300, 300)]
    cases += [{"turning": [0, 0, x]} for x in (300.0,)]
    golden["frame"] = [{**case, "frequencies": model.frequencies(4, **case)} for case in cases]
    body = 0.4
    model.masses[model.tip] += body
    cases = [{"acceleration": a} for a in ([-200, 0, 0], [100, 0, 0], [0, 100, 0])]
    golden["frame"] += [{**case, "body": body, "frequencies": model.frequencies(4, **case)} for case in cases]

    model = strip()
    geometric = model.geometric(force=unit("z"))
    model.write("strip", {"force_z": geometric})
    stiffness = np.array(model.hessian(np.zeros(6 * len(model.nodes))))
    part = lambda matrix: matrix[np.ix_(model.free, model.free)]
    loads = 1 / scipy.linalg.eigh(-part(geometric), part(stiffness), eigvals_only=True)
    golden["strip"] = {"buckling": float(min(load for load in loads if load > 0))}
    (HERE / "stressed.json").write_text(json.dumps(golden, indent=1) + "\n")


if __name__ == "__main__":
    main()
