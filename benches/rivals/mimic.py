"""Public robots with joints that follow others (`<mimic>`), against Pinocchio reduced in the same way.

    pip install pin numpy example-robot-data ...   # packages that hold URDF files
    python benches/rivals/mimic.py COMMAND FOLDER...

COMMAND is the path of `appell`; every URDF below the folders that has a <mimic> on a joint that moves is
read by both, to the letter (`--no-snap`). Pinocchio takes all joints as free, and Q, M and J of the tool are
reduced by the matrix S of ratios: Q = S^T Q, M = S^T M S. Prints a line a robot and the largest difference
against the largest number; fails where one is above 1e-9.
"""

import json
import pathlib
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as ET

import numpy as np
import pinocchio

STATES = 3
TOLERANCE = 1e-9


def mimics(path):
    """The joints that follow, with what they follow; those of fixed joints mean nothing."""
    found = {}
    for joint in ET.parse(path).getroot().iter("joint"):
        mimic = joint.find("mimic")
        if mimic is not None and joint.get("type") != "fixed":
            ratio, offset = float(mimic.get("multiplier", 1)), float(mimic.get("offset", 0))
            found[joint.get("name")] = (mimic.get("joint"), ratio, offset)
    return found


def in_the_end(name, found):
    """The joint that moves by itself, with ratio and offset in the end."""
    ratio, offset = 1.0, 0.0
    while name in found:
        name, further, more = found[name]
        ratio, offset = ratio * further, offset + ratio * more
    return name, ratio, offset


def compared(command, path, folder, random):
    found = mimics(path)
    model = pinocchio.buildModelFromUrdf(str(path))
    data = model.createData()
    names = [model.names[i] for i in range(1, model.njoints)]
    worst = 0.0
    free = None
    for _ in range(STATES):
        state = folder / "state.json"
        if free is None:
            shown = json.loads(run(command, "show", str(path), "--json", "--no-snap"))
            free = [joint["name"] for joint in shown["joints"] if joint["coordinate"]]
        q, qd, qdd = random.uniform(-1, 1, (3, len(free)))
        state.write_text(json.dumps({"q": list(q), "qd": list(qd), "qdd": list(qdd)}))
        ours = json.loads(run(command, "eval", str(path), "M", "Q", "Qf", "--at", str(state), "--json", "--no-snap"))
        ratios, offsets = np.zeros((model.nv, len(free))), np.zeros(model.nv)
        for name in names:
            at = model.joints[model.getJointId(name)].idx_v
            of, ratio, offset = in_the_end(name, found)
            ratios[at, free.index(of)], offsets[at] = ratio, offset
        place = pinocchio.integrate(model, pinocchio.neutral(model), ratios @ q + offsets)
        forces = ratios.T @ pinocchio.rnea(model, data, place, ratios @ qd, ratios @ qdd)
        mass = np.triu(pinocchio.crba(model, data, place))
        mass = ratios.T @ (mass + np.triu(mass, 1).T) @ ratios
        own = np.array(ours["Q"]) - np.array(ours["Qf"])
        for a, b in [(forces, own), (mass, np.array(ours["M"]))]:
            worst = max(worst, np.abs(a - b).max() / max(1.0, np.abs(a).max()))
    return worst, len(found), len(free)


def run(command, *arguments):
    done = subprocess.run([command, *arguments], capture_output=True, text=True)
    if not done.stdout.startswith("{"):
        raise ValueError((done.stderr or done.stdout).strip().splitlines()[0])
    return done.stdout


def main():
    command, folders = sys.argv[1], sys.argv[2:]
    random = np.random.default_rng(7)
    failed = count = 0
    overall = 0.0
    with tempfile.TemporaryDirectory() as folder:
        for path in sorted(path for root in folders for path in pathlib.Path(root).rglob("*.urdf")):
            try:
                if not mimics(path):
                    continue
                worst, following, free = compared(command, path, pathlib.Path(folder), random)
            except (ValueError, ET.ParseError, KeyError) as error:
                print(f"{path.name}: not compared: {error}")
                continue
            count += 1
            failed += worst > TOLERANCE
            overall = max(overall, worst)
            print(f"{path.name}: {following} of {following + free} joints follow, difference {worst:.1e}")
    print(f"{count} robots, {failed} differ; largest difference {overall:.1e}")
    sys.exit(1 if failed else 0)


main()
