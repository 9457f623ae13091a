"""A case in one tool, ready to be timed, and what is reported of its result."""

import random
from dataclasses import dataclass
from typing import Any, Callable


@dataclass
class Task:
    tool: Any
    work: Callable
    names: Any  # those of the point at which results are compared
    way: str = ""  # how it is done, for the note
    expected: Callable = None  # the values that the results must have at a point, if known

    def report(self, result):
        """Note, size and value of a result, summed where there are several."""
        results = result if isinstance(result, list) else [result]
        size = self.tool.size(results)
        note = "; ".join(part for part in (self.tool.method, self.way) if part)
        if self.names is None:
            return {"note": note + ("; equal" if size == 0 else "; NOT shown to be equal"),
                    "terms": size}
        point = fixed_point(self.names)
        values = self.tool.values(results, point)
        if self.expected:
            agree(values, self.expected(point))
        return {"note": note, "terms": size, "value": sum(values)}


def agree(values, expected):
    allowed = 1e-9 * max(1.0, *map(abs, expected))
    off = max(abs(a - b) for a, b in zip(values, expected, strict=True))
    if not off <= allowed:
        raise ValueError(f"values are off by {off}")


def fixed_point(names):
    """Random values, the same for all tools."""
    generator = random.Random(560)
    return {name: generator.uniform(0.1, 0.9) for name in sorted(names)}
