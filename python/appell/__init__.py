"""Equations of motion of robots with rigid and elastic links: derived, proved, compiled, run.

>>> import appell, numpy as np
>>> robot = appell.load("2r")
>>> robot.Q([0.3, -0.5], [1.0, 0.0], [0.0, 0.0]).round(3)
array([39.162,  6.75 ])
>>> print(robot.derive("G[2]").text())
G[2] = M2*g*r2x*cos(q1 + q2)

Arrays may have any leading axes: a thousand states are evaluated at once, on all cores.

>>> q = np.zeros((1000, 2))
>>> robot.M(q).shape
(1000, 2, 2)
"""

from ._appell import Error, __version__
from ._builder import RobotBuilder
from ._check import CheckedEquation, CheckResult, check
from ._formulas import Formulas
from ._function import Function
from ._load import load, robots
from ._motion import Motion, inverse, optimise, scenarios, simulate, size
from ._quantities import quantities
from ._robot import Robot
from ._sweep import Sweep, sweep

__all__ = [
    "CheckResult",
    "CheckedEquation",
    "Error",
    "Formulas",
    "Function",
    "Motion",
    "Robot",
    "RobotBuilder",
    "Sweep",
    "__version__",
    "check",
    "inverse",
    "load",
    "optimise",
    "quantities",
    "robots",
    "scenarios",
    "simulate",
    "size",
    "sweep",
]
