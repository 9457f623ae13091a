#!/usr/bin/env python3
"""A beam of solid elements in CalculiX: its matrices, and its frequencies by CalculiX itself.

    python3 make.py              # needs ccx 2.20 (Debian: calculix-ccx); writes nodes.inp, beam.sti, beam.mas,
                                 # beam.dof and frequencies.json beside it

Labels of nodes are in no order, and one node belongs to no element, as it happens in real meshes.  CalculiX writes
rows by rising labels, which beam.dof names.  SI units.
"""

import json
import random
import re
import subprocess
import tempfile
from pathlib import Path

HERE = Path(__file__).parent
PARTS, SIZE = (8, 1, 1), (0.3, 0.02, 0.01)
places = [(i, j, k) for i in range(PARTS[0] + 1) for j in range(2) for k in range(2)]
random.seed(5)
labels = dict(zip(places, random.sample(range(1, 200), len(places))))
nodes = {labels[p]: (SIZE[0] * p[0] / PARTS[0], SIZE[1] * (p[1] - 0.5), SIZE[2] * (p[2] - 0.5)) for p in places}
corners = [(0, 0, 0), (1, 0, 0), (1, 1, 0), (0, 1, 0), (0, 0, 1), (1, 0, 1), (1, 1, 1), (0, 1, 1)]
elements = [[labels[i + a, b, c] for a, b, c in corners] for i in range(PARTS[0])]
root, tip = [[labels[p] for p in places if p[0] == end] for end in (0, PARTS[0])]

block = "*NODE\n" + "".join(f"{n}, {x:.10g}, {y:.10g}, {z:.10g}\n" for n, (x, y, z) in nodes.items())
rest = "500, 0.5, 0.1, 0\n*ELEMENT, TYPE=C3D8, ELSET=ALL\n"
rest += "".join(f"{k + 1}, {', '.join(map(str, it))}\n" for k, it in enumerate(elements))
rest += "*MATERIAL, NAME=STEEL\n*ELASTIC\n2.1e11, 0.3\n*DENSITY\n7850\n*SOLID SECTION, ELSET=ALL, MATERIAL=STEEL\n"
rest += f"*NSET, NSET=ROOT\n{', '.join(map(str, root))}\n"


def run(name, support, step):
    deck = block + rest + support + f"*STEP\n{step}\n*END STEP\n"
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, f"{name}.inp").write_text(deck, encoding="utf-8")
        subprocess.run(["ccx", name], cwd=folder, check=True, stdout=subprocess.DEVNULL)
        return {kind: Path(folder, f"{name}.{kind}").read_text(encoding="utf-8")
                for kind in ("dat", "sti", "mas", "dof") if Path(folder, f"{name}.{kind}").exists()}


free = run("beam", "", "*FREQUENCY, SOLVER=MATRIXSTORAGE\n10")
clamped = run("clamped", "*BOUNDARY\nROOT, 1, 3\n", "*FREQUENCY\n8")["dat"]
(HERE / "nodes.inp").write_text(block + "500, 0.5, 0.1, 0\n", encoding="utf-8")
for kind in ("sti", "mas", "dof"):
    (HERE / f"beam.{kind}").write_text(free[kind], encoding="utf-8")
number = r"\s+([-+.\dE]+)"
rows = re.findall(r"^\s+\d+" + 4 * number + "$", clamped.split("P A R T I C I P A T I O N")[0], re.M)
case = {"root": root, "tip": tip, "rad_per_s": [float(row[1]) for row in rows]}
(HERE / "frequencies.json").write_text(json.dumps(case) + "\n", encoding="utf-8")
print(case)
