"""Arguments that are not what they look like: taken exactly, or refused by a ValueError that names them."""

from __future__ import annotations

import html
import inspect
import pickle
import re
import warnings
from decimal import Decimal
from fractions import Fraction
from pathlib import Path

import appell
import appell.study
import numpy as np
import pandas
import polars
import pytest


@pytest.mark.parametrize("half", [np.float32(0.5), np.float64(0.5), Fraction(1, 2), Decimal("0.5"), np.array(0.5), 0.5])
def test_substituted_numbers_are_exact(two, half):
    expected = two.derive("G").subs({"q1": 0, "q2": 0, "g": "1/2"})
    assert two.derive("G").subs({"q1": np.int64(0), "q2": 0, "g": half}) == expected


def test_substituted_numbers_of_any_size(two):
    G = two.derive("G[2]")
    assert G.subs({"g": -1e-7}) == G.subs({"g": "-1/10000000"})
    assert G.subs({"g": Decimal("1E+3")}) == G.subs({"g": 1000})
    assert G.subs({"g": Fraction(-1, 3)}) == G.subs({"g": "-1/3"})


@pytest.mark.parametrize("value", [True, None, 1j, np.array([0.5]), float("nan"), float("inf"), [1]])
def test_what_cannot_be_substituted_is_refused(two, value):
    with pytest.raises(ValueError, match="`g` must be a finite real number"):
        two.derive("G").subs({"g": value})


@pytest.mark.parametrize("by", [["qd", "q"], ["q", "q"]])
def test_the_order_of_by_is_that_of_the_arguments(two, by):
    for product in (two.vjp, two.jvp):
        with pytest.raises(ValueError, match="`by` must be in the order of the arguments"):
            product("Q", by=by)
    assert [name for name, _ in two.vjp("Q", by=["q", "qd"]).results] == ["q", "qd"]


def test_poses_that_are_none(panda):
    pose = panda["T[tool]"]([0.1, -0.4, 0.2, -1.5, 0.3, 1.2, -0.2])
    mirrored = pose @ np.diag([1.0, 1.0, -1.0, 1.0])
    for matrix in (np.ones((4, 4)), 2 * np.eye(4), pose.T, mirrored, np.diag([0.0, 0.0, 0.0, 1.0])):
        with pytest.raises(appell.Error) as caught:
            panda.ik(matrix)
        assert caught.value.findings[0]["code"] == "bad-matrix"
    with pytest.raises(appell.Error, match=r"error\[bad-matrix\].* not a rotation"):
        panda.ik([0.5, 0, 0.3], np.ones((3, 3)))
    # as it is printed
    solution = panda.ik(pose.round(4))["q"][0]
    np.testing.assert_allclose(panda["T[tool]"](solution), pose, atol=3e-4)


@pytest.mark.parametrize("sample", [np.inf, np.nan, 0, -0.1])
def test_sample_times_that_are_none(sample):
    with pytest.raises(ValueError, match="`sample` must be a positive number"):
        appell.simulate("fall", controller=lambda t, q, qd, reference: -q, sample=sample)


@pytest.mark.parametrize("forces", [None, "forces", 1.0, [[1.0, 2.0]], [1j, 0], {"joint1": 1.0}])
def test_forces_that_are_none(forces):
    with pytest.raises(ValueError, match="controller"):
        appell.simulate("fall", controller=lambda *_: forces)


@pytest.mark.parametrize("name", ["missing.tex", "no such/paper.ZIP"])
def test_papers_that_do_not_exist(two, name):
    errors = []
    for paper in (name, Path(name)):
        with pytest.raises(appell.Error) as caught:
            appell.check(paper, two)
        errors.append(caught.value.findings)
    assert errors[0] == errors[1] and errors[0][0]["code"] == "unreadable-file"


def test_a_paper_of_one_long_line(two):
    equation = r"\begin{equation} G_2 = M_2 g r_{2x} \cos(q_1 + q_2) \end{equation}"
    result = appell.check("words " * 1000 + equation, two)
    assert [equation.verdict for equation in result] == ["proved"]


def test_pi_is_no_parameter():
    with pytest.raises(appell.Error, match="`pi` is a constant") as caught:
        appell.RobotBuilder("arm").parameter("pi", 3)
    assert caught.value.findings[0]["code"] == "name-taken"


def test_builders_take_lists_and_arrays():
    def built(three):
        builder = appell.RobotBuilder("arm").gravity(three([0, 0, -9.81])).revolute("a", three([0, 1, 0]))
        builder = builder.link(2, three([0.1, 0, 0]), three([1, 2, 3])).prismatic("b", three([0, 0, 1]), three([1, 0, 0]))
        return builder.rotated(three([0, 0, 1])).fixed("c", three([1, 2, 3])).tool(three([0, 0, 1])).build().toml()

    assert built(list) == built(np.array) == built(tuple)
    for wrong in ("xyz", [0, 1], np.zeros(4)):
        with pytest.raises(ValueError, match="expected three numbers or formulas"):
            appell.RobotBuilder("arm").gravity(wrong)


def test_series_and_frames_are_taken_by_their_names(two):
    expected = two.G([0.1, 0.5])
    series = pandas.Series({"joint2": 0.5, "joint1": 0.1})
    assert np.array_equal(two.G(series), expected)
    assert np.array_equal(two.evaluate("modes", q=series), two.evaluate("modes", q=[0.1, 0.5]))
    assert two.view(series, widget=False).html == two.view([0.1, 0.5], widget=False).html
    for frame in (pandas.DataFrame, polars.DataFrame):
        assert np.array_equal(two.G(frame({"joint2": [0.5], "joint1": [0.1]})), expected[None])
    with pytest.raises(ValueError, match="no entry 'elbow'"):
        two.G(pandas.Series({"elbow": 0.5, "joint1": 0.1}))
    # numbers as an index are no names
    assert np.array_equal(two.G(pandas.Series([0.1, 0.5], index=[7, 3])), expected)
    assert np.array_equal(two.G(polars.Series("joint2", [0.1, 0.5])), expected)


def test_warnings_about_files_are_given():
    text = appell.load("2r").toml()
    with pytest.warns(UserWarning, match="inertia-triangle") as caught:
        robot = appell.load("puma560")
    warned = [finding for finding in robot.findings if finding["severity"] == "warning"]
    assert len(caught) == len(warned) and caught[0].filename == __file__
    with pytest.warns(UserWarning, match="mass-not-positive"):
        appell.load('name = "arm"\ngravity = 9.81\n[[joint]]\ntype = "revolute"\naxis = "y"\nlink = { mass = -1 }')
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        appell.load(text)
        pickle.loads(pickle.dumps(robot))


@pytest.mark.parametrize("rows", [[1.7], "12", [True], [-1], [10**30], ["1"], [None]])
def test_numbers_of_rows_that_are_none(rows):
    with pytest.raises(ValueError, match="`rows` must be a whole number"):
        appell.sweep("pick-and-place", rows=rows)


@pytest.mark.parametrize("count", [0, -1, 1.5, "2", True])
def test_counts_that_are_none(two, tmp_path, count):
    for name, work in {
        "threads": lambda: appell.sweep("pick-and-place", rows=[1], threads=count),
        "workers": lambda: appell.study.run("pick-and-place", tmp_path / "rows.parquet", workers=count),
        "starts": lambda: two.ik([0.5, 0.2, 0.0], starts=count),
    }.items():
        with pytest.raises(ValueError, match=f"`{name}` must be a whole number"):
            work()
    if count is not True:
        with pytest.raises(ValueError, match="`threads` must be a whole number"):
            two.G([0.1, 0.5], threads=count)


def test_threads_may_be_none(two):
    assert np.array_equal(two.G([0.1, 0.5], threads=None), two.G([0.1, 0.5]))
    assert len(appell.sweep("pick-and-place", rows=[1], threads=None)["id"]) == 1


def test_states_are_checked_also_where_they_are_not_used(two):
    for wrong in ({"qd": [1, 2, 3, 4]}, {"tau": "hello"}, {"qdd": {"joint9": 1}}):
        (name,) = wrong
        with pytest.raises(ValueError, match=f"`{name}`"):
            two.evaluate("M", q=[0, 0], **wrong)
    assert two.evaluate("M", q=[0, 0], qd=np.zeros((5, 2)), tau=None).shape == (2, 2)


@pytest.mark.parametrize("quantity", ["modes", "base"])
def test_numbers_of_states_are_finite(two, quantity):
    with pytest.raises(ValueError, match="`q` must be finite"):
        two.evaluate(quantity, q=[np.nan, 0])
    with pytest.raises(ValueError, match=r"`q\[joint1\]` must be finite"):
        two.linearise(q={"joint1": np.inf})
    with pytest.raises(ValueError, match=r"`parameters\[g\]` must be finite"):
        two.evaluate(quantity, q=[0, 0], parameters={"g": np.nan})
    with pytest.raises(ValueError, match="`payload` must have finite numbers"):
        two.evaluate("Q", q=[0, 0], payload={"f": np.array([0, 0, np.nan]), "n": [0, 0, 0]})
    for wrong in ("x", [1.0]):
        with pytest.raises(ValueError, match="`parameters` must be a dictionary"):
            two.evaluate(quantity, q=[0, 0], parameters=wrong)
    with pytest.raises(ValueError, match="`parameters` must be"):
        two.evaluate("Q", q=[0, 0], parameters="x")


@pytest.mark.parametrize("name", ["nonsense", "joint[4].link.mass"])
def test_parameters_that_a_robot_does_not_have(two, panda, name):
    for robot in (two, panda):
        for quantity in ("M", "modes", "m[1]"):
            with pytest.raises(ValueError, match=f"no (parameter|entry) .{re.escape(name)}"):
                robot.evaluate(quantity, parameters={name: 3.0})
    with pytest.raises(ValueError, match=r"`parameters` must have the shape \(..., 0\)"):
        panda.evaluate("M", parameters=[3.0])
    assert panda.evaluate("M", parameters={}).shape == (7, 7)


def test_numbers_with_names_are_dictionaries():
    robot = appell.load("flex1r")
    values = robot.evaluate("integrals[1]")
    # the other route
    expected = robot.evaluate("integrals[1]", payload={"f": [0, 0, 0], "n": [0, 0, 0]})
    assert values.keys() == expected.keys() and len(values) == 81
    for name, value in expected.items():
        assert values[name] == pytest.approx(value, rel=1e-12), name
    assert robot.evaluate(["M", "integrals"])["integrals[1]"] == values


def test_results_that_are_too_large_are_memory_errors(two):
    with pytest.raises(MemoryError):
        two.M(np.broadcast_to(np.zeros(2), (1 << 40, 2)))


def test_paths_may_be_bytes(tmp_path: Path):
    file = tmp_path / "arm.toml"
    file.write_text(appell.load("2r").toml())
    assert appell.load(str(file).encode()).name == "2R"


def test_built_robots_are_warned_about():
    with pytest.warns(UserWarning, match="mass-not-positive") as caught:
        robot = appell.RobotBuilder("arm").revolute("a", (0, 0, 1)).link(-1).build()
    assert caught[0].filename == __file__ and robot.findings[0]["code"] == "mass-not-positive"


def test_sweeps_without_rows():
    rows = appell.sweep("pick-and-place", rows=[])
    one = appell.sweep("pick-and-place", rows=[0])
    assert rows.arrow().schema == one.arrow().schema and rows.arrow().num_rows == 0
    assert rows.polars().schema == one.polars().schema
    assert list(rows.pandas().columns) == list(one)


def test_attributes_that_a_robot_does_not_have(two):
    assert not hasattr(two, "modes") and hasattr(two, "M")
    with pytest.raises(AttributeError, match="numbers-only") as caught:
        two.modes  # noqa: B018
    assert isinstance(caught.value.__cause__, appell.Error)
    assert "M" in dict(inspect.getmembers(two))


def test_formulas_are_iterated_by_names(two):
    G = two.derive("G")
    assert list(G) == ["G[1]", "G[2]"] and "G[2]" in G and "G[3]" not in G


@pytest.mark.parametrize("form", ["nested", "short"])
def test_notebooks_show_the_names_that_formulas_use(two, panda, form):
    formulas = two.derive("Q", form=form)
    shown = formulas._repr_html_()
    assert formulas._native.steps()
    for name, text in formulas._native.steps():
        assert html.escape(f"{name} = {text}") in shown
    long = panda.derive("Q", form=form)
    assert len(long._native.steps()) > 100
    assert long._repr_latex_() is None and "too long to be shown" in long._repr_html_()


@pytest.mark.parametrize("text", ["no equation", "", "$x = 1$", "Inline formulas $G_2 = 0$ only."])
def test_a_paper_without_equations_is_no_paper_without_mistakes(text):
    with pytest.raises(appell.Error) as error:
        appell.check(text, "2r")
    assert error.value.findings[0]["code"] == "no-equations"


def test_masked_entries_are_no_numbers(two):
    masked = np.ma.masked_array([0.1, 0.2], [False, True])
    for call in (lambda: two.G(masked), lambda: two.evaluate("G", q=masked), lambda: two.G(np.ma.stack([masked] * 3))):
        with pytest.raises(ValueError, match="masked"):
            call()
    unmasked = np.ma.masked_array([0.1, 0.2], [False, False])
    np.testing.assert_array_equal(two.G(unmasked), two.G([0.1, 0.2]))
