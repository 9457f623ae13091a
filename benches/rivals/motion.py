"""Simulation steps a second of the Panda-like arm by MuJoCo, and by Pinocchio in C++.

    pip install mujoco pin cmeel-boost cmeel-eigen
    python benches/rivals/motion.py

The same arm, state and step as `appell-benches --motion`: the classical method of Runge and Kutta, without contacts.
MuJoCo steps in its own C loop (one call for many steps) and by its module rollout with threads; Pinocchio's
articulated-body algorithm runs in a loop of C++ (pinocchio_motion.cpp, compiled with -O3 -march=native).
"""

import os
import pathlib
import subprocess
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
URDF = HERE.parents[1] / "crates/mechanics/tests/golden/panda.urdf"
START = [0.0, -0.785, 0.0, -2.356, 0.0, 1.571, 0.785]
STEP = 1e-4


def best(work, runs=9):
    rate = 0.0
    for _ in range(runs):
        start = time.perf_counter()
        steps = work()
        rate = max(rate, steps / (time.perf_counter() - start))
    return rate


def mujoco_model():
    import mujoco

    head, tail = URDF.read_text().split("<robot", 1)
    inside = tail.index(">") + 1
    compiler = '<mujoco><compiler fusestatic="false" discardvisual="true"/></mujoco>'
    arm = mujoco.MjModel.from_xml_string(head + "<robot" + tail[:inside] + compiler + tail[inside:])
    arm.opt.timestep = STEP
    arm.opt.integrator = mujoco.mjtIntegrator.mjINT_RK4
    flags = mujoco.mjtDisableBit
    arm.opt.disableflags |= flags.mjDSBL_CONTACT | flags.mjDSBL_LIMIT
    return arm


def mujoco_figures():
    import mujoco
    import numpy
    from mujoco import rollout

    arm = mujoco_model()
    data = mujoco.MjData(arm)

    def one():
        mujoco.mj_resetData(arm, data)
        data.qpos[:] = START
        mujoco.mj_step(arm, data, nstep=20_000)
        return 20_000

    print(f"{'MuJoCo, one simulation':<34} {best(one):>12.0f} steps/s")
    states, steps = 512, 50
    data.qpos[:] = START
    size = mujoco.mj_stateSize(arm, mujoco.mjtState.mjSTATE_FULLPHYSICS)
    state = numpy.zeros(size)
    mujoco.mj_resetData(arm, data)
    data.qpos[:] = START
    mujoco.mj_getState(arm, data, state, mujoco.mjtState.mjSTATE_FULLPHYSICS)
    initial = numpy.tile(state, (states, 1))
    threads = 1
    while threads <= (os.cpu_count() or 1):
        own = [mujoco.MjData(arm) for _ in range(threads)]

        def many():
            rollout.rollout(arm, own, initial, nstep=steps)
            return states * steps

        print(f"{f'MuJoCo, rollout, {threads} threads':<34} {best(many):>12.0f} steps/s")
        threads *= 2


def pinocchio_figure():
    import pinocchio

    prefix = pathlib.Path(pinocchio.__file__).resolve().parents[4]
    arm = pinocchio.buildModelFromUrdf(str(URDF))
    numbers = []
    for placement, inertia in list(zip(arm.jointPlacements, arm.inertias))[1:]:
        numbers += [*placement.rotation.ravel(), *placement.translation, inertia.mass, *inertia.lever]
        numbers += [*inertia.inertia.ravel()]
    with tempfile.TemporaryDirectory() as folder:
        built = pathlib.Path(folder) / "motion"
        subprocess.run(
            ["g++", "-O3", "-march=native", "-DNDEBUG", "-std=c++17",
             "-DBOOST_MPL_CFG_NO_PREPROCESSED_HEADERS", "-DBOOST_MPL_LIMIT_LIST_SIZE=30", HERE / "pinocchio_motion.cpp", "-o", built,
             f"-I{prefix}/include", f"-I{prefix}/include/eigen3", f"-L{prefix}/lib", f"-Wl,-rpath,{prefix}/lib",
             "-lpinocchio_default"],
            check=True)
        text = " ".join(repr(float(number)) for number in numbers)
        print(subprocess.run([built], input=text, check=True, capture_output=True, text=True).stdout, end="")


if __name__ == "__main__":
    mujoco_figures()
    pinocchio_figure()
