#!/usr/bin/env python3
"""The reduction of a large mesh: our `appell show` of a robot with it, beside SciPy's `eigsh`.

    python meshes.py APPELL [ROWS]      with the command, built with --features meshes; about 100 000 rows

A bar of steel, 0.8 m long, of bricks with eight nodes and three displacements each, clamped at one end.  Both
read the same Matrix Market files and find the ten lowest vibrations; ours finds the static shapes of the tip and
the integrals of the modes besides.  Times are of the processor, user and system; memory is the largest of the
process.  The frequencies are compared.
"""

import json
import os
import subprocess
import sys
import tempfile

import numpy as np
import scipy.io
import scipy.sparse as sparse

LENGTH, WIDTH, DENSITY, E, NU, MODES = 0.8, 0.1, 7850.0, 2.1e11, 0.3, 10


def brick(h):
    """Stiffness and consistent mass of a brick with the edges h."""
    signs = np.array([[-1, -1, -1], [1, -1, -1], [1, 1, -1], [-1, 1, -1], [-1, -1, 1], [1, -1, 1], [1, 1, 1], [-1, 1, 1]])
    lame, mu = E * NU / ((1 + NU) * (1 - 2 * NU)), E / (2 * (1 + NU))
    law = np.diag([2 * mu] * 3 + [mu] * 3)
    law[:3, :3] += lame
    stiffness, mass = np.zeros((24, 24)), np.zeros((24, 24))
    volume = np.prod(h) / 8
    for point in np.array(np.meshgrid(*[[-1, 1]] * 3)).reshape(3, -1).T / np.sqrt(3):
        parts = 1 + signs * point
        shape = parts.prod(axis=1) / 8
        slope = np.array([signs[:, k] * np.delete(parts, k, axis=1).prod(axis=1) / 8 * 2 / h[k] for k in range(3)])
        strain = np.zeros((6, 24))
        for k in range(3):
            strain[k, k::3] = slope[k]
        for row, (a, b) in enumerate([(0, 1), (1, 2), (0, 2)], 3):
            strain[row, a::3], strain[row, b::3] = slope[b], slope[a]
        stiffness += volume * strain.T @ law @ strain
        mass += volume * DENSITY * np.kron(np.outer(shape, shape), np.eye(3))
    return stiffness, mass


def bar(rows):
    """Nodes, stiffness, mass, and the nodes of both ends."""
    high = max(2, round((rows / 3 / 7) ** (1 / 3)))
    long = round(rows / 3 / high**2)
    counts = np.array([long, high, high])
    number = np.arange(counts.prod()).reshape(counts)
    axes = [np.linspace(0, size, n) for size, n in zip((LENGTH, WIDTH, WIDTH), counts)]
    nodes = np.stack(np.meshgrid(*axes, indexing="ij"), axis=-1).reshape(-1, 3)
    corner = lambda x, y, z: number[x : x + long - 1, y : y + high - 1, z : z + high - 1].ravel()
    corners = [(0, 0, 0), (1, 0, 0), (1, 1, 0), (0, 1, 0), (0, 0, 1), (1, 0, 1), (1, 1, 1), (0, 1, 1)]
    elements = np.stack([corner(*at) for at in corners], axis=1)
    freedoms = (3 * elements[:, :, None] + np.arange(3)).reshape(len(elements), 24)
    row, column = np.repeat(freedoms, 24, axis=1).ravel(), np.tile(freedoms, (1, 24)).ravel()
    size = 3 * len(nodes)
    whole = lambda matrix: sparse.coo_matrix((np.tile(matrix.ravel(), len(elements)), (row, column)), (size, size)).tocsc()
    stiffness, mass = brick(np.array([LENGTH, WIDTH, WIDTH]) / (counts - 1))
    return nodes, whole(stiffness), whole(mass), number[0].ravel(), number[-1].ravel()


ROBOT = """name = "bar"
gravity = 0
[[joint]]
type = "fixed"
[joint.link.elastic.finite_elements]
nodes = "nodes.csv"
mass = "mass.mtx"
stiffness = "stiffness.mtx"
root = {root}
tip = {tip}
modes = {modes}
"""

RIVAL = """
import sys, numpy as np, scipy.io, scipy.sparse.linalg
stiffness, mass = [scipy.io.mmread(name + ".mtx").tocsc() for name in ("stiffness", "mass")]
free = np.arange(int(sys.argv[1]), mass.shape[0])
part = lambda matrix: matrix[free][:, free]
values, _ = scipy.sparse.linalg.eigsh(part(stiffness), k=int(sys.argv[2]), M=part(mass), sigma=0)
print(*np.sqrt(sorted(values)))
"""


def timed(command, folder):
    """What it prints, processor seconds and GiB of memory."""
    program = subprocess.Popen(command, cwd=folder, stdout=subprocess.PIPE, text=True)
    text = program.stdout.read()
    _, status, usage = os.wait4(program.pid, 0)
    if status:
        raise RuntimeError(f"{command[0]} failed")
    return text, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 2**20


def main():
    program, rows = os.path.abspath(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 100_000
    nodes, stiffness, mass, root, tip = bar(rows)
    print(f"{mass.shape[0]} rows, {stiffness.nnz} entries of the stiffness")
    with tempfile.TemporaryDirectory() as folder:
        for name, matrix in (("stiffness", stiffness), ("mass", mass)):
            scipy.io.mmwrite(os.path.join(folder, name + ".mtx"), sparse.tril(matrix), symmetry="symmetric")
        np.savetxt(os.path.join(folder, "nodes.csv"), nodes, delimiter=", ")
        text = ROBOT.format(root=(root + 1).tolist(), tip=(tip + 1).tolist(), modes=MODES)
        with open(os.path.join(folder, "bar.toml"), "w", encoding="utf-8") as file:
            file.write(text)
        command = [program, "--memory", "20", "eval", "bar.toml", "modes", "--json"]
        answer, seconds, memory = timed(command, folder)
        ours = [row[0] for row in json.loads(answer)["modes"]]
        print(f"appell: {seconds:.1f} s, {memory:.2f} GiB")
        answer, seconds, memory = timed([sys.executable, "-c", RIVAL, str(3 * len(root)), str(MODES)], folder)
        theirs = [float(word) for word in answer.split()]
        print(f"SciPy:  {seconds:.1f} s, {memory:.2f} GiB")
    # our lowest ones are vibrations; the others have the static shapes of the tip in them
    for a, b in zip(ours[:4], theirs):
        print(f"{a:.6f} and {b:.6f} rad/s: {abs(a / b - 1):.1e}")


main()
