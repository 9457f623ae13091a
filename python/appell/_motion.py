"""Scenarios: simulation, inverse dynamics of motions, motors, motions of least cost."""

from __future__ import annotations

import math
import os
from collections.abc import Callable, Sequence
from typing import Any

from . import _appell
from ._arrays import Array, as_doubles
from ._columns import Columns
from ._robot import Robot, native


class Motion(Columns):
    """Columns of numbers over time, as NumPy arrays by their names, with their units.

    >>> import appell
    >>> motion = appell.inverse("pick-and-place")
    >>> motion["t"].shape == motion["q1"].shape, motion.units["t"]
    (True, 's')
    """

    def __init__(self, columns: dict[str, Array], units: dict[str, str], summary: dict[str, Any]) -> None:
        super().__init__(columns, units)
        #: Results other than the columns: duration, events, peaks, motors.
        self.summary = summary


def scenarios() -> tuple[str, ...]:
    """The names of the bundled scenarios."""
    return tuple(_appell.scenarios())


_Controller = Callable[[float, Array, Array, tuple[Array, Array, Array]], Sequence[float] | Array]
_Run = Callable[[str, _appell.Robot | None, float | None], tuple[dict[str, Array], dict[str, str], dict[str, Any]]]


def _run(run: _Run, scenario: str | os.PathLike[str], robot: Robot | None, time: float | None) -> Motion:
    return Motion(*run(os.fsdecode(scenario), native(robot), time))


def simulate(
    scenario: str | os.PathLike[str],
    *,
    robot: Robot | None = None,
    controller: _Controller | None = None,
    sample: float | None = None,
    time: float | None = None,
) -> Motion:
    """Simulates (forward dynamics) a bundled scenario, a scenario file, or the text of one.

    ``robot`` replaces the robot that the scenario names; `inverse`, `size` and `optimise` take it, too.

    ``controller(t, q, qd, reference)`` replaces the controller or the torques of the scenario: it returns a
    force for each joint that moves; ``reference`` has coordinates, velocities and accelerations of the motion
    that the scenario asks for. With ``sample``, a period in seconds, it is called once a period and its forces
    are held in between; without it, it is called whenever the integrator needs forces.
    ``summary["controller"]`` has the number of calls and the seconds they took.

    ``time`` limits the work, in seconds; what was simulated until then is given, with
    ``summary["stopped"]``.

    >>> import appell
    >>> held = appell.simulate("fall", controller=lambda t, q, qd, reference: -50 * q - 5 * qd)
    >>> held.summary["controller"]["calls"] > 100
    True
    """
    if sample is not None and not 0 < sample < math.inf:
        raise ValueError(f"`sample` must be a positive number of seconds, got {sample}")
    law = None if controller is None else _checked(controller)
    return Motion(*_appell.simulate(os.fsdecode(scenario), native(robot), time, law, sample))


def _checked(controller: _Controller) -> _Controller:
    """The controller; a call raises a ValueError if its forces are not a list of numbers."""

    def forces(t: float, q: Array, qd: Array, reference: tuple[Array, Array, Array]) -> Array:
        answer = as_doubles(controller(t, q, qd, reference), "forces of the controller")
        if answer.ndim != 1:
            raise ValueError(f"the controller must return a force for each joint that moves, got {answer}")
        return answer

    return forces


def inverse(
    scenario: str | os.PathLike[str], *, robot: Robot | None = None, time: float | None = None
) -> Motion:
    """Inverse dynamics along the motion of a scenario: joint torques, powers and energy."""
    return _run(_appell.inverse, scenario, robot, time)


def size(
    scenario: str | os.PathLike[str], *, robot: Robot | None = None, time: float | None = None
) -> Motion:
    """Motors and gears for the motion of a scenario: ``summary["axes"]``; columns are their load points."""
    return _run(_appell.size, scenario, robot, time)


def optimise(
    scenario: str | os.PathLike[str], *, robot: Robot | None = None, time: float | None = None
) -> Motion:
    """The motion of least energy or heat of a scenario (``summary["moves"]``), and its joint torques."""
    return _run(_appell.optimise, scenario, robot, time)
