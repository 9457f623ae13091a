"""Robots: reading, building, quantities, copies, threads, interruption."""

from __future__ import annotations

import copy
import pickle
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import appell
import numpy as np
import pytest

PENDULUM = """
name = "pendulum"
gravity = "g"
[parameters]
g = 9.81
M = 2
l = 0.5
[[joint]]
type = "rotation"
axis = "y"
link = { mass = "M", centre = [0, 0, "-l"] }
"""

URDF = """<robot name="arm">
  <link name="base"/>
  <link name="arm"><inertial><mass value="2"/><origin xyz="0.1 0 0"/>
    <inertia ixx="0.1" iyy="0.1" izz="0.1" ixy="0" ixz="0" iyz="0"/></inertial></link>
  <joint name="shoulder" type="revolute">
    <parent link="base"/> <child link="arm"/> <axis xyz="0 1 0"/>
    <limit lower="-1" upper="1" effort="1" velocity="1"/>
  </joint>
</robot>"""


def test_every_way_to_load(tmp_path: Path):
    assert appell.load("panda").joints[0] == "joint1" or len(appell.load("panda").joints) == 7
    pendulum = appell.load(PENDULUM)
    assert pendulum.Q([0.5], None, [0.0]) == pytest.approx(2 * 9.81 * 0.5 * np.sin(0.5))
    assert appell.load(URDF).joints == ("shoulder",)
    file = tmp_path / "arm.urdf"
    file.write_text(URDF)
    assert appell.load(file).joints == appell.load(str(file)).joints == ("shoulder",)


@pytest.mark.parametrize(
    ("given", "code"),
    [("ur55", "unknown-robot"), ("no such arm.urdf", "unreadable-file"), ("name = 'a'\nofset = 1", "unknown-key")],
)
def test_errors_have_findings(given, code):
    with pytest.raises(appell.Error) as caught:
        appell.load(given)
    assert isinstance(caught.value, ValueError)
    assert code in {finding["code"] for finding in caught.value.findings}


def test_options_of_reading():
    with pytest.raises(appell.Error):
        appell.load("puma560", strict=True)
    with pytest.raises(ValueError, match="`format` must be"):
        appell.load(URDF, format="obj")


def test_every_quantity_of_the_table_is_an_attribute(two):
    annotations = {name for name, kind in appell._quantities.Quantities.__annotations__.items() if kind == "Function"}
    table = {row.name.replace("/", "_") for row in appell.quantities()}
    assert annotations == table
    assert table <= set(dir(two))
    with pytest.raises(AttributeError, match="no quantity 'omga'"):
        two.omga  # noqa: B018


def test_every_quantity_of_a_robot_is_evaluated(two, rng):
    state = {key: rng.standard_normal(2) for key in appell._state.STATE}
    left_out = []
    for row in appell.quantities():
        try:
            value = two.evaluate(row.name, **state)
        except appell.Error as error:
            left_out.append((row.name, error.findings[0]["code"]))
            continue
        assert value is not None
    # what an arm with rigid links does not have, and what needs an index
    assert {name for name, _ in left_out} <= {"integrals", "whirl", "R", "r", "expprod"}, left_out


def test_synonyms_and_indices(two):
    q = [0.1, 0.2]
    assert np.array_equal(two.mass_matrix(q), two.M(q))
    assert two["T[tool]"](q).shape == (4, 4)
    assert len(two.omega(q, q)) == 2
    assert set(two.evaluate("omega", q=q)) == {"omega[1]", "omega[2]"}
    assert two.evaluate("modes").ndim == 2
    with pytest.raises(appell.Error, match="no joint `9`"):
        two.function("Q[9]")
    with pytest.raises(TypeError, match="unknown argument `speed`"):
        two.evaluate("Q", speed=1)


@pytest.mark.parametrize("name", sorted(appell.robots()))
def test_robots_are_pickled(name):
    robot = appell.load(name)
    again = pickle.loads(pickle.dumps(robot))
    assert again.toml() == robot.toml()


def test_read_robots_and_functions_are_pickled(rng):
    robot = appell.load(URDF)
    again = pickle.loads(pickle.dumps(robot.Q))
    q, qd, qdd = rng.standard_normal((3, 9, 1))
    assert np.array_equal(again(q, qd, qdd), robot.Q(q, qd, qdd))
    gradient = pickle.loads(pickle.dumps(robot.Q.vjp("q")))
    assert np.array_equal(gradient(q, qd, qdd, q), robot.Q.vjp("q")(q, qd, qdd, q))


def test_copies(two):
    assert copy.copy(two) is two and copy.deepcopy(two) is two
    assert copy.copy(two.Q) is two.Q and copy.deepcopy(two.Q) is two.Q


def test_threads_share_a_function(panda, rng):
    q, qd, qdd = rng.standard_normal((3, 2000, 7))
    expected = panda.Q(q, qd, qdd)
    wrong: list[int] = []

    def work(number: int) -> None:
        for k in range(200):
            one = panda.Q(q[k], qd[k], qdd[k])
            many = panda.Q(q, qd, qdd) if k % 50 == 0 else expected
            if not (np.array_equal(one, expected[k]) and np.array_equal(many, expected)):
                wrong.append(number)

    threads = [threading.Thread(target=work, args=(number,)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong


def test_built_robots_report_all_that_is_wrong():
    builder = appell.RobotBuilder("arm").revolute("shoulder", (0, 0, 0), (0, 0, "l1 +")).tool((float("nan"), 0, 0))
    with pytest.raises(appell.Error) as caught:
        builder.build()
    assert len(caught.value.findings) >= 2
    with pytest.raises(RuntimeError, match="was built"):
        builder.gravity((0, 0, -1))
    with pytest.raises(TypeError, match="expected a number"):
        appell.RobotBuilder("arm").gravity((0, 0, None))  # type: ignore[arg-type]


def test_ctrl_c_stops_long_calls():
    """A batch and a derivation that would take minutes end within a second or two of the signal."""
    for work in (
        "f = robot.function('Y'); q = np.zeros((1 << 20, 7))\n"
        "print('started', flush=True)\n"
        "for _ in range(10000): f(q, q, q)",
        "print('started', flush=True)\nrobot.derive('ddQ')",
    ):
        text = f"import appell, numpy as np\nrobot = appell.load('panda')\n{work}"
        process = subprocess.Popen([sys.executable, "-c", text], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        assert process.stdout is not None
        assert process.stdout.readline() == b"started\n"
        time.sleep(0.5)
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=120)
        assert b"KeyboardInterrupt" in errors


def test_a_time_limit_is_an_error_with_a_reason(panda):
    with pytest.raises(appell.Error, match="time limit"):
        panda.derive("ddQ", time=0.05)
    with pytest.raises(ValueError, match="`time`"):
        panda.derive("Q", time=-1)


def test_generate(two, tmp_path: Path):
    files = two.generate("python", ["G"], out=tmp_path)
    (name,) = files
    assert (tmp_path / name).read_text() == files[name]
    with pytest.raises(ValueError, match="`language` must be"):
        two.generate("cobol", "G")
    with pytest.raises(ValueError, match="for c, rust and cuda only"):
        two.generate("julia", "G", precision="single")
    with pytest.raises(ValueError, match="for c, rust and python only"):
        two.generate("matlab", "G", tests=True)


def test_linearise_and_ik(two):
    model = two.linearise(q={"joint1": -np.pi / 2}, search="trim", sample=0.01)
    assert model["is_equilibrium"] and model["Ad"].shape == (4, 4)
    upper = two.evaluate("dqdd/dq", q=[-np.pi / 2, 0], tau=model["tau"])
    np.testing.assert_allclose(model["A"][2:, :2], upper, atol=1e-9)
    goal = two["T[tool]"]([0.4, 0.7])
    solutions = two.ik(goal[:3, 3])
    for q in solutions["q"]:
        np.testing.assert_allclose(two["T[tool]"](q)[:3, 3], goal[:3, 3], atol=1e-9)
    with pytest.raises(appell.Error, match="no coordinates were found"):
        two.ik([5, 5, 5])
    with pytest.raises(ValueError, match=r"shape \(3,\) or \(4, 4\)"):
        two.ik([1, 2])


def test_a_robot_takes_the_place_of_that_of_the_scenario():
    heavy = appell.RobotBuilder("slider").gravity((0, 0, 0)).prismatic("x", (1, 0, 0)).link(8, (0, 0, 0)).build()
    light = appell.RobotBuilder("slider").gravity((0, 0, 0)).prismatic("x", (1, 0, 0)).link(2, (0, 0, 0)).build()
    text = 'robot = "2r"\n[torques]\nconstant = [4]\n[simulation]\nduration = 1\n'
    for robot, mass in ((heavy, 8), (light, 2)):
        # x = F t^2 / (2 m)
        assert appell.simulate(text, robot=robot)["q1"][-1] == pytest.approx(4 / (2 * mass))
    motion = 'robot = "2r"\n[[motion]]\nto = [0.5]\nduration = 1\n'
    largest = [np.abs(appell.inverse(motion, robot=robot)["Q_q1"]).max() for robot in (heavy, light)]
    assert largest[0] == pytest.approx(4 * largest[1])
