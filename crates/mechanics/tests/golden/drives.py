"""Reference values of robots with motors, springs, friction and joints that follow others.

    pip install pin==4.1.0 mujoco==4.0.0
    python drives.py > drives.json   # reads ur5.urdf and random_tree.urdf beside this script

ur5: every joint has an armature (the inertia of its rotor times the square of its ratio), a spring and
viscous friction. Q and M come from MuJoCo (mj_inverse, mj_fullM) and must be those of Pinocchio (rnea,
crba with model.armature) plus springs and friction; acc is aba of Pinocchio for tau.
random_tree: joints left1 and finger follow by FOLLOW; the reference is the whole model of Pinocchio,
reduced by the matrix S of ratios: Q = S^T Q, M = S^T M S, J = J S.
Arrays over joints follow the order of the file. Gravity is 9.81 along -z.
"""

import json
import pathlib
import xml.etree.ElementTree as ET

import mujoco
import numpy as np
import pinocchio as pin

HERE = pathlib.Path(__file__).resolve().parent
STATES = 3

# joint: inertia of the rotor, ratio, stiffness, rest, viscous friction
DRIVES = [
    (1.5e-4, 101, 0, 0, 2.0),
    (1.5e-4, -101, 40, 0.3, 1.5),
    (1.2e-4, 101, 0, 0, 1.0),
    (2.5e-5, 80, 12, -0.2, 0.5),
    (2.5e-5, 80, 0, 0, 0.4),
    (2.5e-5, 50, 3, 1.0, 0.3),
]
# joint: (followed joint, ratio, offset)
FOLLOW = {"left1": ("right1", -1.5, 0.2), "finger": ("right2", 3.0, -0.1)}


def in_order(model, path):
    """The places of the moving joints, in the order of the file, among the velocities."""
    joints = [it.get("name") for it in ET.parse(path).getroot().iter("joint") if it.get("type") != "fixed"]
    return joints, [model.joints[model.getJointId(name)].idx_v for name in joints]


def ur5(random):
    path = HERE / "ur5.urdf"
    model = pin.buildModelFromUrdf(str(path))
    names, places = in_order(model, path)
    assert places == sorted(places)
    inertia, ratio, stiffness, rest, viscous = (np.array(column, float) for column in zip(*DRIVES))
    model.armature = inertia * ratio**2
    plain = mujoco.MjSpec.from_file(str(path))
    plain.compiler.fusestatic = False
    plain.compiler.discardvisual = True
    other = plain.compile()
    other.opt.gravity[:] = [0, 0, -9.81]
    other.opt.disableflags |= mujoco.mjtDisableBit.mjDSBL_CONSTRAINT
    other.dof_armature[:] = model.armature
    other.dof_damping[:] = viscous
    other.jnt_stiffness[:] = stiffness
    other.qpos_spring[:] = rest
    states = []
    for _ in range(STATES):
        q, qd, qdd, tau = (random.uniform(-1, 1, 6) for _ in range(4))
        data, there = model.createData(), mujoco.MjData(other)
        there.qpos[:], there.qvel[:], there.qacc[:] = q, qd, qdd
        mujoco.mj_inverse(other, there)
        mass = np.zeros((6, 6))
        mujoco.mj_fullM(other, there, mass)
        rest_forces = stiffness * (q - rest) + viscous * qd
        force = pin.rnea(model, data, q, qd, qdd) + rest_forces
        crba = pin.crba(model, data, q)
        crba = np.triu(crba) + np.triu(crba, 1).T
        # two engines, one robot
        assert np.abs(force - there.qfrc_inverse).max() < 1e-9 * np.abs(force).max(), (force, there.qfrc_inverse)
        assert np.abs(crba - mass).max() < 1e-9 * mass.max()
        acc = pin.aba(model, data, q, qd, tau - rest_forces)
        lists = {"q": q, "qd": qd, "qdd": qdd, "tau": tau, "Q": there.qfrc_inverse, "M": mass, "acc": acc}
        states.append({name: np.array(value).tolist() for name, value in lists.items()})
    return {"drives": DRIVES, "states": states}


def tree(random):
    path = HERE / "random_tree.urdf"
    model = pin.buildModelFromUrdf(str(path))
    names, places = in_order(model, path)
    free = [name for name in names if name not in FOLLOW]
    ratios, offsets = np.zeros((len(names), len(free))), np.zeros(len(names))
    for row, name in enumerate(names):
        followed, ratio, offset = FOLLOW.get(name, (name, 1.0, 0.0))
        ratios[row, free.index(followed)], offsets[row] = ratio, offset
    states = []
    for _ in range(STATES):
        q, qd, qdd, tau = (random.uniform(-1, 1, len(free)) for _ in range(4))
        whole = [ratios @ q + offsets, ratios @ qd, ratios @ qdd]
        there = [np.zeros(len(names)) for _ in range(3)]
        for of, value in zip(there, whole):
            of[places] = value
        data = model.createData()
        force = pin.rnea(model, data, *there)[places]
        mass = pin.crba(model, data, there[0])
        mass = (np.triu(mass) + np.triu(mass, 1).T)[np.ix_(places, places)]
        bias = pin.rnea(model, data, there[0], there[1], 0 * there[2])[places]
        last = model.getJointId(names[-1])
        pin.computeJointJacobians(model, data, there[0])
        jacobian = pin.getJointJacobian(model, data, last, pin.ReferenceFrame.LOCAL_WORLD_ALIGNED)[:, places]
        reduced = ratios.T @ mass @ ratios
        lists = {
            "q": q, "qd": qd, "qdd": qdd, "tau": tau,
            "Q": ratios.T @ force, "M": reduced, "J": jacobian @ ratios,
            "acc": np.linalg.solve(reduced, tau - ratios.T @ bias),
        }
        states.append({name: np.array(value).tolist() for name, value in lists.items()})
    return {"follow": FOLLOW, "joints": names, "states": states}


if __name__ == "__main__":
    random = np.random.default_rng(20)
    print(json.dumps({"ur5": ur5(random), "random_tree": tree(random)}, indent=1))
