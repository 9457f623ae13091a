"""Sweeps on many processors or machines, by Dask or Ray; and functions of batches for any other engine.

A study is a scenario with a table ``[sweep]``. Its rows are calculated in parts. A part is a file whose name
is its number, in the folder ``RESULT.parts``, written under another name first: it is complete or missing. So
parts may be calculated anywhere, in any order and even twice, and the result has the same bytes as that of
``appell sweep``. A run that was interrupted is resumed by the same call. All workers need the folder and the scenario.

>>> import appell.study, tempfile
>>> folder = tempfile.TemporaryDirectory()
>>> done = appell.study.run("pick-and-place", folder.name + "/place.parquet")
>>> done.rows, done.parts
(1000, 63)
"""

from __future__ import annotations

import functools
import os
import sys
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any

from . import _appell
from ._arrays import as_count, as_threads
from ._robot import Robot, native
from ._sweep import calculate, opened

__all__ = ["DASK_SETTINGS", "Done", "Rows", "run"]

#: Settings of Dask for long calculations: its monitors look less often, and nothing samples what runs. Workers
#: then need a fifth of the processor time that they need by default beside their work.
#: ``dask.config.set(appell.study.DASK_SETTINGS)`` before a cluster is started.
DASK_SETTINGS = {
    "distributed.admin.tick.interval": "1s",
    "distributed.admin.system-monitor.interval": "5s",
    "distributed.worker.memory.monitor-interval": "2s",
    "distributed.worker.profile.enabled": False,
}


@dataclass(frozen=True)
class Done:
    """The result of a run."""

    #: How many rows the result has.
    rows: int
    #: How many parts it was calculated in.
    parts: int
    #: How many of them this run calculated; the others existed before.
    calculated: int
    #: How long that took, in seconds.
    seconds: float


class Rows:
    """A function of batches: from a table of pyarrow with a column ``id`` to one with the rows of these numbers.

    It depends on nothing else and changes nothing. The scenario is compiled when the function is made, so
    that engines make it once for each worker: ``dataset.map_batches(Rows, fn_constructor_args=[scenario],
    batch_format="pyarrow", compute=ray.data.ActorPoolStrategy(size=4))`` of Ray. A copy that is pickled is
    compiled again where it arrives.

    >>> import appell.study, pyarrow
    >>> rows = appell.study.Rows("pick-and-place")
    >>> rows(pyarrow.table({"id": [7, 3]}))["id"].to_pylist()
    [7, 3]
    """

    def __init__(self, scenario: str | os.PathLike[str], robot: Robot | None = None) -> None:
        self._scenario, self._robot = os.fsdecode(scenario), robot
        self._study = _appell.Study(self._scenario, native(robot))

    def __reduce__(self) -> tuple[type[Rows], tuple[str, Robot | None]]:
        return Rows, (self._scenario, self._robot)

    def __call__(self, batch: Any) -> Any:
        return calculate(self._study, batch.column("id").to_pylist(), 1).arrow()


def run(
    scenario: str | os.PathLike[str],
    result: str | os.PathLike[str],
    *,
    robot: Robot | None = None,
    on: Any = None,
    workers: int | None = None,
    progress: bool | Callable[[int, int], object] = False,
) -> Done:
    """Calculates all variants of a scenario and writes them to a Parquet file; resumes an interrupted run.

    ``robot`` takes the place of the robot that the scenario names. ``on`` is a ``distributed.Client`` of
    Dask, ``"ray"`` for the cluster that Ray is connected to, or nothing for the threads of this process.
    ``workers`` says how many actors of Ray, or threads, work: one for each processor without it.
    ``progress`` prints how far it is and how long the rest will take, or calls a function with the number of
    parts that exist and that of all. A result that exists is replaced.
    """
    scenario, result = os.fsdecode(scenario), os.path.abspath(os.fsdecode(result))
    if "\n" not in scenario and os.path.exists(scenario):
        scenario = os.path.abspath(scenario)
    calculate_parts = _engine(on, workers)
    study = opened(scenario, robot)
    missing = study.missing(result)
    start = time.perf_counter()

    def report(done: int) -> None:
        there = study.parts - len(missing) + done
        if callable(progress):
            progress(there, study.parts)
        elif progress:
            left = (time.perf_counter() - start) / max(done, 1) * (len(missing) - done)
            end = "\n" if there == study.parts else ""
            print(f"\r{there} of {study.parts} parts, {left:.0f} s left ", end=end, file=sys.stderr, flush=True)

    if missing:
        source = _Source(scenario, study.fingerprint, robot)
        calculate_parts(_Task(source, result), missing, report)
    report(len(missing))
    study.merge(result)
    return Done(study.count, study.parts, len(missing), time.perf_counter() - start)


@dataclass(frozen=True)
class _Source:
    """What a study is compiled from. Robots need no comparison: the fingerprint depends on them."""

    scenario: str
    fingerprint: str
    robot: Robot | None = field(compare=False)


@dataclass(frozen=True)
class _Task:
    """What a worker needs to calculate a part, beside its number."""

    source: _Source
    result: str

    def write(self, part: int) -> None:
        """Calculates a part in one thread and writes it, unless it exists."""
        _compiled(self.source).write_parts(self.result, [part], 1, None)


@functools.lru_cache(maxsize=4)
def _compiled(source: _Source) -> _appell.Study:
    """A study is compiled once in each worker."""
    study = _appell.Study(source.scenario, native(source.robot))
    if study.fingerprint != source.fingerprint:
        message = "this worker has another scenario, robot or version of appell"
        raise RuntimeError(f"{message}: {source.scenario}")
    return study


# An engine calculates parts, and reports again and again how many are done.
_Engine = Callable[[_Task, list[int], Callable[[int], None]], None]


def _engine(on: Any, workers: int | None) -> _Engine:
    if on is None:
        return functools.partial(_by_threads, as_threads(workers, "workers"))
    if isinstance(on, str) and on == "ray":
        return functools.partial(_by_ray, None if workers is None else as_count(workers, "workers"))
    if hasattr(on, "submit") and hasattr(on, "scheduler"):
        return functools.partial(_by_dask, on)
    raise ValueError('`on` must be a distributed.Client, "ray" or None')


def _by_threads(threads: int, task: _Task, missing: list[int], report: Callable[[int], None]) -> None:
    study = _compiled(task.source)
    study.write_parts(task.result, missing, threads, lambda share: report(round(share * len(missing))))


def _by_dask(client: Any, task: _Task, missing: list[int], report: Callable[[int], None]) -> None:
    from distributed import as_completed

    # Dask calculates a part again where a worker was lost
    futures = client.map(task.write, missing, pure=False)
    try:
        for done, future in enumerate(as_completed(futures), 1):
            future.result()
            report(done)
    finally:
        client.cancel(futures)


class _Writer:
    """An actor of Ray: calculates the parts of a batch and writes them."""

    def __init__(self, task: _Task) -> None:
        self._task = task

    def __call__(self, batch: dict[str, Any]) -> dict[str, Any]:
        for part in batch["part"]:
            self._task.write(int(part))
        return batch


def _by_ray(actors: int | None, task: _Task, missing: list[int], report: Callable[[int], None]) -> None:
    import ray

    # a block and a batch for each part; Ray calculates a block again where an actor was lost
    parts = ray.data.from_items([{"part": part} for part in missing], override_num_blocks=len(missing))
    actors = actors or max(1, int(ray.cluster_resources().get("CPU", 1)))
    pool = ray.data.ActorPoolStrategy(size=actors)
    written = parts.map_batches(_Writer, fn_constructor_args=[task], batch_size=1, compute=pool)
    for done, _ in enumerate(written.iter_rows(), 1):
        report(done)
