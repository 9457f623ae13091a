"""Robots built joint by joint."""

from __future__ import annotations

from . import _appell
from ._robot import Robot


class RobotBuilder:
    """Builds a robot joint by joint; numbers may be formulas in parameters, as strings.

    A method that is about a joint or a link is about the last one. `build` reports all that is wrong.

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

    def gravity(self, gravity: _appell.Entries) -> RobotBuilder:
        """Gravity as a vector in base axes, m/s^2, such as (0, 0, -9.81)."""
        self._native.gravity(gravity)
        return self

    def parameter(self, name: str, value: _appell.Entry) -> RobotBuilder:
        """A parameter with its value. Parameters without a value need no declaration."""
        self._native.parameter(name, value)
        return self

    def revolute(
        self, name: str, axis: _appell.Entries, offset: _appell.Entries = (0, 0, 0)
    ) -> RobotBuilder:
        """A joint that turns about an axis (in its own frame), at an offset in the frame before it."""
        self._native.revolute(name, axis, offset)
        return self

    def prismatic(
        self, name: str, axis: _appell.Entries, offset: _appell.Entries = (0, 0, 0)
    ) -> RobotBuilder:
        """A joint that moves along an axis."""
        self._native.prismatic(name, axis, offset)
        return self

    def fixed(self, name: str, offset: _appell.Entries = (0, 0, 0)) -> RobotBuilder:
        """A joint that does not move: a frame with a body of its own."""
        self._native.fixed(name, offset)
        return self

    def on(self, parent: str | None) -> RobotBuilder:
        """On which joint the last one sits, where it is not the one before it; None: on the base."""
        self._native.on(parent)
        return self

    def rotated(self, roll_pitch_yaw: _appell.Entries) -> RobotBuilder:
        """The frame of the last joint is turned: R = Rz(yaw) Ry(pitch) Rx(roll)."""
        self._native.rotated(roll_pitch_yaw)
        return self

    def link(
        self,
        mass: _appell.Entry,
        centre: _appell.Entries = (0, 0, 0),
        inertia: _appell.Entries = (0, 0, 0),
        products: _appell.Entries = (0, 0, 0),
    ) -> RobotBuilder:
        """A body on the last joint: mass, centre of mass, moments xx, yy, zz about the centre of mass.

        ``products`` are the integrals of x y, x z and y z, which enter the tensor with a minus.
        """
        self._native.link(mass, centre, inertia, products)
        return self

    def viscous_friction(self, coefficient: _appell.Entry) -> RobotBuilder:
        """Viscous friction in the last joint."""
        self._native.viscous_friction(coefficient)
        return self

    def tool(self, offset: _appell.Entries) -> RobotBuilder:
        """Where the tool frame lies in the frame of the last joint of the robot."""
        self._native.tool(offset)
        return self

    def build(self) -> Robot:
        """The robot, or an `Error` with all that is wrong."""
        return Robot(self._native.build())
