"""Robots by name, from files and from texts."""

from __future__ import annotations

import os
import re
import warnings
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from . import _appell
from ._robot import Robot


def robots() -> dict[str, str]:
    """The names of the bundled robots, each with a description.

    >>> import appell
    >>> "panda" in appell.robots()
    True
    """
    return dict(_appell.robots())


def load(
    robot: str | os.PathLike[str],
    *,
    format: str | None = None,
    strict: bool = False,
    keep_angles: bool = False,
    tool: str | None = None,
    packages: Mapping[str, str] | None = None,
    arguments: Mapping[str, str] | None = None,
    allow: Sequence[str] | None = None,
) -> Robot:
    """A bundled robot by its name, a robot from a file, or from the text of one.

    Files end in ``.toml``, ``.urdf``, ``.xacro``, ``.sdf``, ``.xml`` (MJCF or URDF) or ``.csv`` (a
    Denavit-Hartenberg table). The format of a text is seen from its first element, or given as
    ``format``. ``strict`` treats warnings as errors, ``keep_angles`` keeps 1.5708 to the letter, ``tool``
    names the frame that is taken as the tool; ``packages`` and ``arguments`` are for xacro, ``allow``
    lists further folders from which files may be read. Warnings about the file become Python warnings; they are
    in `Robot.findings`, too.

    >>> import appell
    >>> appell.load("ur5")
    <Robot UR5: 6 coordinates>
    >>> appell.load("ur_5")
    Traceback (most recent call last):
    ...
    appell.Error: error[unknown-robot]: unknown bundled robot `ur_5`
      hint: did you mean `ur5`?
    """
    options: dict[str, Any] = {"strict": strict, "keep_angles": keep_angles, "tool": tool}
    text = os.fsdecode(robot)
    if format is not None or "\n" in text or text.lstrip().startswith("<"):
        return warned(Robot(_appell.parse(text, format or _format_of(text), **options)))
    if isinstance(robot, os.PathLike) or Path(text).suffix:
        native = _appell.read(
            text, **options, packages=packages, arguments=arguments, allow=allow
        )
        return warned(Robot(native))
    return warned(Robot(_appell.bundled(text, **options), (text, options)))


def warned(robot: Robot) -> Robot:
    """The robot; findings about it become warnings where `load` or `build` was called."""
    for finding in robot.findings:
        if finding["severity"] == "warning":
            warnings.warn(f"{finding['code']}: {finding['message']}", stacklevel=3)
    return robot


def _format_of(text: str) -> str:
    """The format of the text of a robot file."""
    if not text.lstrip().startswith("<"):
        return "toml"
    root = re.search(r"<\s*(robot|sdf|mujoco)\b([^>]*)>", text)
    if root is None:
        raise ValueError("expected <robot>, <sdf> or <mujoco> in the text; give `format`")
    kind = {"robot": "urdf", "sdf": "sdf", "mujoco": "mjcf"}[root[1]]
    return "xacro" if kind == "urdf" and "xmlns:xacro" in root[2] else kind
