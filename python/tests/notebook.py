"""Runs a notebook as Jupyter does, without Jupyter: cell by cell, and shows what the last line of a cell is.

    python notebook.py FILE.ipynb
"""

from __future__ import annotations

import ast
import json
import sys
from pathlib import Path
from typing import Any

#: How notebooks ask an object for something richer than text.
PICTURES = ["_repr_html_", "_repr_latex_", "_repr_mimebundle_", "_repr_svg_"]


def run(path: Path) -> None:
    """Runs all cells; the first exception ends the run."""
    names: dict[str, Any] = {"__name__": "__main__"}
    for number, cell in enumerate(json.loads(path.read_text(encoding="utf-8"))["cells"], 1):
        if cell["cell_type"] != "code":
            continue
        tree = ast.parse("".join(cell["source"]), f"{path.name}, cell {number}")
        last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
        exec(compile(tree, f"{path.name}, cell {number}", "exec"), names)
        if isinstance(last, ast.Expr):
            value = eval(compile(ast.Expression(last.value), f"{path.name}, cell {number}", "eval"), names)
            for picture in PICTURES:
                getattr(value, picture, lambda: None)()
            print(repr(value)[:200])


if __name__ == "__main__":
    run(Path(sys.argv[1]))
