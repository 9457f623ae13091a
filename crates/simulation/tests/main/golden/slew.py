#!/usr/bin/env python3
"""Elastic links with a body at the tip in a fast slew, by own models of all their elements.

    python3 slew.py        # needs numpy and scipy; writes slew.json and the meshes under slew/

bricks: a bar of bricks with eight nodes, one brick high and wide; the body sits on the four nodes of its end.
frame: a ladder of beams, the body in the middle of its last bar.

The root is clamped to a hub that turns about z by a given law (septic), then rests.  The unknowns are all rows of
the mesh.  In the axes of the hub a point of the mesh is at x = r + P u with the shape functions P of its element,
and all integrals over the mass are by Gauss points, exact for these elements.  So with the rate w of the hub

    M u" + 2 w C u' + w' (a + C u) + w^2 (b + D u) + beta K u' + K u = -(what the body does),
    M = int P'P, C = int P'Z P, D = int P'Z Z P, a = int P'Z r, b = int P'Z Z r, Z = [e_z]x.

Strains are linear.  The body moves with the nodes of the tip: their mean displacement and the rotation of the
nearest rigid body, or those of one node; it turns by these angles about z, then y, then x, without limit.  With
the exponential of the three angles instead the model is another one at second order; by how much is printed.  The
sections of the beams have inertia in twist only, and are not turned by it.  SI units, axes of the hub.
"""

import json
from pathlib import Path

import numpy as np
import scipy.linalg
import scipy.sparse
from scipy.integrate import solve_ivp
from scipy.io import mmwrite
from scipy.spatial.transform import Rotation

HERE = Path(__file__).parent
HUB = {"zz": 0.002}
BETA = 2e-5
END, TOGETHER = 0.4, 0.005
Z = np.array([[0, -1.0, 0], [1, 0, 0], [0, 0, 0]])


def skew(v):
    return np.array([[0, -v[2], v[1]], [v[2], 0, -v[0]], [-v[1], v[0], 0]], float)


def law(t, angle, duration):
    """Angle, rate and acceleration of the hub."""
    s = min(t / duration, 1.0)
    shape = np.polynomial.Polynomial([0, 0, 0, 0, 35, -84, 70, -20])
    return [angle * shape.deriv(k)(s) / duration**k for k in range(3)]


class Mesh:
    """Nodes, stiffness, and the mass at Gauss points: where it is and how the rows move it."""

    def __init__(self, nodes, rows):
        self.nodes, self.rows = np.array(nodes, float), rows
        size = rows * len(nodes)
        self.stiffness, self.spin = np.zeros((size, size)), np.zeros((size, size))
        self.points, self.masses, self.fields = [], [], []

    def mass_at(self, place, mass, field):
        self.points.append(place)
        self.masses.append(mass)
        self.fields.append(field)

    def gather(self):
        self.r, self.m, self.p = np.array(self.points), np.array(self.masses), np.array(self.fields)
        heavy = lambda a, b: np.einsum("g,gij,gik->jk", self.m, a, b)
        self.mass = heavy(self.p, self.p) + self.spin
        self.c = heavy(self.p, Z @ self.p)
        self.d = heavy(self.p, Z @ Z @ self.p)
        self.a = np.einsum("g,gij,gi->j", self.m, self.p, self.r @ Z.T)
        self.b = np.einsum("g,gij,gi->j", self.m, self.p, self.r @ (Z @ Z).T)
        self.zz = float(self.m @ (self.r[:, :2] ** 2).sum(axis=1))
        return self

    def write(self, name):
        folder = HERE / "slew" / name
        folder.mkdir(parents=True, exist_ok=True)
        np.savetxt(folder / "nodes.csv", self.nodes, "%.12g", ", ")
        for kind, matrix in [("mass", self.mass), ("stiffness", self.stiffness)]:
            matrix = np.where(abs(matrix) < 1e-13 * abs(matrix).max(), 0, (matrix + matrix.T) / 2)
            mmwrite(folder / f"{kind}.mtx", scipy.sparse.coo_matrix(matrix), symmetry="symmetric", precision=14)


GAUSS4 = np.polynomial.legendre.leggauss(4)


def bricks(count=10, length=0.8, width=0.03, height=0.05, young=7e9, poisson=0.3, density=2700.0):
    corners = [[x * length / count, width * (y - 0.5), height * (z - 0.5)]
               for x in range(count + 1) for y in (0, 1) for z in (0, 1)]
    mesh = Mesh(corners, 3)
    lame, mu = young * poisson / ((1 + poisson) * (1 - 2 * poisson)), young / (2 * (1 + poisson))
    elasticity = np.diag([2 * mu] * 3 + [mu] * 3)
    elasticity[:3, :3] += lame
    sides = np.array([length / count, width, height])
    signs = np.array([[x, y, z] for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)])
    for k in range(count):
        nodes = np.arange(4 * k, 4 * k + 8)
        rows = (3 * nodes[:, None] + np.arange(3)).ravel()
        centre = mesh.nodes[nodes].mean(axis=0)
        # two points a direction are exact for mass and stiffness
        for point in np.array(np.meshgrid(*[[-1, 1]] * 3)).reshape(3, -1).T / np.sqrt(3):
            parts = 1 + signs * point
            shape = parts.prod(axis=1) / 8
            slope = np.array([signs[:, i] * np.delete(parts, i, axis=1).prod(axis=1) / 8 * 2 / sides[i]
                              for i in range(3)])
            strain = np.zeros((6, 24))
            for i in range(3):
                strain[i, i::3] = slope[i]
            for row, (i, j) in enumerate([(0, 1), (1, 2), (0, 2)], 3):
                strain[row, i::3], strain[row, j::3] = slope[j], slope[i]
            volume = sides.prod() / 8
            mesh.stiffness[np.ix_(rows, rows)] += volume * strain.T @ elasticity @ strain
            field = np.zeros((3, 3 * len(corners)))
            for i in range(3):
                field[i, 3 * nodes + i] = shape
            mesh.mass_at(centre + point * sides / 2, volume * density, field)
    last = np.arange(4 * count, 4 * count + 4)
    return mesh.gather(), list(range(4)), last


SECTION = {"E": 7e10, "G": 2.6e10, "density": 2700.0, "area": 1.44e-4, "in_plane": 2.592e-9, "out_of_plane": 1.728e-9,
           "It": 2.916e-9}


def frame():
    """A ladder that becomes narrower: side bars of 0.8 m, a bar across its middle and one across its end."""
    nodes, pairs = [], []

    def node(place):
        for k, other in enumerate(nodes):
            if np.linalg.norm(np.subtract(place, other)) < 1e-9:
                return k
        nodes.append(place)
        return len(nodes) - 1

    def bar(start, stop, count):
        way = np.subtract(stop, start)
        for k in range(count):
            pairs.append([node(list(start + way * t / count)) for t in (k, k + 1)])

    for side in (-1, 1):
        bar([0, 0.05 * side, 0], [0.8, 0.03 * side, 0], 8)
    bar([0.4, -0.04, 0], [0.4, 0.04, 0], 2)
    bar([0.8, -0.03, 0], [0.8, 0.03, 0], 2)
    mesh = Mesh(nodes, 6)
    for a, b in pairs:
        beam(mesh, a, b)
    return mesh.gather(), [node([0, y, 0]) for y in (-0.05, 0.05)], np.array([node([0.8, 0, 0])])


def beam(mesh, a, b):
    """An element in the plane x y (Euler, Bernoulli; twist and stretch linear)."""
    s, start = SECTION, mesh.nodes[a]
    way = mesh.nodes[b] - start
    length = np.linalg.norm(way)
    x = way / length
    axes = np.array([x, np.cross([0, 0, 1.0], x), [0, 0, 1.0]])
    turn = scipy.linalg.block_diag(axes, axes, axes, axes)
    rows = [*range(6 * a, 6 * a + 6), *range(6 * b, 6 * b + 6)]
    stiffness, spin = np.zeros((12, 12)), np.zeros((12, 12))
    for t, weight in zip(*GAUSS4):
        t = (1 + t) / 2
        field, strain, twist = np.zeros((3, 12)), np.zeros((4, 12)), np.zeros(12)
        field[0, [0, 6]] = twist[[3, 9]] = [1 - t, t]
        strain[0, [0, 6]] = strain[1, [3, 9]] = np.array([-1, 1]) / length
        hermite = [1 - 3 * t**2 + 2 * t**3, length * (t - 2 * t**2 + t**3), 3 * t**2 - 2 * t**3, length * (t**3 - t**2)]
        bend = np.array([12 * t - 6, length * (6 * t - 4), 6 - 12 * t, length * (6 * t - 2)]) / length**2
        # a slope of y turns about z, one of z about -y
        for axis, places, sign in [(1, [1, 5, 7, 11], 1), (2, [2, 4, 8, 10], -1)]:
            flip = np.array([1, sign, 1, sign])
            field[axis, places], strain[1 + axis, places] = hermite * flip, bend * flip
        share = weight / 2 * length
        law = np.diag([s["E"] * s["area"], s["G"] * s["It"], s["E"] * s["in_plane"], s["E"] * s["out_of_plane"]])
        stiffness += share * strain.T @ law @ strain
        spin += share * s["density"] * (s["in_plane"] + s["out_of_plane"]) * np.outer(twist, twist)
        moved = np.zeros((3, 6 * len(mesh.nodes)))
        moved[:, rows] = axes.T @ field @ turn
        mesh.mass_at(start + t * way, share * s["density"] * s["area"], moved)
    mesh.stiffness[np.ix_(rows, rows)] += turn.T @ stiffness @ turn
    mesh.spin[np.ix_(rows, rows)] += turn.T @ spin @ turn


def tip_rows(mesh, tip):
    """Displacement and rotation of the tip, by the rows."""
    rows = np.zeros((6, mesh.mass.shape[0]))
    if mesh.rows == 6 and len(tip) == 1:
        rows[:, 6 * tip[0]:6 * tip[0] + 6] = np.eye(6)
        return rows, mesh.nodes[tip[0]]
    place = mesh.nodes[tip].mean(axis=0)
    arms = mesh.nodes[tip] - place
    inertia = sum(skew(arm).T @ skew(arm) for arm in arms)
    for node, arm in zip(tip, arms):
        at = slice(mesh.rows * node, mesh.rows * node + 3)
        rows[:3, at] = np.eye(3) / len(tip)
        rows[3:, at] = np.linalg.solve(inertia, skew(arm))
    return rows, place


def turned(angles, rates, by):
    """The rotation, the matrix E of the angular velocity E angles', and E' times the rates."""
    if by == "turns":
        z, y, x = angles[::-1]
        about = [Rotation.from_rotvec(v).as_matrix() for v in ([0, 0, z], [0, y, 0], [x, 0, 0])]
        first, second = about[0], about[0] @ about[1]
        e = np.stack([second[:, 0], first[:, 1], [0, 0, 1]], axis=1)
        rate_z = np.array([0, 0, rates[2]])
        rate_y = rate_z + e[:, 1] * rates[1]
        bias = np.cross(rate_z, e[:, 1]) * rates[1] + np.cross(rate_y, e[:, 0]) * rates[0]
        return second @ about[2], e, bias

    def left(v):
        size, s = np.linalg.norm(v), skew(v)
        if size < 1e-3:
            return np.eye(3) + s / 2 + s @ s / 6 + s @ s @ s / 24
        return np.eye(3) + (1 - np.cos(size)) / size**2 * s + (size - np.sin(size)) / size**3 * s @ s

    h = 1e-5
    bias = (left(angles + h * rates) - left(angles - h * rates)) @ rates / (2 * h)
    return Rotation.from_rotvec(angles).as_matrix(), left(angles), bias


class Model:
    def __init__(self, mesh, root, tip, body, move, by="turns"):
        self.mesh, self.body, self.move, self.by = mesh, body, move, by
        clamped = {mesh.rows * node + k for node in root for k in range(mesh.rows)}
        free = np.array([row for row in range(mesh.mass.shape[0]) if row not in clamped])
        part = lambda matrix: matrix[np.ix_(free, free)]
        rows, self.place = tip_rows(mesh, tip)
        # all vibrations of the mesh: other coordinates for the same motions, better scaled
        values, shapes = scipy.linalg.eigh(part(mesh.stiffness), part(mesh.mass))
        self.stiffness = values
        self.c, self.d = (shapes.T @ part(matrix) @ shapes for matrix in (mesh.c, mesh.d))
        self.a, self.b = (shapes.T @ vector[free] for vector in (mesh.a, mesh.b))
        self.tip = rows[:, free] @ shapes
        self.count = len(free)

    def parts(self, t, u, v):
        """Mass matrix and forces of mesh and body; the moment about z of what has no u"; that by u"."""
        _, rate, faster = law(t, *self.move)
        forces = 2 * rate * self.c @ v + faster * (self.a + self.c @ u) + rate**2 * (self.b + self.d @ u)
        forces = forces + self.stiffness * u + BETA * self.stiffness * v
        lever = self.a + self.c @ u
        moment = -2 * rate * (self.b + self.d @ u) @ v + faster * (
            self.mesh.zz - 2 * self.b @ u - u @ self.d @ u + HUB["zz"])
        y, dy = self.tip @ u, self.tip @ v
        rotation, e, bias = turned(y[3:], dy[3:], self.by)
        arm = rotation @ self.body["com"]
        spin, own = np.array([0, 0, rate]), e @ dy[3:]
        inertia = rotation @ np.diag(self.body["inertia"]) @ rotation.T
        x = self.place + y[:3] + arm
        moves = np.hstack([np.eye(3), -skew(arm) @ e])
        turns = np.hstack([np.zeros((3, 3)), e])
        grow = np.array([0, 0, faster])
        acceleration = (np.cross(bias, arm) + np.cross(own, np.cross(own, arm)) + np.cross(grow, x)
                        + np.cross(spin, np.cross(spin, x)) + 2 * np.cross(spin, moves @ dy))
        angular = grow + np.cross(spin, own) + bias
        force = self.body["mass"] * acceleration
        torque = inertia @ angular + np.cross(spin + own, inertia @ (spin + own))
        own_mass = self.body["mass"] * moves.T @ moves + turns.T @ inertia @ turns
        forces = forces + self.tip.T @ (moves.T @ force + turns.T @ torque)
        mass = np.eye(self.count) + self.tip.T @ own_mass @ self.tip
        moment += np.cross(x, force)[2] + torque[2]
        lever = lever + self.tip.T @ (self.body["mass"] * moves.T @ (Z @ x) + (inertia @ turns)[2])
        return mass, forces, moment, lever

    def flow(self, t, state):
        u, v = np.split(state, 2)
        mass, forces, _, _ = self.parts(t, u, v)
        return np.concatenate([v, -np.linalg.solve(mass, forces)])

    def slopes(self, t, state):
        """Nearly the derivatives of the flow by the state, without those of what the body does by its velocity."""
        _, rate, faster = law(t, *self.move)
        mass, _, _, _ = self.parts(t, *np.split(state, 2))
        by_place = np.diag(self.stiffness) + faster * self.c + rate**2 * self.d
        by_speed = BETA * np.diag(self.stiffness) + 2 * rate * self.c
        below = -np.linalg.solve(mass, np.hstack([by_place, by_speed]))
        return np.vstack([np.eye(self.count, 2 * self.count, self.count), below])

    def run(self, tolerance):
        times = np.round(np.arange(0, END + TOGETHER / 2, TOGETHER), 9)
        found = solve_ivp(self.flow, (0, END), np.zeros(2 * self.count), "Radau", times, rtol=tolerance,
                          atol=tolerance * 1e-4, first_step=1e-5, jac=self.slopes)
        assert found.success, found.message
        torques, tips = [], []
        for t, state in zip(times, found.y.T):
            u, v = np.split(state, 2)
            mass, forces, moment, lever = self.parts(t, u, v)
            torques.append(moment - lever @ np.linalg.solve(mass, forces))
            tips.append(self.tip @ u)
        return times, np.array(torques), np.array(tips)


CASES = {
    "bricks": (bricks, {"mass": 1.5, "com": [0.03, 0.06, 0.04], "inertia": [4e-4, 3e-4, 5e-4]}, (1.2, 0.25)),
    "frame": (frame, {"mass": 0.5, "com": [0.05, 0.04, 0.03], "inertia": [1e-3, 8e-4, 6e-4]}, (1.2, 0.25)),
}


def main():
    cases = {}
    for name, (make, body, move) in CASES.items():
        mesh, root, tip = make()
        mesh.write(name)
        model = Model(mesh, root, tip, body, move)
        loaded = model.parts(0, np.zeros(model.count), np.zeros(model.count))[0]
        print(name, model.count, "unknowns, mass", mesh.m.sum(), "frequencies",
              np.sqrt(scipy.linalg.eigh(np.diag(model.stiffness), loaded, eigvals_only=True)[:6]))
        times, torques, tips = model.run(1e-6)
        _, coarse, rough = model.run(1e-5)
        _, other, others = Model(mesh, root, tip, body, move, "exponential").run(1e-5)
        scale, size = abs(torques).max(), abs(tips[:, :3]).max()
        print("largest torque", scale, "deflection", size, "angles", abs(tips[:, 3:]).max(axis=0))
        print("integration", abs(coarse - torques).max() / scale, abs(rough - tips)[:, :3].max() / size)
        print("exponential", abs(other - torques).max() / scale, abs(others - tips)[:, :3].max() / size)
        cases[name] = {
            "root": [int(node) + 1 for node in root], "tip": [int(node) + 1 for node in tip],
            "place": model.place.tolist(), "hub": HUB, "beta": BETA, "body": body, "angle": move[0], "duration": move[1],
            "times": times.tolist(), "torque": torques.round(9).tolist(), "shift": tips[:, :3].round(12).tolist(),
        }
    (HERE / "slew.json").write_text(json.dumps(cases) + "\n", encoding="utf-8")


main()
