"""A robot in three dimensions: a widget of Jupyter where `anywidget` is installed, else a page."""

from __future__ import annotations

import html
import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from . import _appell
from ._arrays import by_names

if TYPE_CHECKING:
    from ._robot import Robot

# The frame holds the page; it asks for the numbers of a pose, and Python answers.
_SCRIPT = """
function render({ model, el }) {
  const frame = document.createElement("iframe");
  frame.className = "appell-view";
  frame.title = model.get("title");
  frame.setAttribute("sandbox", "allow-scripts");
  frame.style.cssText = `width: 100%; height: ${model.get("height")}px; border: 0`;
  const tell = (message) => frame.contentWindow?.postMessage({ appell: message }, "*");
  const listen = (event) => {
    const message = event.source === frame.contentWindow ? event.data?.appell : null;
    if (message === "ready") tell("live");
    else if (message?.state) {
      model.set("asked", message.state);
      model.save_changes();
    }
  };
  const answer = () => tell({ pose: model.get("pose") });
  window.addEventListener("message", listen);
  model.on("change:pose", answer);
  frame.srcdoc = model.get("page");
  el.append(frame);
  return () => {
    window.removeEventListener("message", listen);
    model.off("change:pose", answer);
  };
}
export default { render };
"""


class Page:
    """A page that shows a robot, without a server and without a network.

    >>> import appell
    >>> page = appell.load("2r").view(q=[0.3, 0.5], widget=False)
    >>> "<!doctype html>" in page.html
    True
    """

    def __init__(self, robot: Robot, q: Sequence[float], height: int) -> None:
        self.html = _page(robot, q)
        self._height = height

    def save(self, path: str | Path) -> None:
        """Writes the page as one HTML file."""
        Path(path).write_text(self.html, encoding="utf-8")

    def _repr_html_(self) -> str:
        return _frame(self.html, self._height)


def view(robot: Robot, q: Any = None, *, height: int = 520, widget: bool | None = None) -> Any:
    """See `Robot.view`."""
    count = len(robot.joints)
    q = by_names(q)
    if isinstance(q, Mapping):
        unknown = [name for name in q if name not in robot.joints]
        if unknown:
            raise ValueError(f"the robot has no joint {unknown[0]!r}; it has {', '.join(robot.joints)}")
        q = [q.get(name, 0.0) for name in robot.joints]
    start = [0.0] * count if q is None else [float(value) for value in q]
    if len(start) != count:
        raise ValueError(f"expected {count} coordinates in `q`, found {len(start)}")
    if not np.isfinite(start).all():
        raise ValueError("expected finite numbers in `q`")
    if widget is False:
        return Page(robot, start, height)
    try:
        return _widget_class()(robot, start, height)
    except ImportError:
        if widget:
            raise ImportError("the widget needs `anywidget`: pip install anywidget") from None
        return Page(robot, start, height)


def _pose(robot: Robot, state: Mapping[str, Sequence[float]]) -> dict[str, Any]:
    """Frames and joint torques at a state, as the page reads them."""
    values = robot.evaluate(["T0", "T[tool]"], q=state["q"])
    flat = [np.asarray(values[name])[:3].ravel().tolist() for name in values]
    try:
        speeds: dict[str, Any] = {key: state[key] for key in ("qd", "qdd") if key in state}
        torques = np.asarray(robot.evaluate("Q", q=state["q"], **speeds)).tolist()
    except _appell.Error:
        torques = [None] * len(robot.joints)  # masses without values
    return {"q": list(state["q"]), "frames": flat[:-1], "tool": flat[-1], "torques": torques}


def _page(robot: Robot, q: Sequence[float]) -> str:
    scene = json.loads(_appell.scene(robot._native))
    pose = _pose(robot, {"q": q})
    return _appell.shared_page(json.dumps({"robot": scene, "rest": scene["rest"], "pose": pose}))


def _frame(page: str, height: int) -> str:
    """The page inside another one, which it cannot reach."""
    return (
        f'<iframe srcdoc="{html.escape(page)}" sandbox="allow-scripts" title="robot" '
        f'style="width: 100%; height: {height}px; border: 0"></iframe>'
    )


def _widget_class() -> Any:
    """The class of the widget; it needs `anywidget`."""
    import anywidget
    import traitlets

    class RobotView(anywidget.AnyWidget):  # type: ignore[misc]
        """A robot in three dimensions with sliders; ``q`` is the pose that is shown."""

        _esm = _SCRIPT
        page = traitlets.Unicode().tag(sync=True)
        title = traitlets.Unicode().tag(sync=True)
        height = traitlets.Int().tag(sync=True)
        asked = traitlets.Dict().tag(sync=True)
        pose = traitlets.Dict().tag(sync=True)
        q = traitlets.List()

        def __init__(self, robot: Robot, q: Sequence[float], height: int) -> None:
            super().__init__(page=_page(robot, q), title=f"{robot.name} in 3D", height=height)
            self._robot = robot
            self.q = list(q)
            self.observe(self._answer, names="asked")
            self.observe(self._moved, names="q")

        def _answer(self, change: Any) -> None:
            state = {key: [float(x) for x in change["new"][key]] for key in ("q", "qd", "qdd")}
            self.pose = _pose(self._robot, state)
            self.q = state["q"]

        def _moved(self, change: Any) -> None:
            # also from Python: `view.q = [...]` moves the robot
            if list(change["new"]) != list(self.pose.get("q", [])):
                self.pose = _pose(self._robot, {"q": [float(x) for x in change["new"]]})

        def _repr_mimebundle_(self, **kwargs: Any) -> Any:
            bundle = super()._repr_mimebundle_(**kwargs)
            data, metadata = bundle if isinstance(bundle, tuple) else (bundle, {})
            # for readers without a kernel
            fallback = _frame(_page(self._robot, self.q), self.height)
            return {**(data or {}), "text/html": fallback}, metadata

    return RobotView
