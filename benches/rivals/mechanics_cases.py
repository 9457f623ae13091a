"""The cases of mechanics, and the tools that take part in each."""

from functools import partial

import float_recursion
from cases import EXPAND, FLINT, RINGS, SYMENGINE, expanded
from robots import IIWA, PUMA, chain, names
from task import Task

CHAINS = (10, 20, 50, 100, 200)


def case(name, function, *args):
    """A case is called with the tool and a folder; here nothing is read from that."""
    made = partial(without_folder, function, *args)
    made.__name__ = name
    return made


def without_folder(function, *args):
    return function(*args[:-1])


def derived(robot, make_tool):
    """The torques of a robot as the tool gives them, nothing multiplied out."""
    tool = make_tool(names(robot))
    return Task(tool, lambda: tool.torques(robot), names(robot),
                expected=lambda point: float_recursion.torques(robot, point))


def own_model(make_tool):
    """The toolbox's own PUMA, compared with the toolbox's own numbers."""
    task = derived(PUMA, make_tool)
    task.expected = task.tool.numbers
    return task


CASADI = [("casadi", "SX matrices", "casadi_tool:Matrices"),
          ("casadi", "SX matrices, cse", "casadi_tool:Cse"),
          ("casadi", "SX scalars", "casadi_tool:Scalars")]
SYMENGINE_NESTED = [("symengine", "nested", "symengine_tool:Nested"),
                    ("symengine", "nested, cse", "symengine_tool:NestedCse")]
SYMPY_NESTED = [("sympy", "nested", "sympy_tool:Nested"),
                ("sympy", "nested, cse", "sympy_tool:NestedCse")]
TOOLBOX = "roboticstoolbox-python"

CASES = {
    case("iiwa", expanded, IIWA): [EXPAND, RINGS, SYMENGINE, FLINT],
    case("puma-nested", derived, PUMA): CASADI + SYMENGINE_NESTED + SYMPY_NESTED,
    case("iiwa-nested", derived, IIWA): CASADI + SYMENGINE_NESTED + SYMPY_NESTED,
    case("puma-toolbox", derived, PUMA): [(TOOLBOX, "symbolic parameters", "toolbox_tool:Toolbox")],
    case("puma-toolbox-own", own_model): [(TOOLBOX, "own Puma560", "toolbox_tool:OwnModel")],
    case("puma-kane", derived, PUMA): [("sympy", "KanesMethod", "kane_tool:Kane")],
    **{case(f"chain{n}-nested", derived, chain(n)): [CASADI[0], SYMENGINE_NESTED[0]]
       for n in CHAINS},
}
