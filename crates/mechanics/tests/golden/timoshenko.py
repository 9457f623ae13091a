#!/usr/bin/env python3
"""Frequencies of Timoshenko's beam, from the exact solution: deflection, rotation of the section, moment and shear
force are carried from root to tip by matrix exponentials; frequencies are roots of what is left of the two
conditions at the tip.

    python3 timoshenko.py        # needs numpy and scipy; writes timoshenko.json

(Timoshenko, Phil. Mag. 41, 1921.) Steel, SI units.
"""

import json
from pathlib import Path

import numpy as np
from scipy.linalg import expm
from scipy.optimize import brentq

YOUNG, SHEAR, DENSITY, KAPPA = 2.1e11, 8.1e10, 7850.0, 5 / 6


def determinant(omega, segments, load, root):
    """Segments: length, width, height, of bending along the height. Load: mass, centre, inertia about the tip."""
    square = omega**2
    carried = np.eye(4)
    for length, width, height in segments:
        area, second = width * height, width * height**3 / 12
        # v' = theta + V/(kappa G A), theta' = M/(E I), M' = -V - rho I w^2 theta, V' = -rho A w^2 v
        system = np.zeros((4, 4))
        system[0, 1], system[0, 3] = 1, 1 / (KAPPA * SHEAR * area)
        system[1, 2] = 1 / (YOUNG * second)
        system[2, 1], system[2, 3] = -DENSITY * second * square, -1
        system[3, 0] = -DENSITY * area * square
        carried = expm(system * length) @ carried
    starts = {"clamped": ([0, 0, 1, 0], [0, 0, 0, 1]), "free": ([0, 1, 0, 0], [0, 0, 0, 1])}[root]
    mass, centre, inertia = load
    rows = []
    for start in starts:
        v, theta, moment, force = carried @ np.array(start, float)
        moved = v + centre * theta
        rows.append([moment - square * (inertia * theta + mass * centre * moved), force - square * mass * moved])
    return np.linalg.det(np.array(rows) / np.abs(rows).max())


def frequencies(count, segments, load=(0, 0, 0), root="clamped"):
    found, grid = [], np.linspace(20.0, 60000.0, 6000)
    values = [determinant(omega, segments, load, root) for omega in grid]
    for k in range(len(grid) - 1):
        if values[k] * values[k + 1] < 0:
            found.append(brentq(determinant, grid[k], grid[k + 1], (segments, load, root), xtol=1e-9, rtol=1e-14))
    return found[:count]


uniform, stepped = [(0.5, 0.03, 0.05)], [(0.3, 0.03, 0.06), (0.2, 0.02, 0.03)]
body = (2.0, 0.04, 0.003)
golden = {
    "uniform": frequencies(4, uniform),
    "stepped": frequencies(4, stepped),
    "loaded": frequencies(4, uniform, body),
    "stepped_loaded": frequencies(4, stepped, body),
    "free": frequencies(3, uniform, root="free"),
}
Path(__file__).with_suffix(".json").write_text(json.dumps(golden, indent=1) + "\n")
