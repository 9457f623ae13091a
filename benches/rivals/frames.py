"""Frames of public robots against Pinocchio: every link behind a fixed joint, T, J, Jdot, v, a.

    pip install pin example-robot-data numpy
    python benches/rivals/frames.py [path of the command appell [URDF ...]]

Without files, the UR5 and the left arm of Talos from example-robot-data. Fails where a number differs by
more than 1e-9 of the largest of its quantity.
"""

import json
import pathlib
import subprocess
import sys
import tempfile

import numpy as np
import pinocchio as pin

HERE = pathlib.Path(__file__).resolve().parent
COMMAND = sys.argv[1] if len(sys.argv) > 1 else str(HERE.parents[1] / "target/release/appell")
PUBLIC = ["ur_description/urdf/ur5_robot.urdf", "talos_data/robots/talos_left_arm.urdf"]
STATES = 3
TOLERANCE = 1e-9
ALIGNED = pin.ReferenceFrame.LOCAL_WORLD_ALIGNED


def appell(*arguments):
    return subprocess.run([COMMAND, *arguments], check=True, capture_output=True, text=True).stdout


def files():
    if len(sys.argv) > 2:
        return [pathlib.Path(name) for name in sys.argv[2:]]
    folder = pathlib.Path(pin.__file__).parents[4] / "share/example-robot-data/robots"
    return [folder / name for name in PUBLIC]


def compared(file, folder, random):
    """How many frames were compared, and the largest difference, of the largest number."""
    model = pin.buildModelFromUrdf(str(file))
    data = model.createData()
    names = [frame["name"] for frame in json.loads(appell("show", str(file), "--no-snap", "--json"))["named_frames"]]
    asked = [f"{what}[{name}]{axes}" for name in names
             for what, axes in (("T", ""), ("J", ""), ("Jdot", ""), ("v", "@0"), ("a", "@0"))]
    worst = 0.0
    for _ in range(STATES):
        state = folder / "state.json"
        q, qd, qdd = random.uniform(-1, 1, (3, model.nv))
        state.write_text(json.dumps({"q": list(q), "qd": list(qd), "qdd": list(qdd)}))
        ours = json.loads(appell("eval", str(file), *asked, "--no-snap", "--at", str(state), "--json"))
        # Pinocchio sorts the joints in its own way
        order = [model.joints[model.getJointId(joint)].idx_v for joint in ours["joints"]]
        theirs = np.zeros((3, model.nv))
        theirs[:, order] = q, qd, qdd
        place = pin.integrate(model, pin.neutral(model), theirs[0])
        pin.forwardKinematics(model, data, place, theirs[1], theirs[2])
        pin.computeJointJacobiansTimeVariation(model, data, place, theirs[1])
        pin.updateFramePlacements(model, data)
        for name in names:
            frame = model.getFrameId(name)
            acceleration = pin.getFrameClassicalAcceleration(model, data, frame, ALIGNED).linear
            expected = {
                f"T[{name}]": data.oMf[frame].homogeneous,
                f"J[{name}]": pin.getFrameJacobian(model, data, frame, ALIGNED)[:, order],
                f"Jdot[{name}]": pin.getFrameJacobianTimeVariation(model, data, frame, ALIGNED)[:, order],
                f"v[{name}]@0": pin.getFrameVelocity(model, data, frame, ALIGNED).linear,
                f"a[{name}]@0": acceleration - model.gravity.linear,
            }
            for quantity, numbers in expected.items():
                found = np.array(ours[quantity]).reshape(numbers.shape)
                worst = max(worst, np.abs(found - numbers).max() / max(1.0, np.abs(numbers).max()))
    return len(names), worst


def main():
    random = np.random.default_rng(7)
    failed = False
    with tempfile.TemporaryDirectory() as folder:
        for file in files():
            count, worst = compared(file, pathlib.Path(folder), random)
            print(f"{file.name}: {count} frames, largest difference {worst:.1e}")
            failed = failed or count == 0 or not worst <= TOLERANCE
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
