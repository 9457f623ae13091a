#!/usr/bin/env python3
"""Compiled dynamics beside Pinocchio and the C that CasADi generates, on one core.

    python dynamics.py PROGRAM FOLDER [--core N] [--turns N] [--no-counts] [--robot NAME ...]

PROGRAM is appell-benches; FOLDER has ROBOT.urdf, as Appell writes it, for every robot, and receives
what is generated and compiled. First the values of all are compared; then all are timed in turns, so
that what else the machine does falls on all alike; then callgrind counts the instructions of a call,
in code for AVX2 (callgrind knows nothing wider). Prints Markdown.
"""

import argparse
import os
import re
import subprocess
import sys
from pathlib import Path
from statistics import median

import chain

HERE = Path(__file__).resolve().parent
ROBOTS = ["panda", "ur5"]
# what the tables say, by the names that the rivals' programs have
QUANTITIES = {"Q": "inverse dynamics", "M": "mass matrix", "qdd": "forward dynamics",
              "dQ": "derivatives of inverse dynamics"}
# by our names; where there are two, both are called one after the other
OURS = {"Q": ["Q"], "M": ["M"], "qdd": ["qdd"], "dQ": ["dQ/dq", "dQ/dqd"]}
MACHINES = {"native": "-march=native", "avx2": "-march=haswell"}
TOLERANCE = 1e-9
# as Pinocchio's own build files have them
BOOST = ["-DBOOST_MPL_LIMIT_LIST_SIZE=30", "-DBOOST_MPL_LIMIT_VECTOR_SIZE=30",
         "-DBOOST_MPL_CFG_NO_PREPROCESSED_HEADERS", "-DBOOST_FUSION_INVOKE_MAX_ARITY=12"]


def run(*command):
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"{' '.join(map(str, command))}\n{done.stdout}{done.stderr}")
    return done.stdout


def numbers(text):
    return [float(line) for line in text.split()]


def compiled(source, to, *options, needs=()):
    """Unless it is there already and newer than all it needs: Pinocchio takes minutes."""
    newest = max(path.stat().st_mtime for path in (source, HERE / "measure.hpp", *needs))
    if to.exists() and to.stat().st_mtime > newest:
        return [to]
    run("g++", "-O3", "-std=c++17", "-w", source, "-o", to, *options)
    return [to]


class Programs:
    """Who calculates a quantity of a robot: lists of commands, of which all are run."""

    def __init__(self, program, folder):
        self.program, self.folder = program, folder
        self.lanes = 8 if "avx512f" in Path("/proc/cpuinfo").read_text() else 4
        prefix = Path(run(sys.executable, "-c", "import pinocchio; print(pinocchio.__file__)").strip())
        prefix = next(parent for parent in prefix.parents if parent.name == "cmeel.prefix")
        self.headers = ["-isystem", prefix / "include", "-isystem", prefix / "include/eigen3"]

    def pinocchio(self, machine):
        return compiled(HERE / "pinocchio.cpp", self.folder / f"pinocchio-{machine}", MACHINES[machine],
                        "-DNDEBUG", *BOOST, *self.headers)

    def prepare(self, robot):
        place = self.folder / robot
        place.mkdir(exist_ok=True)
        urdf = self.folder / f"{robot}.urdf"
        lines = (f"{before} RZ " + " ".join(map(repr, body.numbers()))
                 for before, body in enumerate(chain.read(urdf)))
        (place / "tree").write_text("\n".join(lines) + "\n")
        run(sys.executable, HERE / "casadi_code.py", urdf, place)
        for quantity in QUANTITIES:
            self.casadi(place, quantity, "native", 1)
            self.casadi(place, quantity, "native", self.lanes)
            self.casadi(place, quantity, "avx2", 1)

    def casadi(self, place, quantity, machine, lanes):
        code = place / f"{quantity}.c"
        return compiled(HERE / "casadi.cpp", place / f"casadi-{quantity}-{machine}-{lanes}",
                        MACHINES[machine], f'-DCODE="{code}"', f"-DSTATES_AT_ONCE={lanes}", "-lmvec",
                        needs=[code])

    def of(self, robot, quantity, machine="native", batch=False):
        place = self.folder / robot
        lanes = self.lanes if batch else 1
        return {
            "Appell": [[self.program, "--dynamics", robot, name] for name in OURS[quantity]],
            "Pinocchio": [[*self.pinocchio(machine), place / "tree", quantity]],
            "CasADi": [[place / f"casadi-{quantity}-{machine}-{lanes}"]],
        }


def compare(programs, robot, quantity):
    for batch in (False, True):
        results = {}
        for tool, commands in programs.of(robot, quantity, batch=batch).items():
            values = [value for it in commands for value in numbers(run(*it, "values"))]
            results[tool] = values
        ours = results.pop("Appell")
        size = max(map(abs, ours))
        for tool, values in results.items():
            if len(values) != len(ours):
                sys.exit(f"{robot} {quantity}: {tool} has {len(values)} values, not {len(ours)}")
            worst = max(abs(a - b) for a, b in zip(ours, values))
            if not worst <= TOLERANCE * size:
                sys.exit(f"{robot} {quantity}: {tool} differs by {worst}")


def times(programs, robot, quantity, mode, turns):
    """Nanoseconds, best and median, by tool."""
    found = {}
    for _ in range(turns):
        for tool, commands in programs.of(robot, quantity, batch=mode == "batch").items():
            rounds = [numbers(run(*it, mode)) for it in commands]
            found.setdefault(tool, []).extend(map(sum, zip(*rounds)))
    return {tool: (min(rounds), median(rounds)) for tool, rounds in found.items()}


def instructions(programs, robot, quantity):
    """Of one call, by tool: those of many less those of one."""
    calls = 101
    found = {}
    for tool, commands in programs.of(robot, quantity, machine="avx2").items():
        counts = {count: sum(counted(*it, "repeat", count) for it in commands)
                  for count in (1, calls)}
        found[tool] = (counts[calls] - counts[1]) / (calls - 1)
    return found


def counted(*command):
    valgrind = ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null"]
    done = subprocess.run([*valgrind, *map(str, command)], capture_output=True, text=True)
    found = re.search(r"Collected : (\d+)", done.stderr)
    if done.returncode or not found:
        sys.exit(done.stderr)
    return int(found.group(1))


def table(title, rows):
    print(f"\n{title}\n")
    print("| robot | quantity | Appell | Pinocchio | CasADi | Pinocchio / Appell | CasADi / Appell |")
    print("|---|---|---|---|---|---|---|")
    for robot, quantity, found in rows:
        cells = [" / ".join(shown(x) for x in found[tool]) for tool in found]
        ours = found["Appell"]
        cells += [" / ".join(f"{a / b:.1f}" for a, b in zip(found[tool], ours))
                  for tool in ("Pinocchio", "CasADi")]
        print(f"| {robot} | {QUANTITIES[quantity]} | {' | '.join(cells)} |", flush=True)


def shown(x):
    return f"{x:.0f}" if x >= 100 else f"{x:.1f}"


def main():
    args = arguments()
    os.sched_setaffinity(0, {args.core})
    folder = Path(args.folder).resolve()
    programs = Programs(Path(args.program).resolve(), folder)
    cases = [(robot, quantity) for robot in args.robot for quantity in QUANTITIES]
    for robot in args.robot:
        programs.prepare(robot)
    for robot, quantity in cases:
        compare(programs, robot, quantity)
    print(f"All values agree to {TOLERANCE:g} of the largest.")
    for mode, title in [
        ("call", "Nanoseconds of a call, best / median"),
        ("batch", f"Nanoseconds of a state in a batch, CasADi's C in {programs.lanes} lanes, "
                  "Pinocchio one state at a time, best / median"),
    ]:
        table(title, ((*case, times(programs, *case, mode, args.turns)) for case in cases))
    if not args.no_counts:
        counts = ((*case, instructions(programs, *case)) for case in cases)
        rows = ((*case, {tool: (x,) for tool, x in found.items()}) for *case, found in counts)
        table("Instructions of a call, code for AVX2, by callgrind", rows)


def arguments():
    parser = argparse.ArgumentParser(description="Compiled dynamics beside that of rivals.")
    parser.add_argument("program", help="appell-benches")
    parser.add_argument("folder", help="with ROBOT.urdf for every robot")
    parser.add_argument("--core", type=int, default=0, help="the core that all run on")
    parser.add_argument("--turns", type=int, default=5, help="how often each is started")
    parser.add_argument("--no-counts", action="store_true", help="no instruction counts")
    parser.add_argument("--robot", nargs="+", default=ROBOTS, help="only these robots")
    return parser.parse_args()


if __name__ == "__main__":
    main()
