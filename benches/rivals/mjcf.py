"""Models in MJCF that others wrote, read by Appell and by MuJoCo: M, bias forces and J at random states.

    pip install mujoco numpy
    python benches/rivals/mjcf.py [path of the command appell] [folder for the packages]

Fetches packages from PyPI into the folder (they are unpacked, not installed), reads every model in them
that MuJoCo loads and that has hinges and slides only, and compares: the mass matrix, the bias forces
(c + G), and the Jacobian of the tool frame. Where joints follow others, MuJoCo's matrices are projected
on the joints that are left. Prints a line a model; fails where a number differs by more than 1e-9 of the
largest. Also writes every bundled robot of rigid links as MJCF, and compares what MuJoCo reads.
"""

import collections
import json
import pathlib
import subprocess
import sys
import tempfile
import zipfile

import mujoco
import numpy as np

HERE = pathlib.Path(__file__).resolve().parent
COMMAND = sys.argv[1] if len(sys.argv) > 1 else str(HERE.parents[1] / "target/release/appell")
PACKAGES = """dm_control==1.0.50 gymnasium==1.4.0 gymnasium-robotics==1.4.2 robosuite==1.5.2 metaworld==3.1.1
brax==0.14.2 dm-robotics-panda==0.4.8 robopal==0.4.1 robopianist==1.0.10 mujoco-mjx==3.17.0""".split()
STATES = 3
TOLERANCE = 1e-9
# below this, a number is nothing to compare with
SMALL = 1e-6


def fetched(folder):
    """The folders of the packages."""
    for package in PACKAGES:
        name = package.split("==")[0].replace("-", "_")
        place = folder / name
        if not place.exists():
            wheels = folder / "wheels"
            command = [sys.executable, "-m", "pip", "download", "-q", "--no-deps", "-d", str(wheels), package]
            subprocess.run(command, check=True)
            wheel = next(wheels.glob(f"{name}-*.whl"))
            with zipfile.ZipFile(wheel) as archive:
                archive.extractall(place)
        yield place


def models(folder):
    """Models that MuJoCo loads, with hinges and slides only, each once."""
    seen = set()
    for package in fetched(folder):
        for file in sorted(package.rglob("*.xml")):
            text = file.read_text(errors="replace")
            if "<worldbody" not in text:
                continue
            try:
                model = mujoco.MjModel.from_xml_path(str(file))
            except ValueError:
                continue
            moving = {int(mujoco.mjtJoint.mjJNT_HINGE), int(mujoco.mjtJoint.mjJNT_SLIDE)}
            kinds = {int(kind) for kind in model.jnt_type}
            key = (model.nv, model.body_mass.tobytes(), model.jnt_axis.tobytes())
            if model.nv and kinds <= moving and key not in seen:
                seen.add(key)
                yield package, file, model


def appell(*arguments):
    return subprocess.run([COMMAND, *map(str, arguments)], capture_output=True, text=True)


def names(model, kind, count):
    return [mujoco.mj_id2name(model, kind, index) for index in range(count)]


def tool_of(model):
    """A body to take for the tool: the last one that moves and has a name."""
    moves = [False] * model.nbody
    for body in range(1, model.nbody):
        moves[body] = moves[model.body_parentid[body]] or model.body_dofnum[body] > 0
    # where a site has the name of a body, --tool means the site
    sites = set(names(model, mujoco.mjtObj.mjOBJ_SITE, model.nsite))
    moving = [body for body in range(1, model.nbody) if moves[body] and model.body(body).name not in sites | {""}]
    return moving[-1] if moving else None


def differences(model, file, package, random):
    """The largest differences of M, c + G and J over some states; or why the model is refused."""
    data = mujoco.MjData(model)
    # forces of bodies alone: no contacts, no limits
    model.opt.disableflags |= mujoco.mjtDisableBit.mjDSBL_CONTACT
    tool = tool_of(model)
    options = ["--no-snap", "--allow", package]
    if tool is not None:
        options += ["--tool", model.body(tool).name]
    worst = collections.Counter()
    with tempfile.TemporaryDirectory() as folder:
        for _ in range(STATES):
            state = pathlib.Path(folder) / "state.json"
            result = appell("eval", file, "M", "--json", *options) if not worst else None
            if result is not None and result.returncode:
                return None, reason(result.stderr)
            joints = json.loads(result.stdout)["joints"] if result is not None else joints
            shares, offset = projection(model, joints)
            q, qd = random.uniform(-1, 1, (2, len(joints)))
            state.write_text(json.dumps({"q": list(q), "qd": list(qd)}))
            result = appell("eval", file, "M", "c", "G", "J", "--at", state, "--json", *options)
            if result.returncode:
                return None, reason(result.stderr)
            ours = json.loads(result.stdout)
            data.qpos, data.qvel = shares @ q + offset, shares @ qd
            mujoco.mj_forward(model, data)
            mass = np.zeros((model.nv, model.nv))
            mujoco.mj_fullM(model, data, mass) if mujoco.__version__ >= "4" else mujoco.mj_fullM(model, mass, data.qM)
            jacobian = np.zeros((2, 3, model.nv))
            compared = {"M": shares.T @ mass @ shares, "bias": shares.T @ data.qfrc_bias}
            own = {"M": ours["M"], "bias": np.add(ours["c"], ours["G"])}
            if tool is not None:
                mujoco.mj_jacBody(model, data, *jacobian, tool)
                compared["J"], own["J"] = jacobian.reshape(6, -1) @ shares, ours["J"]
            for name, theirs in compared.items():
                difference = np.abs(theirs - np.array(own[name])).max() / max(SMALL, np.abs(theirs).max())
                worst[name] = max(worst[name], difference, 1e-17)
    return worst, len(joints)


def projection(model, joints):
    """How the coordinates of MuJoCo follow from ours: q = S q_own + offset."""
    all_names = names(model, mujoco.mjtObj.mjOBJ_JOINT, model.njnt)
    followers = {}
    for index in range(model.neq):
        if model.eq_type[index] == mujoco.mjtEq.mjEQ_JOINT and model.eq_active0[index]:
            followers[model.eq_obj1id[index]] = (model.eq_obj2id[index], model.eq_data[index, :2])
    own = [joint for joint in range(model.njnt) if joint not in followers]
    shares, offset = np.zeros((model.nv, len(joints))), np.zeros(model.nv)
    for joint in own:
        # joints without a name are named by their place
        place = joints.index(all_names[joint]) if all_names[joint] in joints else own.index(joint)
        shares[joint, place] = 1
    for _ in range(model.neq):
        for joint, (followed, (start, ratio)) in followers.items():
            shares[joint] = ratio * shares[followed]
            offset[joint] = start + model.qpos0[joint] + ratio * (offset[followed] - model.qpos0[followed])
    return shares, offset


def reason(text):
    """The first error of an answer."""
    line = next((line for line in text.splitlines() if line.startswith("error")), text[:100])
    return line.strip()


def written(random):
    """The bundled robots as MJCF, read by MuJoCo: the largest differences."""
    with tempfile.TemporaryDirectory() as folder:
        for robot in json.loads(appell("robots", "--json").stdout)["robots"]:
            file = pathlib.Path(folder) / f"{robot['name']}.xml"
            result = appell("convert", robot["name"], file)
            if result.returncode:
                yield robot["name"], None, reason(result.stderr)
                continue
            try:
                model = mujoco.MjModel.from_xml_path(str(file))
            except ValueError as error:
                yield robot["name"], None, str(error).splitlines()[0]
                continue
            yield robot["name"], *differences(model, file, folder, random)


def main():
    random = np.random.default_rng(1)
    folder = pathlib.Path(sys.argv[2] if len(sys.argv) > 2 else tempfile.mkdtemp())
    folder.mkdir(parents=True, exist_ok=True)
    failed, refused, agreed = [], [], 0
    read = ((str(file.relative_to(folder)), *differences(model, file, package, random)) for package, file, model in models(folder))
    for source in (read, written(random)):
        for name, worst, detail in source:
            if worst is None:
                refused.append((name, detail))
                print(f"{name:90} refused: {detail}", flush=True)
                continue
            print(f"{name:90} {detail:3} joints " + " ".join(f"{key} {worst[key]:.0e}" for key in worst), flush=True)
            agreed += max(worst.values()) <= TOLERANCE
            if max(worst.values()) > TOLERANCE:
                failed.append(name)
    print(f"{agreed} agree, {len(refused)} refused, {len(failed)} differ")
    sys.exit(f"differ: {', '.join(failed)}" if failed else 0)


if __name__ == "__main__":
    main()
