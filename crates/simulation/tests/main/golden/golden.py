"""Motions of the Panda-like arm by MuJoCo: `python golden.py > golden.json` (needs mujoco from PyPI).

The arm is that of ../../../../mechanics/tests/golden/panda.urdf. MuJoCo integrates with the classical method of Runge
and Kutta in steps of 0.05 ms, without contacts, limits and damping.
"""

import json
import pathlib

import mujoco
import numpy

URDF = pathlib.Path(__file__).parents[4] / "mechanics/tests/golden/panda.urdf"
STEP = 5e-5


def model():
    text = URDF.read_text()
    head, tail = text.split("<robot", 1)
    inside = tail.index(">") + 1
    compiler = '<mujoco><compiler fusestatic="false" discardvisual="true" balanceinertia="false"/></mujoco>'
    made = mujoco.MjModel.from_xml_string(head + "<robot" + tail[:inside] + compiler + tail[inside:])
    made.opt.timestep = STEP
    made.opt.integrator = mujoco.mjtIntegrator.mjINT_RK4
    flags = mujoco.mjtDisableBit
    made.opt.disableflags |= flags.mjDSBL_CONTACT | flags.mjDSBL_LIMIT
    made.dof_damping[:] = 0
    made.dof_armature[:] = 0
    made.dof_frictionloss[:] = 0
    return made


def motion(arm, q, qd, tau, duration, rows):
    data = mujoco.MjData(arm)
    data.qpos[:] = q
    data.qvel[:] = qd
    data.qfrc_applied[:] = tau
    each = round(duration / rows / STEP)
    states = []
    for _ in range(rows):
        for _ in range(each):
            mujoco.mj_step(arm, data)
        states.append({"t": data.time, "q": data.qpos.tolist(), "qd": data.qvel.tolist()})
    return {"q": list(q), "qd": list(qd), "tau": list(tau), "states": states}


def main():
    arm = model()
    count = arm.nv
    names = [mujoco.mj_id2name(arm, mujoco.mjtObj.mjOBJ_JOINT, i) for i in range(count)]
    zero = [0.0] * count
    rest = [0.0, -0.785, 0.0, -2.356, 0.0, 1.571, 0.785][:count]
    random = numpy.random.default_rng(1899)
    motions = [
        motion(arm, rest, zero, zero, 0.5, 10),
        motion(arm, rest, zero, [3.0, -25.0, 1.0, 18.0, -0.5, 1.5, 0.1][:count], 0.5, 10),
        motion(arm, random.uniform(-1, 1, count).tolist(), random.uniform(-1, 1, count).tolist(), zero, 0.5, 10),
    ]
    print(json.dumps({"mujoco": mujoco.__version__, "step": STEP, "joints": names, "motions": motions}, indent=1))


main()
