"""Times one case in one tool: the best of several runs, in a process that can be ended.

The seconds are those of the processor, for other work on the machine disturbs them less.
Every run gets new objects, because SymEngine keeps hashes inside its nodes and SymPy
keeps a global cache.
"""

import gc
import multiprocessing
import pkgutil
import time
from importlib.metadata import version

RUNS = 5
ENOUGH = 25.0  # no further run once all runs have taken this long (seconds)


def measure(case, package, variant, tool_class, folder, limit):
    """The record of a case in a tool; each phase may last as long as the limit."""
    tool = f"{package} {version(package)}" + (f" ({variant})" if variant else "")
    record = {"case": case.__name__, "tool": tool, "seconds": None, "runs": 0,
              "note": "", "value": None, "terms": None}
    context = multiprocessing.get_context("spawn")
    ours, theirs = context.Pipe()
    process = context.Process(target=child, args=(theirs, case, tool_class, folder), daemon=True)
    process.start()
    theirs.close()  # so that the end of the child is the end of the pipe
    phase, times = "preparing", []
    try:
        while phase != "done":
            if not ours.poll(limit):
                record["note"] = f"{phase} not finished in {limit} s"
                break
            phase, news = ours.recv()
            if phase == "checking":
                times.append(news)
            elif phase == "done":
                record.update(news)
    except EOFError:
        record["note"] = f"the process died while {phase} (memory?)"
    process.kill()
    process.join()
    if times:
        record.update(seconds=min(times), runs=len(times))
    return record


def child(connection, case, tool_class, folder):
    """Says when each phase begins, then what came out."""
    total = 0.0
    try:
        for _ in range(RUNS):
            connection.send(("preparing", None))
            task = case(pkgutil.resolve_name(tool_class), folder)
            task.tool.forget()
            gc.collect()
            connection.send(("running", None))
            start = time.process_time()
            result = task.work()
            seconds = time.process_time() - start
            connection.send(("checking", seconds))
            total += seconds
            if total > ENOUGH:
                break
        connection.send(("done", task.report(result)))
    except Exception as error:  # whatever a tool throws belongs into the report
        connection.send(("done", {"note": f"failed: {type(error).__name__}: {error}"[:300]}))
