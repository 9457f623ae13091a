"""Robots built joint by joint."""

from __future__ import annotations

from collections.abc import Iterable

from . import _appell
from ._load import warned
from ._refusal import refusal
from ._robot import Robot

#: Three numbers or formulas: a tuple, a list, an array.
Entries = Iterable["_appell._Entry"]


def _three(entries: Entries) -> _appell._Entries:
    if isinstance(entries, str):
        raise ValueError(f"expected three numbers or formulas, got the text {entries!r}")
    three = tuple(entries)
    if len(three) != 3:
        raise ValueError(f"expected three numbers or formulas, got {len(three)}")
    return three


class RobotBuilder:
    """Builds a robot joint by joint; numbers may be formulas in parameters, as strings.

    Methods for a joint or a link apply to the last joint. `build` reports all errors at once.

    >>> import appell
    >>> robot = (
    ...     appell.RobotBuilder("cart-pole")
    ...     .gravity((0, 0, "-g")).parameter("g", 9.81)
    ...     .prismatic("cart", axis=(1, 0, 0)).link("M")
    ...     .revolute("pole", axis=(0, 1, 0)).link("m", centre=(0, 0, "l"))
    ...     .build()
    ... )
    >>> print(robot.derive("M").text())
    M[1,1] = M + m
    M[1,2] = l*m*cos(q2)
    M[2,1] = l*m*cos(q2)
    M[2,2] = l^2*m
    """

    def __init__(self, name: str) -> None:
        self._native = _appell.RobotBuilder(name)

    def gravity(self, gravity: Entries) -> RobotBuilder:
        """Gravity as a vector in base axes, m/s^2, such as (0, 0, -9.81). Without it there is none."""
        self._native.gravity(_three(gravity))
        return self

    def parameter(self, name: str, value: _appell._Entry) -> RobotBuilder:
        """A parameter with its value. Parameters without a value need no declaration."""
        if name == "pi":
            raise refusal("name-taken", "`pi` is a constant and cannot be a parameter", "choose another name")
        self._native.parameter(name, value)
        return self

    def revolute(
        self, name: str, axis: Entries, offset: Entries = (0, 0, 0)
    ) -> RobotBuilder:
        """A joint that turns about an axis (in its own frame), at an offset in the frame before it."""
        self._native.revolute(name, _three(axis), _three(offset))
        return self

    def prismatic(
        self, name: str, axis: Entries, offset: Entries = (0, 0, 0)
    ) -> RobotBuilder:
        """A joint that moves along an axis."""
        self._native.prismatic(name, _three(axis), _three(offset))
        return self

    def fixed(self, name: str, offset: Entries = (0, 0, 0)) -> RobotBuilder:
        """A joint that does not move: a frame with a body of its own."""
        self._native.fixed(name, _three(offset))
        return self

    def on(self, parent: str | None) -> RobotBuilder:
        """The parent of the last joint, if it is not the joint before it; `None` for the base."""
        self._native.on(parent)
        return self

    def rotated(self, roll_pitch_yaw: Entries) -> RobotBuilder:
        """The frame of the last joint is turned: R = Rz(yaw) Ry(pitch) Rx(roll)."""
        self._native.rotated(_three(roll_pitch_yaw))
        return self

    def link(
        self,
        mass: _appell._Entry,
        centre: Entries = (0, 0, 0),
        inertia: Entries = (0, 0, 0),
        products: Entries = (0, 0, 0),
    ) -> RobotBuilder:
        """A body on the last joint: mass, centre of mass, moments xx, yy, zz about the centre of mass.

        ``products`` are the integrals of x y, x z and y z, which enter the tensor with a minus.
        """
        self._native.link(mass, _three(centre), _three(inertia), _three(products))
        return self

    def viscous_friction(self, coefficient: _appell._Entry) -> RobotBuilder:
        """Viscous friction in the last joint."""
        self._native.viscous_friction(coefficient)
        return self

    def tool(self, offset: Entries) -> RobotBuilder:
        """Where the tool frame lies in the frame of the last joint of the robot."""
        self._native.tool(_three(offset))
        return self

    def build(self) -> Robot:
        """The robot; an `Error` lists all that is wrong. What is doubtful becomes a warning, as in `load`."""
        return warned(Robot(self._native.build()))
