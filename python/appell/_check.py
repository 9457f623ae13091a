"""Proof-reading of published equations."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from ._load import load
from ._refusal import refusal
from ._robot import Robot


@dataclass(frozen=True)
class CheckedEquation:
    """An equation of a paper, or a component of one, and its verdict."""

    equation: str
    component: str
    quantity: str
    verdict: str
    reason: str
    printed: str
    line: int
    corrected: str
    difference: str
    slips: tuple[str, ...]
    assumptions: tuple[str, ...]


@dataclass(frozen=True)
class CheckResult:
    """The verdicts on the equations of a paper."""

    equations: tuple[CheckedEquation, ...]
    counts: dict[str, int]
    suspects: tuple[str, ...]
    stopped: str | None

    def __iter__(self) -> Iterator[CheckedEquation]:
        return iter(self.equations)

    def __len__(self) -> int:
        return len(self.equations)


def check(
    paper: str | os.PathLike[str],
    robot: Robot | str | os.PathLike[str],
    *,
    time: float | None = None,
) -> CheckResult:
    """A verdict for each displayed equation of a paper about a robot: proved, refuted, or why neither.

    ``paper`` is a text with LaTeX in it, or a file or folder (LaTeX, Markdown, reStructuredText, HTML, a
    notebook, an archive). ``time`` limits the work, in seconds.

    >>> import appell
    >>> result = appell.check(r"$$ G_2 = M_2 g r_{2x} \\cos(q_1 - q_2) \\tag{3} $$", "2r")
    >>> result.equations[0].verdict, result.equations[0].difference
    ('refuted', '2*M2*g*r2x*sin(q1)*sin(q2)')
    """
    asked = robot if isinstance(robot, Robot) else load(robot)
    text = os.fsdecode(paper)
    report = asked._native.check(text, isinstance(paper, os.PathLike) or _is_file_name(text), time)
    if not report["equations"] and report["stopped"] is None:
        hint = "equations are written in $$ ... $$, \\[ ... \\], equation or align"
        raise refusal("no-equations", "no displayed equation in the paper", hint)
    equations = []
    for found in report["equations"]:
        found["slips"], found["assumptions"] = tuple(found["slips"]), tuple(found["assumptions"])
        equations.append(CheckedEquation(**found))
    return CheckResult(
        tuple(equations), report["counts"], tuple(report["suspects"]), report["stopped"]
    )


#: Endings of names of papers.
_ENDINGS = (
    ".tex .ltx .latex .md .markdown .rst .rest .txt .html .htm .xhtml .ipynb .zip .tar .gz .tgz .pdf".split()
)


def _is_file_name(text: str) -> bool:
    if "\n" in text or "$" in text:
        return False
    # unlike Path.exists, this raises no error for a text that is too long for a name
    return os.path.exists(text) or ("\\" not in text and Path(text).suffix.lower() in _ENDINGS)
