"""Golden numbers of public robot files, and the differences from MuJoCo and Pinocchio.

    pip install mujoco pin numpy
    python benches/rivals/golden.py appell FOLDER            compares with benches/golden/public_models.tsv
    python benches/rivals/golden.py appell FOLDER --write    writes it anew

Fetches the packages from PyPI into the folder (unpacked, not installed) and reads every MJCF, URDF, xacro and
SDF file in them that Appell reads, at one state: q_k = sin k, q'_k = cos(2 k)/2, q''_k = sin 3 k, k from 1. A line
has the package, the file, the number of coordinates, the trace of M, the lengths of Q and of J (all its entries),
and the largest difference of M and of the forces from those of another engine, over the largest of them: of
MuJoCo for MJCF, of Pinocchio for URDF without joints that follow others. Fails where a number differs by more than
1e-9, a file is missing, or another engine differs by more than 1e-9.
"""

import json
import pathlib
import subprocess
import sys
import tempfile
import zipfile

import numpy as np

COMMAND, FOLDER = sys.argv[1], pathlib.Path(sys.argv[2]).resolve()
TABLE = pathlib.Path(__file__).resolve().parents[1] / "golden/public_models.tsv"
PACKAGES = """dm_control==1.0.50 gymnasium==1.4.0 gymnasium-robotics==1.4.2 robosuite==1.5.2
example-robot-data==6.0.0 rtb-data==2.0.0 scikit-robot==0.4.7 hello-robot-stretch-urdf==0.1.2""".split()
HEAD = ["package", "file", "n", "trace M", "|Q|", "|J|", "other engine", "difference"]
TOLERANCE = 1e-9


def fetched():
    """The folders of the packages, with their names and versions."""
    for package in PACKAGES:
        place = FOLDER / package.split("==")[0].replace("-", "_")
        if not place.exists():
            with tempfile.TemporaryDirectory() as wheels:
                command = [sys.executable, "-m", "pip", "download", "-q", "--no-deps", "-d", wheels, package]
                subprocess.run(command, check=True)
                with zipfile.ZipFile(next(pathlib.Path(wheels).glob("*.whl"))) as archive:
                    archive.extractall(place)
        yield package, place


def files(place):
    for file in sorted(place.rglob("*")):
        if file.suffix in (".urdf", ".xacro", ".sdf"):
            yield file
        elif file.suffix == ".xml" and "<worldbody" in file.read_text(errors="replace"):
            yield file


def appell(*arguments):
    result = subprocess.run([COMMAND, *map(str, arguments)], capture_output=True, text=True)
    return json.loads(result.stdout) if result.returncode == 0 else None


def evaluated(file, place):
    """Joints, state and quantities of a file; nothing where it is refused."""
    options = ["--allow", place, "--json", "-q", "--no-snap"]
    known = appell("eval", file, "M", *options)
    if known is None or not known["joints"]:
        return None
    k = np.arange(1, len(known["joints"]) + 1)
    state = {"q": np.sin(k), "qd": np.cos(2 * k) / 2, "qdd": np.sin(3 * k)}
    with tempfile.NamedTemporaryFile("w", suffix=".json") as at:
        json.dump({name: list(values) for name, values in state.items()}, at)
        at.flush()
        found = appell("eval", file, "M", "Q", "Qf", "J", "--at", at.name, *options)
    return found and (known["joints"], list(state.values()), {name: np.array(found[name]) for name in ("M", "Q", "Qf", "J")})


def of_mujoco(file, joints, state):
    """M and the joint forces without friction, by MuJoCo; None where it has other joints, constraints or springs."""
    import mujoco

    try:
        model = mujoco.MjModel.from_xml_path(str(file))
    except ValueError:
        return None
    if model.nv != len(joints) or model.neq or model.ntendon or model.jnt_stiffness.any():
        return None
    data = mujoco.MjData(model)
    model.opt.disableflags |= mujoco.mjtDisableBit.mjDSBL_CONTACT
    names = [model.joint(index).name for index in range(model.njnt)]
    # joints without a name are in the order of the file
    order = [names.index(joint) if joint in names else place for place, joint in enumerate(joints)]
    theirs = np.zeros((3, model.nv))
    theirs[:, order] = state
    data.qpos, data.qvel = theirs[:2]
    mujoco.mj_forward(model, data)
    mass = np.zeros((model.nv, model.nv))
    # older versions take the sparse matrix instead of the data
    mujoco.mj_fullM(model, mass, data.qM) if hasattr(data, "qM") else mujoco.mj_fullM(model, data, mass)
    forces = mass @ theirs[2] + data.qfrc_bias
    return mass[np.ix_(order, order)], forces[order]


def of_pinocchio(file, joints, state):
    """The same by Pinocchio."""
    import pinocchio

    try:
        model = pinocchio.buildModelFromUrdf(str(file))
    except ValueError:
        return None
    if model.nv != len(joints) or not all(model.existJointName(joint) for joint in joints):
        return None
    data = model.createData()
    order = [model.joints[model.getJointId(joint)].idx_v for joint in joints]
    theirs = np.zeros((3, model.nv))
    theirs[:, order] = state
    place = pinocchio.integrate(model, pinocchio.neutral(model), theirs[0])
    forces = pinocchio.rnea(model, data, place, theirs[1], theirs[2])[order]
    mass = np.triu(pinocchio.crba(model, data, place))
    return (mass + np.triu(mass, 1).T)[np.ix_(order, order)], forces


def other_engine(file, joints, state, found):
    """The name of the engine to compare with, and the largest difference from it."""
    engines = {".xml": ("mujoco", of_mujoco), ".urdf": ("pinocchio", of_pinocchio)}
    name, engine = engines.get(file.suffix, (None, None))
    theirs = engine(file, joints, state) if engine else None
    if theirs is None:
        return "-", None
    own = found["M"], found["Q"] - found["Qf"]
    worst = max(np.abs(a - b).max() / max(1e-6, np.abs(a).max()) for a, b in zip(theirs, own))
    return name, worst


def rows():
    seen = set()
    for package, place in fetched():
        for file in files(place):
            answer = evaluated(file, place)
            if answer is None:
                continue
            joints, state, found = answer
            numbers = [np.trace(found["M"]), np.linalg.norm(found["Q"]), np.linalg.norm(found["J"])]
            texts = [f"{number:.10g}" for number in numbers]
            # many files are copies
            if (len(joints), *texts) in seen:
                continue
            seen.add((len(joints), *texts))
            engine, worst = other_engine(file, joints, state, found)
            difference = "-" if worst is None else f"{worst:.0e}"
            yield [package, str(file.relative_to(place)), str(len(joints)), *texts, engine, difference]


def is_near(a, b):
    return abs(float(a) - float(b)) <= TOLERANCE * max(1e-3, abs(float(b)))


def main():
    found = list(rows())
    differ = [f"{row[1]}: {row[6]} {row[7]}" for row in found if row[7] != "-" and float(row[7]) > TOLERANCE]
    if "--write" in sys.argv:
        TABLE.parent.mkdir(exist_ok=True)
        TABLE.write_text("".join("\t".join(row) + "\n" for row in [HEAD, *found]))
    golden = [line.split("\t") for line in TABLE.read_text().splitlines()[1:]]
    known = {(row[0], row[1]): row for row in found}
    for row in golden:
        own = known.get((row[0], row[1]))
        if own is None or own[2] != row[2] or not all(map(is_near, own[3:6], row[3:6])):
            differ.append(f"{row[1]}: {own} instead of {row}")
    compared = sum(row[7] != "-" for row in found)
    print(f"{len(found)} models, {sum(int(row[2]) >= 5 for row in found)} with five joints or more, {compared} compared with another engine")
    sys.exit("\n".join(["differ:", *differ]) if differ else 0)


if __name__ == "__main__":
    main()
