"""Written URDF, read by Pinocchio (urdfdom): every bundled robot of rigid links, M and Q at random states.

    pip install pin numpy
    python benches/rivals/urdf.py [path of the command appell]

Fails where a file is refused, or a number differs by more than 1e-9 of the largest.
"""

import json
import pathlib
import subprocess
import sys
import tempfile

import numpy as np
import pinocchio

HERE = pathlib.Path(__file__).resolve().parent
COMMAND = sys.argv[1] if len(sys.argv) > 1 else str(HERE.parents[1] / "target/release/appell")
STATES = 5
TOLERANCE = 1e-9


def appell(*arguments):
    return subprocess.run([COMMAND, *arguments], check=True, capture_output=True, text=True).stdout


def is_compared(name):
    """Whether all links are rigid and no joint follows another (mimic.py compares those that do)."""
    joints = json.loads(appell("show", name, "--json"))["joints"]
    return all(joint["link"]["elastic"] is None and joint["mimic"] is None for joint in joints)


def compared(name, folder, random):
    """The largest difference between Appell and Pinocchio on the file, of the largest number."""
    file = folder / f"{name}.urdf"
    appell("convert", name, str(file))
    model = pinocchio.buildModelFromUrdf(str(file))
    data = model.createData()
    worst = 0.0
    for _ in range(STATES):
        state = folder / "state.json"
        q, qd, qdd = random.uniform(-1, 1, (3, model.nv))
        state.write_text(json.dumps({"q": list(q), "qd": list(qd), "qdd": list(qdd)}))
        ours = json.loads(appell("eval", str(file), "M", "Q", "Qf", "--at", str(state), "--json"))
        # Pinocchio sorts the joints in its own way
        order = [model.joints[model.getJointId(joint)].idx_v for joint in ours["joints"]]
        theirs = np.zeros((3, model.nv))
        theirs[:, order] = q, qd, qdd
        place = pinocchio.integrate(model, pinocchio.neutral(model), theirs[0])
        forces = pinocchio.rnea(model, data, place, theirs[1], theirs[2])[order]
        mass = np.triu(pinocchio.crba(model, data, place))
        mass = (mass + np.triu(mass, 1).T)[np.ix_(order, order)]
        # friction is not in Pinocchio's forces
        own_forces = np.array(ours["Q"]) - np.array(ours["Qf"])
        for a, b in [(forces, own_forces), (mass, np.array(ours["M"]))]:
            worst = max(worst, np.abs(a - b).max() / max(1.0, np.abs(b).max()))
    return worst


def main():
    random = np.random.default_rng(1)
    failed = []
    with tempfile.TemporaryDirectory() as folder:
        names = [robot["name"] for robot in json.loads(appell("robots", "--json"))["robots"]]
        for name in filter(is_compared, names):
            worst = compared(name, pathlib.Path(folder), random)
            print(f"{name:12} {worst:.1e}")
            if worst > TOLERANCE:
                failed.append(name)
    sys.exit(f"differ: {', '.join(failed)}" if failed else 0)


if __name__ == "__main__":
    main()
