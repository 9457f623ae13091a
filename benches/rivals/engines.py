"""What an engine adds to a study: processor time of a part, by threads, by processes, by Dask and by Ray.

    pip install './python[dask,ray]'
    python benches/rivals/engines.py                          # 100 parts of one row
    python benches/rivals/engines.py --rows 100000 --parts 6 --workers 2 --scenario pick-and-place
    python benches/rivals/engines.py --idle 20 --workers 2    # what Dask takes without any work

"dask" has the settings `appell.study.DASK_SETTINGS`, "dask-defaults" those of Dask.

Parts of one row show what the engine adds to each: the numbers of parts are sent, rows are not. Large parts
show what it takes while they are calculated. Only parts after the first of every worker count: before that
workers start and compile the scenario, which happens once, however many parts there are.
"""

import argparse
import concurrent.futures
import multiprocessing
import os
import tempfile
import time
from pathlib import Path

import appell.study

MOTION = """robot = "2r"
[[motion]]
to = [1, -0.5]
duration = 2
[[payload]]
mass = 1
"""
SCENARIOS = Path(__file__).parents[2] / "crates/scenario/scenarios"
SWEEP = """
[sweep]
method = "random"
count = {count}
part = {rows}
[[sweep.vary]]
path = "payload[1].mass"
from = 0
to = 3
"""


def processor_time():
    """Seconds of this process and of all under it that still run."""
    parents, seconds = {}, {}
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            fields = (folder / "stat").read_text().rpartition(")")[2].split()
        except OSError:
            continue
        parents[int(folder.name)] = int(fields[1])
        seconds[int(folder.name)] = (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def is_own(number):
        while number > 1 and number != os.getpid():
            number = parents.get(number, 0)
        return number == os.getpid()

    return sum(time for number, time in seconds.items() if is_own(number))


def measured(name, arguments, **options):
    """Prints what a part takes, from the first part of every worker to the last part."""
    marks = []

    def progress(there, of):
        if there >= arguments.workers and (not marks or there == of):
            marks.append((there, processor_time(), time.perf_counter()))

    motion = MOTION
    if arguments.scenario:
        motion = (SCENARIOS / f"{arguments.scenario}.toml").read_text().partition("[sweep]")[0]
    scenario = motion + SWEEP.format(count=arguments.rows * arguments.parts, rows=arguments.rows)
    with tempfile.TemporaryDirectory() as folder:
        result = f"{folder}/all.parquet"
        if name == "processes":
            by_processes(scenario, result, arguments.workers, progress)
        else:
            appell.study.run(scenario, result, progress=progress, **options)
    (first, cpu, wall), (last, cpu_end, wall_end) = marks[0], marks[-1]
    parts = max(last - first, 1)
    print(f"{name:13} {1e3 * (cpu_end - cpu) / parts:8.2f} ms of processors, {1e3 * (wall_end - wall) / parts:8.2f} ms a part")


def cluster_of(name, workers):
    """A local cluster of Dask and its client."""
    import dask
    import distributed

    dask.config.refresh()
    dask.config.set(appell.study.DASK_SETTINGS if name == "dask" else {})
    cluster = distributed.LocalCluster(n_workers=workers, threads_per_worker=1, dashboard_address=None)
    return cluster, distributed.Client(cluster)


def idle(name, arguments):
    """Prints what a cluster without work takes, from three seconds after its start."""
    cluster, client = cluster_of(name, arguments.workers)
    with cluster, client:
        time.sleep(3)
        cpu = processor_time()
        time.sleep(arguments.idle)
        cpu = processor_time() - cpu
    print(f"{name:13} {1e3 * cpu / arguments.idle:8.1f} ms of processors a second, {arguments.workers} workers")


def by_processes(scenario, result, workers, progress):
    """The same parts by the standard library, in as many processes as an engine has workers. The engine is compared
    with this: processes cost more than threads whoever starts them."""
    study = appell.study.opened(scenario, None)
    task = appell.study._Task(appell.study._Source(scenario, study.fingerprint, None), result)
    spawn = multiprocessing.get_context("spawn")
    with concurrent.futures.ProcessPoolExecutor(workers, mp_context=spawn) as pool:
        futures = [pool.submit(task.write, part) for part in study.missing(result)]
        for there, _ in enumerate(concurrent.futures.as_completed(futures), 1):
            progress(there, len(futures))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("engines", nargs="*", default=["threads", "processes", "dask", "dask-defaults", "ray"])
    parser.add_argument("--rows", type=int, default=1, help="rows of a part")
    parser.add_argument("--parts", type=int, default=100)
    parser.add_argument("--workers", type=int, default=4)
    parser.add_argument("--scenario", help="a bundled scenario with a payload instead of the motion of two links")
    parser.add_argument("--idle", type=float, help="seconds for which clusters of Dask are watched without any work")
    arguments = parser.parse_args()
    for name in arguments.engines:
        if name.startswith("dask") and arguments.idle:
            idle(name, arguments)
        elif arguments.idle:
            continue
        elif name.startswith("dask"):
            cluster, client = cluster_of(name, arguments.workers)
            with cluster, client:
                measured(name, arguments, on=client)
        elif name == "ray":
            import ray

            ray.init(num_cpus=arguments.workers, include_dashboard=False, logging_level="error")
            measured(name, arguments, on="ray", workers=arguments.workers)
            ray.shutdown()
        elif name == "threads":
            measured(name, arguments, workers=arguments.workers)
        else:
            measured(name, arguments)
