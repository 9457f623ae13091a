"""Functions for CasADi: the program is replayed with its symbols."""

from __future__ import annotations

import math
import re
from typing import Any

import casadi

from ._function import Function


def function(of: Function) -> Any:
    """A function of robots as one of CasADi."""
    inputs: list[Any] = []
    symbols = []
    for name, shape, _, _ in of.arguments:
        symbol = casadi.SX.sym(_name(name), math.prod(shape))
        symbols.append(symbol)
        inputs.extend(symbol[k] for k in range(math.prod(shape)))
    values: list[Any] = []

    def value(signed: tuple[int, bool]) -> Any:
        return -values[signed[0]] if signed[1] else values[signed[0]]

    operations, outputs = of.listing()
    for kind, *operands in operations:
        match kind:
            case "input":
                values.append(inputs[operands[0]])
            case "number":
                values.append(casadi.SX(operands[0]))
            case "add":
                values.append(value(operands[0]) + value(operands[1]))
            case "mul":
                values.append(value(operands[0]) * value(operands[1]))
            case "div":
                values.append(value(operands[0]) / value(operands[1]))
            case "abs":
                values.append(casadi.fabs(value(operands[0])))
            case _:
                values.append(getattr(casadi, kind)(value(operands[0])))
    results = []
    first = 0
    for _, shape in of.results:
        count = math.prod(shape)
        entries = [value(output) for output in outputs[first : first + count]]
        first += count
        column = casadi.vertcat(*entries)
        # CasADi counts down columns, we along rows
        results.append(casadi.reshape(column, shape[1], shape[0]).T if len(shape) == 2 else column)
    names = [_name(name) for name, _ in of.results]
    label = "_".join(names) if of.mode in ("values", "parameters") else of.mode
    arguments = [_name(name) for name in of.argument_names]
    # an argument and a result of one name would be refused
    outs = [name if name not in arguments else f"{name}_out" for name in names]
    return casadi.Function(_name(label), symbols, results, arguments, outs)


def _name(name: str) -> str:
    """A name that CasADi takes: letters, digits and single underscores."""
    plain = re.sub(r"_+", "_", re.sub(r"\W", "_", name)).strip("_")
    return plain if plain[:1].isalpha() else f"f_{plain}"
