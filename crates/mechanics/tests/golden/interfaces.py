#!/usr/bin/env python3
"""Links that carry bodies at two points, by an own model of all their elements.

    python3 interfaces.py        # needs numpy and scipy; writes interfaces.json and interfaces/

branch: a mesh of beams in space that branches, with a joint and a body on each of its two ends.
middle: a straight beam with a joint and a body on its tip, and another joint and body at 0.35 of its length.

The root of each link turns about z with a hub.  All joints have springs.  The full model has all rows of the
mesh: a node moves by the turn of the root and by its own displacement, a body by its node and its joint.
Frequencies are those about the straight state, rad/s.  SI units.
"""

import json
from pathlib import Path

import numpy as np
import scipy.linalg
import scipy.sparse
from scipy.io import mmwrite

HERE = Path(__file__).parent
SECTION = {"E": 7e10, "G": 2.6e10, "density": 2700.0, "area": 1.2e-4, "Iy": 1.6e-9, "Iz": 9e-10, "It": 1.9e-9}
HUB = {"zz": 0.004, "spring": 40.0}
TIP = {"axis": [0, 1, 0], "mass": 0.3, "com": [0.06, 0.01, 0.02], "inertia": [2e-4, 3e-4, 4e-4], "spring": 3.0}
SIDE = {"axis": [1, 0, 0], "mass": 0.4, "com": [0.01, -0.05, 0.03], "inertia": [3e-4, 2e-4, 2.5e-4], "spring": 5.0}


def skew(v):
    return np.array([[0, -v[2], v[1]], [v[2], 0, -v[0]], [-v[1], v[0], 0]], float)


def element(way):
    """Mass and stiffness of a beam (Euler, Bernoulli; twist and stretch linear), in the axes of the mesh."""
    s, length = SECTION, np.linalg.norm(way)
    mass, stiffness = np.zeros((12, 12)), np.zeros((12, 12))
    line = s["density"] * s["area"]
    for rows, unit, spread in [([0, 6], s["E"] * s["area"], line),
                               ([3, 9], s["G"] * s["It"], s["density"] * (s["Iy"] + s["Iz"]))]:
        stiffness[np.ix_(rows, rows)] += unit / length * np.array([[1, -1], [-1, 1]])
        mass[np.ix_(rows, rows)] += spread * length / 6 * np.array([[2, 1], [1, 2]])
    a = length
    bend = np.array([[12, 6 * a, -12, 6 * a], [6 * a, 4 * a * a, -6 * a, 2 * a * a],
                     [-12, -6 * a, 12, -6 * a], [6 * a, 2 * a * a, -6 * a, 4 * a * a]]) / a**3
    move = np.array([[156, 22 * a, 54, -13 * a], [22 * a, 4 * a * a, 13 * a, -3 * a * a],
                     [54, 13 * a, 156, -22 * a], [-13 * a, -3 * a * a, -22 * a, 4 * a * a]]) * line * a / 420
    # a slope of y turns about z, one of z about -y
    for rows, signs, inertia in [([1, 5, 7, 11], [1, 1, 1, 1], s["Iz"]), ([2, 4, 8, 10], [1, -1, 1, -1], s["Iy"])]:
        flip = np.diag(signs)
        stiffness[np.ix_(rows, rows)] += flip @ (s["E"] * inertia * bend) @ flip
        mass[np.ix_(rows, rows)] += flip @ move @ flip
    x = way / length
    side = np.cross([0, 0, 1.0], x)
    y = side / np.linalg.norm(side)
    axes = np.array([x, y, np.cross(x, y)])
    turn = scipy.linalg.block_diag(axes, axes, axes, axes)
    return turn.T @ mass @ turn, turn.T @ stiffness @ turn


def mesh(nodes, pairs):
    size = 6 * len(nodes)
    mass, stiffness = np.zeros((size, size)), np.zeros((size, size))
    for a, b in pairs:
        rows = [*range(6 * a, 6 * a + 6), *range(6 * b, 6 * b + 6)]
        m, k = element(nodes[b] - nodes[a])
        mass[np.ix_(rows, rows)] += m
        stiffness[np.ix_(rows, rows)] += k
    return mass, stiffness


def frequencies(nodes, pairs, bodies):
    """Of the mesh on its hub, clamped at node 0, with bodies on nodes."""
    mass, stiffness = mesh(nodes, pairs)
    size, count = 6 * len(nodes), len(bodies)
    # rows of the mesh by the turn of the root, the rows that move, and the joints of the bodies
    rows = np.zeros((size, 1 + size + count))
    for k, place in enumerate(nodes):
        rows[6 * k:6 * k + 3, 0] = np.cross([0, 0, 1], place)
        rows[6 * k + 5, 0] = 1
    rows[:, 1:1 + size] = np.eye(size)
    m, k = rows.T @ mass @ rows, np.zeros((rows.shape[1],) * 2)
    k[1:1 + size, 1:1 + size] = stiffness
    m[0, 0] += HUB["zz"]
    k[0, 0] += HUB["spring"]
    for number, (node, body) in enumerate(bodies):
        twist = rows[6 * node:6 * node + 6].copy()
        twist[3:, 1 + size + number] = body["axis"]
        centre = twist[:3] - skew(body["com"]) @ twist[3:]
        m += body["mass"] * centre.T @ centre + twist[3:].T @ np.diag(body["inertia"]) @ twist[3:]
        k[1 + size + number, 1 + size + number] += body["spring"]
    free = [row for row in range(rows.shape[1]) if not 1 <= row < 7]
    values = scipy.linalg.eigh(k[np.ix_(free, free)], m[np.ix_(free, free)], eigvals_only=True)
    return np.sqrt(values[:8])


def branch():
    corners = np.array([[0, 0, 0], [0.4, 0, 0], [0.7, 0.15, 0], [0.6, -0.2, 0.05]])
    nodes, pairs = [corners[0]], []
    ends = {0: 0}
    for a, b in [(0, 1), (1, 2), (1, 3)]:
        before = ends[a]
        for k in range(1, 7):
            nodes.append(corners[a] + (corners[b] - corners[a]) * k / 6)
            pairs.append((before, len(nodes) - 1))
            before = len(nodes) - 1
        ends[b] = before
    nodes = np.array(nodes)
    mass, stiffness = mesh(nodes, pairs)
    folder = HERE / "interfaces"
    np.savetxt(folder / "nodes.csv", nodes, "%.12g", ", ")
    for name, matrix in [("mass", mass), ("stiffness", stiffness)]:
        matrix = np.where(abs(matrix) < 1e-12 * abs(matrix).max(), 0, matrix)
        mmwrite(folder / f"{name}.mtx", scipy.sparse.coo_matrix((matrix + matrix.T) / 2), symmetry="symmetric")
    tip, side = ends[2], ends[3]
    return {"tip": tip + 1, "side": side + 1, "tip_place": corners[2].tolist(), "hub": HUB,
            "bodies": [TIP, SIDE], "frequencies": frequencies(nodes, pairs, [(tip, TIP), (side, SIDE)]).tolist()}


def middle():
    length, share, count = 0.8, 0.35, 80
    nodes = np.array([[length * k / count, 0, 0] for k in range(count + 1)])
    pairs = [(k, k + 1) for k in range(count)]
    bodies = [(count, TIP), (round(share * count), SIDE)]
    return {"length": length, "along": share, "section": SECTION, "hub": HUB, "bodies": [TIP, SIDE],
            "frequencies": frequencies(nodes, pairs, bodies).tolist()}


cases = {"branch": branch(), "middle": middle()}
(HERE / "interfaces.json").write_text(json.dumps(cases, indent=1) + "\n", encoding="utf-8")
for name, case in cases.items():
    print(name, case["frequencies"])
