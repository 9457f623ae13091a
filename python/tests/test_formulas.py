"""Formulas: text, LaTeX, MathML, SymPy, CasADi, exact equality, substitution, proof-reading."""

from __future__ import annotations

import xml.etree.ElementTree as ElementTree

import appell
import numpy as np
import polars
import pytest
import sympy


def test_equality_is_decided(two):
    assert two.derive("M") == two.derive("M", form="nested")
    assert two.derive("G") != two.derive("c")
    assert two.derive("Q") == appell.load(two.toml()).derive("Q")
    assert two.derive("Q") != appell.load("scara").derive("Q")
    assert two.derive("Q") != "Q"


def test_sympy_gives_the_numbers_of_the_function(two, rng):
    q, qd, qdd = rng.standard_normal((3, 2))
    values = {**two.parameters}
    for k in range(2):
        values |= {f"q{k + 1}": q[k], f"q{k + 1}'": qd[k], f"q{k + 1}''": qdd[k]}
    for form in ("expanded", "grouped", "nested", "short"):
        entries = two.derive("Q", form=form).sympy()
        found = [float(entry.subs({sympy.Symbol(name): value for name, value in values.items()})) for entry in entries.values()]
        np.testing.assert_allclose(found, two.Q(q, qd, qdd), rtol=1e-12)


def test_notebooks_show_formulas(two, panda):
    short = two.derive("G")
    assert short._repr_latex_().startswith("\\[")
    shown = ElementTree.fromstring(f"<div>{short._repr_html_()}</div>".replace("&nbsp;", " "))
    assert len(shown.findall(".//{*}math")) == 2
    long = panda.derive("G")
    if long.terms() > 400:
        assert long._repr_latex_() is None and "too long to be shown" in long._repr_html_()
    card = panda.derive("M[1,1]" if False else "G")._repr_html_()
    assert len(card) < 200_000


def test_substitution_is_exact(two):
    entries = two.derive("G").subs({"q1": 0, "q2": "pi/2", "g": 0.1})
    assert entries["G[2]"] == "0"
    assert entries["G[1]"] == two.derive("G").subs({"q1": 0, "q2": "pi/2", "g": "1/10"})["G[1]"]
    with pytest.raises(ValueError, match="no symbol `qq`"):
        two.derive("G").subs({"qq": 1})


def test_formulas_cannot_run_code():
    """A parameter may have any name that is one, and no text of it is run."""
    robot = appell.RobotBuilder("arm").revolute("a", (0, 0, 1)).link("exit").build()
    assert str(robot.derive("m[1]").sympy()["m[1]"]) == "exit"


def test_check(two):
    right = r"$$ G_2 = M_2 g r_{2x} \cos(q_1 + q_2) \tag{1} $$"
    wrong = r"$$ G_2 = M_2 g r_{2x} \cos(q_1 - q_2) \tag{2} $$"
    result = appell.check(f"{right}\n\n{wrong}", two)
    assert [equation.verdict for equation in result] == ["proved", "refuted"]
    assert result.counts["refuted"] == 1 and result.equations[1].slips


def test_own_controllers():
    """The same law as a function and in the scenario file gives the same motion."""
    text = """
robot = "2r"
[start]
q = [0.1, -0.2]
[simulation]
duration = 0.5
[controller]
kind = "pd"
kp = [40, 20]
kd = [4, 2]
"""
    compiled = appell.simulate(text)
    start = np.array([0.1, -0.2])

    def law(t, q, qd, reference):
        np.testing.assert_allclose(reference[0], start)
        return np.array([40, 20]) * (reference[0] - q) - np.array([4, 2]) * qd

    own = appell.simulate(text, controller=law)
    np.testing.assert_allclose(own["q1"], compiled["q1"], atol=1e-8)
    np.testing.assert_allclose(own["dq2"], compiled["dq2"], atol=1e-6)
    cost = own.summary["controller"]
    assert cost["calls"] > 10 and cost["seconds"] > 0
    sampled = appell.simulate(text, controller=law, sample=0.01)
    assert sampled.summary["controller"]["calls"] <= 51

    class Stop(Exception):
        pass

    def wrong(t, q, qd, reference):
        raise Stop

    with pytest.raises(Stop):
        appell.simulate(text, controller=wrong)
    for forces in ([1.0], [np.nan, 0.0]):
        with pytest.raises(appell.Error, match="the controller failed at t = 0.000000 s"):
            appell.simulate(text, controller=lambda *_, forces=forces: forces)


def test_motions():
    motion = appell.inverse("pick-and-place")
    assert motion.units["t"] == "s" and len(motion.summary["axes"]) > 0
    frame = motion.pandas()
    assert list(frame.columns) == list(motion)
    assert motion.polars().shape == frame.shape
    assert polars.from_arrow(motion).struct.unnest().equals(motion.polars())
    fall = appell.simulate("fall")
    assert fall.summary["stopped"] == "end" and abs(fall.summary["drift"]) < 1e-6
    assert appell.size("pick-and-place").summary["axes"][0]["motor"]
    with pytest.raises(appell.Error):
        appell.simulate("no-such-scenario")
