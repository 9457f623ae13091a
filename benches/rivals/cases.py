"""The cases, and the tools that take part in each.

A case prepares what is not timed: reading and the tool's objects.
"""

import float_recursion
from expanded_recursion import Recursion
from reading import is_coordinate, names_of, read
from robots import PUMA, names as names_of_robot
from task import Task


def dense(make_tool, folder):
    names = ["w", "x", "y", "z"]
    tool = make_tool(names)
    one = tool.number(1)
    f = tool.expand(tool.add([tool.symbol[n] for n in names] + [one]) ** 15)
    return Task(tool, lambda: tool.expand(f * (f + one)), names)


def product(make_tool, folder):
    trees = read(folder, "b_left.txt", "b_right.txt")
    names = names_of(trees)
    tool = make_tool(names)
    left, right = [tool.evaluate(tree) for tree in trees]
    return Task(tool, lambda: tool.reduced_product(left, right), names, tool.product_way)


def derivative(make_tool, folder):
    trees = read(folder, "b_motion.txt")
    names = names_of(trees)
    names |= {name + "'" for name in names if is_coordinate(name)}
    tool = make_tool(names)
    motion = tool.evaluate(trees[0])
    way = "chain rule symbol by symbol, normal form at the end"
    return Task(tool, lambda: tool.time_derivative(motion), names, way)


def equality(make_tool, folder):
    trees = read(folder, "c_left.txt", "c_right.txt")
    tool = make_tool(names_of(trees))
    no_point = None  # the result is 0, or the equality was not shown
    return Task(tool, tool.equality(*trees), no_point, tool.equality_way)


def puma(make_tool, folder):
    return expanded(PUMA, make_tool)


def expanded(robot, make_tool):
    """The torques of a robot, multiplied out."""
    names = names_of_robot(robot)
    tool = make_tool(names)
    way = "recursion expanded and reduced at each step"
    return Task(tool, Recursion(tool, robot).torques, names, way,
                lambda point: float_recursion.torques(robot, point))


# Package, variant, and the class; by name, for a process shall load its own tool only.
EXPAND = ("sympy", "expand", "sympy_tool:Expand")
RINGS = ("sympy", "rings", "sympy_tool:Rings")
SYMENGINE = ("symengine", "", "symengine_tool:Expand")
FLINT = ("python-flint", "", "flint_tool:Flint")
EVERYWHERE = [EXPAND, RINGS, SYMENGINE, FLINT]

CASES = {
    dense: [("sympy", "Poly", "sympy_tool:Poly")] + EVERYWHERE,
    product: EVERYWHERE,
    derivative: EVERYWHERE,
    puma: EVERYWHERE,
    equality: [("sympy", "expand_trig", "sympy_tool:ExpandTrig"),
               ("sympy", "simplify", "sympy_tool:Simplify"), RINGS,
               ("symengine", "", "symengine_tool:Equality"), FLINT],
}
