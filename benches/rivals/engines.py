"""What an engine adds to a study: processor time of a part of one row, by threads, by Dask and by Ray.

    pip install './python[dask,ray]'
    python benches/rivals/engines.py

A part of 10^5 rows costs the engine as much as one of one row: the numbers of parts are sent, rows are not.
"""

import os
import sys
import tempfile
import time
from pathlib import Path

import appell.study

PARTS = 100
SCENARIO = f"""robot = "2r"
[[motion]]
to = [1, -0.5]
duration = 2
[[payload]]
mass = 1
[sweep]
method = "random"
count = {PARTS}
part = 1
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


def measured(name, **options):
    """Prints what a part takes, from the first that is done to the last: workers compile before that."""
    marks = []

    def progress(there, of):
        if not marks or there == of:
            marks.append((there, processor_time(), time.perf_counter()))

    with tempfile.TemporaryDirectory() as folder:
        appell.study.run(SCENARIO, f"{folder}/all.parquet", progress=progress, **options)
    (first, cpu, wall), (last, cpu_end, wall_end) = marks[0], marks[-1]
    parts = max(last - first, 1)
    print(f"{name:8} {1e3 * (cpu_end - cpu) / parts:8.2f} ms of processors, {1e3 * (wall_end - wall) / parts:8.2f} ms a part")


if __name__ == "__main__":
    engines = sys.argv[1:] or ["threads", "dask", "ray"]
    if "threads" in engines:
        measured("threads", workers=1)
    if "dask" in engines:
        import distributed

        cluster = distributed.LocalCluster(n_workers=4, threads_per_worker=1, dashboard_address=None)
        with cluster, distributed.Client(cluster) as client:
            measured("dask", on=client)
    if "ray" in engines:
        import ray

        ray.init(num_cpus=4, include_dashboard=False, logging_level="error")
        measured("ray", on="ray", workers=4)
        ray.shutdown()
