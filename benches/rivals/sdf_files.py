"""SDF files as libsdformat understands them, with Pinocchio's dynamics, against ours: M and Q at random states.

    apt install libsdformat-dev
    g++ -O1 benches/rivals/sdf_dump.cpp -o sdf_dump $(pkg-config --cflags --libs sdformat12)
    pip install pin numpy
    python benches/rivals/sdf_files.py sdf_dump appell FILE...

libsdformat resolves poses and axes; Pinocchio (which reads no SDF itself) gets joints and bodies from it. Fails
where a number differs by more than 1e-9 of the largest. Files that Appell refuses are listed with the reason.
"""

import json
import pathlib
import subprocess
import sys
import tempfile

import numpy as np
import pinocchio as pin

DUMP, COMMAND, *FILES = sys.argv[1:]
STATES = 3
TOLERANCE = 1e-9


def placed(numbers):
    x, y, z, qx, qy, qz, qw = numbers
    quaternion = pin.Quaternion(qw, qx, qy, qz)
    quaternion.normalize()
    return pin.SE3(quaternion.matrix(), np.array([x, y, z]))


def model_of(robot, gravity):
    """Links and joints of a dumped model as a Pinocchio model on the world."""
    model = pin.Model()
    model.gravity.linear = np.array([0, 0, -gravity])
    in_model = {link["name"]: placed(link["pose"]) for link in robot["links"]}
    joint_of = {joint["child"]: joint for joint in robot["joints"]}
    base = placed(robot["pose"])
    places = {"world": (0, pin.SE3.Identity())}  # joint of Pinocchio, link in its frame

    def place(link):
        if link in places:
            return places[link]
        joint = joint_of.get(link)
        if joint is None:
            places[link] = (0, base * in_model[link])
            return places[link]
        parent, parent_place = place(joint["parent"])
        in_world = joint["parent"] == "world"
        outer = pin.SE3.Identity() if in_world else in_model[joint["parent"]]
        frame = placed(joint["pose"])
        at = base * frame if in_world else parent_place * outer.inverse() * frame
        if joint["moves"] == "fixed":
            places[link] = (parent, at * frame.inverse() * in_model[link])
            return places[link]
        axis = np.array(joint["axis"])
        kind = pin.JointModelRevoluteUnaligned if joint["moves"] == "revolute" else pin.JointModelPrismaticUnaligned
        number = model.addJoint(parent, kind(axis / np.linalg.norm(axis)), at, joint["name"])
        places[link] = (number, frame.inverse() * in_model[link])
        return places[link]

    for joint in robot["joints"]:
        place(joint["child"])
    for link in robot["links"]:
        number, at = place(link["name"])
        inertia = pin.Inertia(link["mass"], np.zeros(3), np.array(link["inertia"]).reshape(3, 3))
        if number:
            model.appendBodyToJoint(number, inertia, at * placed(link["centre"]))
    return model


def appell(*arguments):
    run = subprocess.run([COMMAND, *arguments], capture_output=True, text=True)
    if run.returncode:
        raise RuntimeError(run.stderr.strip().splitlines()[0])
    return run.stdout


def compared(file, folder, random):
    dump = subprocess.run([DUMP, file], capture_output=True, text=True)
    if dump.returncode:
        return f"libsdformat refuses it: {dump.stderr.strip().splitlines()[:1]}"
    robot = json.loads(dump.stdout)
    shown = json.loads(appell("show", file, "--no-snap", "--json"))
    values = [parameter.get("value") for parameter in shown["parameters"] if parameter["name"] == "g"]
    model = model_of(robot, values[0] if values else 0.0)
    data = model.createData()
    sprung = any(joint.get("stiffness") for joint in robot["joints"])
    worst = 0.0
    for _ in range(STATES):
        q, qd, qdd = random.uniform(-1, 1, (3, model.nv))
        state = folder / "state.json"
        state.write_text(json.dumps({"q": list(q), "qd": list(qd), "qdd": list(qdd)}))
        ours = json.loads(appell("eval", file, "M", "Q", "Qf", "--no-snap", "--at", str(state), "--json"))
        order = [model.joints[model.getJointId(joint)].idx_v for joint in ours["joints"]]
        theirs = np.zeros((3, model.nv))
        theirs[:, order] = q, qd, qdd
        forces = pin.rnea(model, data, theirs[0], theirs[1], theirs[2])[order]
        mass = np.triu(pin.crba(model, data, theirs[0]))
        mass = (mass + np.triu(mass, 1).T)[np.ix_(order, order)]
        own = np.array(ours["Q"]) - np.array(ours["Qf"])
        # springs are not in Pinocchio's forces
        pairs = [(mass, np.array(ours["M"]))] + ([] if sprung else [(forces, own)])
        for a, b in pairs:
            worst = max(worst, np.abs(a - b).max() / max(1.0, np.abs(b).max()))
    return worst, len(ours["joints"]), sprung


def main():
    random = np.random.default_rng(1)
    failed = False
    with tempfile.TemporaryDirectory() as folder:
        for file in FILES:
            name = pathlib.Path(file).name
            try:
                result = compared(file, pathlib.Path(folder), random)
            except RuntimeError as error:
                print(f"refused    {name}: {error}")
                continue
            if isinstance(result, str):
                print(f"left out   {name}: {result}")
                continue
            worst, joints, sprung = result
            failed |= worst > TOLERANCE
            print(f"{worst:.1e}    {name}, {joints} joints{', with springs: M only' if sprung else ''}")
    sys.exit(1 if failed else 0)


main()
