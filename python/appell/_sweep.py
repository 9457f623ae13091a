"""Sweeps: many variants of a scenario, as arrays."""

from __future__ import annotations

import os
import warnings
from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from . import _appell
from ._columns import Columns


class Sweep(Columns):
    """Rows of variants: columns as NumPy arrays by their names, with their units.

    The columns are those of ``appell sweep``: ``id``, the numbers that vary, the results, and ``remark``, a
    text that says why a variant could not run, or how it ended.

    >>> import appell
    >>> rows = appell.sweep("pick-and-place", rows=range(4))
    >>> rows["id"], rows["payload[1].mass"].shape, rows.units["energy"]
    (array([0, 1, 2, 3]), (4,), 'J')
    """


def calculate(study: _appell.Study, numbers: Sequence[int], threads: int) -> Sweep:
    """Rows of a study by their numbers."""
    columns, units, remarks = study.rows(numbers, threads)
    columns["remark"] = np.array(remarks, object)
    return Sweep(columns, {**units, "remark": ""})


def opened(scenario: str | os.PathLike[str]) -> _appell.Study:
    """A scenario compiled with its variants; what is doubtful becomes a warning."""
    study = _appell.Study(os.fspath(scenario))
    for finding in study.warnings:
        warnings.warn(f"{finding['code']}: {finding['message']}", stacklevel=3)
    return study


def sweep(
    scenario: str | os.PathLike[str],
    *,
    rows: Sequence[int] | npt.NDArray[np.integer[Any]] | None = None,
    threads: int | None = None,
) -> Sweep:
    """The variants of a scenario that has a table ``[sweep]``: a bundled scenario, a file, or the text of one.

    ``rows`` chooses some by their numbers. Row i has the same bits whoever calculates it, on however many
    threads. Results stay in memory; `appell.study` writes them to files and shares them between machines.
    """
    study = opened(scenario)
    numbers = range(study.count) if rows is None else [int(row) for row in rows]
    return calculate(study, numbers, threads or os.cpu_count() or 1)
