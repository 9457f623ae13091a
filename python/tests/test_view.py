"""The robot in three dimensions: the page. The widget is tested in JupyterLab, by a browser."""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path

import appell
import numpy as np
import pytest


def scene_of(page: str) -> dict:
    """The data inside a page."""
    found = re.search(r'<script type="application/json" id="scene">(.*?)</script>', page, re.S)
    assert found
    return json.loads(found[1])


def test_page_shows_the_pose(tmp_path: Path) -> None:
    robot = appell.load("panda")
    q = [0.1, -0.4, 0.2, -1.5, 0.3, 1.2, -0.2]
    page = robot.view(q=q, widget=False)
    page.save(tmp_path / "panda.html")
    scene = scene_of((tmp_path / "panda.html").read_text(encoding="utf-8"))
    assert scene["pose"]["q"] == q
    for number, frame in enumerate(scene["pose"]["frames"], 1):
        np.testing.assert_allclose(np.reshape(frame, (3, 4)), robot[f"T0[{number}]"](q)[:3], atol=1e-14)
    np.testing.assert_allclose(np.reshape(scene["pose"]["tool"], (3, 4)), robot["T[tool]"](q)[:3], atol=1e-14)
    np.testing.assert_allclose(scene["pose"]["torques"], robot.Q(q, np.zeros(7), np.zeros(7)), atol=1e-12)
    np.testing.assert_allclose(np.reshape(scene["rest"]["tool"], (3, 4)), robot["T[tool]"](np.zeros(7))[:3])
    assert [joint["parent"] for joint in scene["robot"]["joints"]] == list(range(-1, 6))
    # nothing of it comes from elsewhere
    assert not re.search(r'(src|href)="https?:', page.html)


def test_page_inside_a_notebook() -> None:
    shown = appell.load("2r").view(q={"joint2": 0.5}, widget=False)._repr_html_()
    assert shown.startswith("<iframe srcdoc=") and 'sandbox="allow-scripts"' in shown


def test_elastic_robots_have_modes() -> None:
    robot = appell.load("flex2r")
    scene = scene_of(robot.view(widget=False).html)
    assert len(scene["pose"]["q"]) == len(robot.joints)
    assert any(joint["elastic"] for joint in scene["robot"]["joints"])


def test_without_the_package_there_is_a_page(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "anywidget", None)
    robot = appell.load("2r")
    assert "<!doctype html>" in robot.view().html
    with pytest.raises(ImportError, match="pip install anywidget"):
        robot.view(widget=True)


@pytest.mark.parametrize(
    ("q", "words"),
    [
        ([1.0], "expected 2 coordinates in `q`, found 1"),
        ({"joint9": 1.0}, "no joint 'joint9'"),
        ([float("nan"), 0.0], "expected finite numbers"),
    ],
)
def test_poses_that_are_none(q: object, words: str) -> None:
    with pytest.raises(ValueError, match=re.escape(words)):
        appell.load("2r").view(q=q, widget=False)
