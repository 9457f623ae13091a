"""Sweeps: many variants of a scenario, as arrays."""

from __future__ import annotations

import os
import warnings
from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from . import _appell
from ._arrays import as_count, as_threads
from ._columns import Columns
from ._refusal import refusal
from ._robot import Robot, native

#: So many rows of sixty columns take five gigabytes.
_MANY_ROWS = 10_000_000


class Sweep(Columns):
    """Rows of variants: columns as NumPy arrays by their names, with their units.

    The columns are those of ``appell sweep``: ``id``, the numbers that vary, the results, and ``remark``, a
    text that says why a variant could not run, or how it ended.

    >>> import appell
    >>> rows = appell.sweep("pick-and-place", rows=range(4))
    >>> rows["id"], rows["payload[1].mass"].shape, rows.units["energy"]
    (array([0, 1, 2, 3]), (4,), 'J')
    """


def calculate(study: _appell.Study, numbers: Iterable[int], threads: int) -> Sweep:
    """Rows of a study by their numbers."""
    columns, units, remarks = study.rows([as_count(number, "rows", 0) for number in numbers], threads)
    columns["remark"] = np.array(remarks, object)
    return Sweep(columns, {**units, "remark": ""})


def opened(scenario: str | os.PathLike[str], robot: Robot | None) -> _appell.Study:
    """A scenario compiled with its variants; what is doubtful becomes a warning."""
    study = _appell.Study(os.fsdecode(scenario), native(robot))
    for finding in study.warnings:
        warnings.warn(f"{finding['code']}: {finding['message']}", stacklevel=3)
    return study


def sweep(
    scenario: str | os.PathLike[str],
    *,
    robot: Robot | None = None,
    rows: Sequence[int] | npt.NDArray[np.integer[Any]] | None = None,
    threads: int | None = None,
) -> Sweep:
    """The variants of a scenario that has a table ``[sweep]``: a bundled scenario, a file, or the text of one.

    ``robot`` takes the place of the robot that the scenario names. ``rows`` chooses some by their numbers.
    Row i has the same bits whoever calculates it, on however many threads. Results stay in memory;
    `appell.study` writes them to files and shares them between machines.
    """
    study = opened(scenario, robot)
    if rows is None and study.count > _MANY_ROWS:
        message = f"the sweep has {study.count} rows, and in memory there is room for {_MANY_ROWS}"
        raise refusal("too-many", message, "choose some by `rows=`, or write all by `appell.study.run`")
    return calculate(study, range(study.count) if rows is None else rows, as_threads(threads))
