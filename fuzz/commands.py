#!/usr/bin/env python3
"""Runs the command `appell` on mutated files and looks at how it ends.

    fuzz/commands.py --appell target/release/appell --runs 100000 --seed 1

Robots, tables, URDF, xacro, SDF, MJCF, scenarios, sweeps, states, notations, catalogues and papers (LaTeX, reStructuredText,
notebooks, HTML, archives) are changed at random: roughly
(bytes, lines, hostile pieces of text) or gently (numbers and words for others of their kind), and every
command is run on them with `--time 2` (or another, `--limit`) and `--memory 1`. A run has failed when it

  - ends by a signal, or with another code than 0, 1, 2, 3;
  - panics, or speaks of an internal error;
  - takes far more than its time (see LATE), or more than 1 GiB of memory, or does not end at all;
  - lets a control character of its input out to the terminal;
  - leaves a temporary file behind.

What failed is kept in `--keep` as JSON: the arguments and the files of the run. All of `fuzz/runs` are
such runs; they are replayed first. The same seed gives the same runs.
"""

import argparse
import io
import json
import multiprocessing
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import tarfile
import tempfile
import threading
import time
from pathlib import Path

HOUSE = Path(__file__).resolve().parent.parent
MEMORY = 1 << 30
# on a busy machine a run takes longer on the clock than on the processor, but not so long
HANGS = 30.0
# seconds above its time after which a run has failed: what is done after the limit (half a million rows
# summed up, a quarter of a GiB given back) takes most of a second, on a slow machine several
LATE = 4.0
QUANTITIES = "Q M C c G qdd J Jdot T[tool] omega v a F N f n Ek Ep EA1 Y base dQ/dq dqdd/dq K modes sag".split()
# how often each is run: those that measure or search take a hundred times as long as the others
COMMANDS = {
    "show": 6, "derive": 12, "eval": 12, "generate": 8, "check": 12, "convert": 6,
    "simulate": 10, "inverse": 8, "size": 6, "linearise": 5, "ik": 3, "sweep": 4, "explain": 1,
    "bench": 0.2, "optimise": 0.2,
}
NUMBERS = (
    "0 -0 1 -1 2 0.5 1e-3 -1e-3 90 180 1000 1e9 -1e9 1e17 1e100 1e300 1e308 -1e308 1e-300 5e-324 1e999 nan inf "
    "-inf 9223372036854775808 0x10 1_000 1e3 3.14159 1e-17 4294967296"
).split()
HOSTILE = [
    "\x1b[31m", "\x00", "\u202e", "\ufeff", "]]", "[[joint]]", "[[motion]]", "\"", "'''", "{", "}", "(", ")",
    "../../../../etc/passwd", "/dev/zero", "/proc/self/environ", "\n", "=", ",", ";", "\\frac{", "\\begin{", "$$",
    "^{" * 50, "(" * 300, "1e999999999", "9" * 400, "<!DOCTYPE x [<!ENTITY a 'b'>]>", "&a;", "\\def\\x{\\x\\x}\\x",
    "2^99999999", "q1", "qd1''''''", "sqrt(-1)", "1/0", "pi", "cos(cos(cos(q1)))", "NaN", "\r\n", "\t", "é", "𝟙",
]
CONTROLS = re.compile(rb"[\x00-\x08\x0b-\x1f\x7f]|\xc2[\x80-\x9f]|\xe2\x80[\xaa-\xae]|\xe2\x81[\xa6-\xa9]")


# properties, macros with blocks and defaults, conditions, a recursion with an end, a file of its own
XACRO = [
    """<robot name="arms" xmlns:xacro="http://www.ros.org/wiki/xacro">
  <xacro:arg name="count" default="2"/><xacro:property name="m" value="${2 * pi / max(1, 3)}"/>
  <xacro:macro name="arm" params="n parent mass:=${m} *origin">
    <link name="l${n}"><inertial><mass value="${mass}"/><origin xyz="0.1 0 0"/>
      <inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial></link>
    <joint name="j${n}" type="continuous"><parent link="${parent}"/><child link="l${n}"/>
      <xacro:insert_block name="origin"/><axis xyz="0 0 1"/></joint>
    <xacro:if value="${n &lt; int('$(arg count)')}">
      <xacro:arm n="${n + 1}" parent="l${n}"><origin xyz="${[1, 2][0]} 0 0"/></xacro:arm>
    </xacro:if>
  </xacro:macro>
  <link name="base"/><xacro:arm n="1" parent="base"><origin xyz="0 0 1"/></xacro:arm>
</robot>""",
    """<robot name="slide" xmlns:xacro="http://www.ros.org/wiki/xacro">
  <xacro:include filename="robot.xacro" ns="other" optional="true"/>
  <xacro:property name="d" value="${dict(a=1.5, b='x y'.split())}"/><xacro:property name="o"><origin xyz="0 0 ${d.a}"/></xacro:property>
  <link name="rail"/><xacro:element xacro:name="link" name="cart"><inertial><mass value="${d['a'] if len(d.b) == 2 else 3}"/>
    <inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial></xacro:element>
  <joint name="x" type="prismatic"><parent link="rail"/><child link="cart"/><xacro:insert_block name="o"/><axis xyz="1 0 0"/></joint>
</robot>""",
]


# variants of inverse dynamics and of a simulation, by each method and with each way to vary a number
SWEEPS = [
    """robot = "2r"
[parameters]
M2 = 3
[[motion]]
name = "reach"
to = [1, -0.5]
duration = 1
[[payload]]
mass = 1
[sweep]
method = "sobol"
count = 40
part = 10
[[sweep.vary]]
path = "payload[1].mass"
from = 0
to = 5
[[sweep.vary]]
path = "motion[reach].duration"
scale = [0.5, 2]
""",
    """robot = "2r"
[parameters]
M2 = 3
[start]
q = [-1, 0.5]
[simulation]
duration = 0.1
[sweep]
method = "random"
count = 20
seed = 7
worst = "end_q1"
[[sweep.vary]]
path = "parameters.M2"
normal = { mean = 3, deviation = 0.1 }
[[sweep.vary]]
path = "start.q[1]"
values = [-1, 0, 1]
""",
    """robot = "panda"
[[motion]]
to = [0.1, 0.2, 0, -2, 0, 2, 0]
[[payload]]
mass = 2
centre = [0, 0, 0.1]
[sweep]
method = "grid"
[[sweep.vary]]
path = "payload[1].mass"
from = 0
to = 3
points = 4
[[sweep.vary]]
path = "payload[1].centre[3]"
values = [0, 0.1]
""",
]


# a table from which a robot is drafted, in LaTeX and in HTML; MathML with and without TeX
DRAFTS = [
    r"""\documentclass{article}\newcommand{\g}[2][g]{m_{#2} #1}\newenvironment{eq}{\begin{equation}}{\end{equation}}
\begin{document} The modified DH table: \begin{tabular}{ccccc} $i$ & $\alpha_{i-1}$ & $a_{i-1}$ & $d_i$ & $\theta_i$ \\ \hline
1 & 0 & 0 & 0 & $\theta_1^*$ \\ 2 & $-90^\circ$ & $l_1$ & $d_2$ & $\theta_2 - \pi/2$ \\ \end{tabular}
\input{part} \begin{eq} G_2 = \g{2} l_{c2} \cos\qty(\theta_1 + \theta_2) \end{eq} $$ + \SI{3}{m} $$ \end{document}""",
]
HTML = [
    """<html><head><title>x</title></head><body><table><tr><th>\\(a_i\\)</th><th>&alpha;</th><th>d</th><th>&theta;</th></tr>
<tr><td>l<sub>1</sub></td><td>90</td><td>0</td><td>q1*</td></tr></table>
<math display="block"><msub><mover><mi>q</mi><mo>&#x2d9;</mo></mover><mn>1</mn></msub><mo>=</mo><mo>[</mo><mtable><mtr><mtd><mn>1</mn></mtd></mtr></mtable><mo>]</mo></math>
<dd><math><semantics><mrow/><annotation encoding="application/x-tex">G_2 = M_2 g r_{2x}</annotation></semantics></math></dd>
<script type="math/tex; mode=display">G_2 = 0</script><p>$$ M_{22} = J_{2z} $$</body></html>""",
]


def paper_seeds(equations):
    """Good papers of every format, with some equations."""
    rst = [f"Title\n=====\n\n.. math::\n   :label: a\n\n   {it.strip('$ ')}\n\nand :math:`q_1`\n" for it in equations[:9]]
    cell = lambda it: {"cell_type": "markdown", "source": it.splitlines(keepends=True)}
    notebooks = [json.dumps({"cells": [cell(it), {"cell_type": "code", "source": "1"}], "nbformat": 4}) for it in equations[:9]]
    archive = io.BytesIO()
    with tarfile.open(fileobj=archive, mode="w") as tar:
        for name, text in (("main.tex", DRAFTS[0]), ("part.tex", equations[0])):
            about = tarfile.TarInfo(name)
            about.size = len(text.encode())
            tar.addfile(about, io.BytesIO(text.encode()))
    return {
        "paper.rst": rst, "paper.ipynb": notebooks, "paper.html": HTML,
        "paper.tar": [archive.getvalue().decode("latin-1")], "main.tex": DRAFTS,
    }


def seeds(appell):
    """Good files of every kind."""
    read = lambda pattern: [path.read_text() for path in sorted(HOUSE.glob(pattern))]
    robots = [text for text in read("crates/model/robots/*.toml") if len(text) < 20_000]
    with tempfile.TemporaryDirectory() as folder:
        def converted(name, ending, *options):
            out = f"{folder}/{name}{ending}"
            subprocess.run([appell, "convert", name, out, *options], capture_output=True, check=True)
            return Path(out).read_text()
        urdf = [converted(name, ".urdf") for name in ("2r", "scara", "panda", "ur5")]
        sdf = [converted(name, ".sdf") for name in ("2r", "scara", "tree", "ur5")]
        mjcf = [converted(name, ".xml") for name in ("2r", "scara", "panda", "tree")]
        tables = [converted(name, ".csv", "--convention", "modified") for name in ("2r", "puma560", "panda")]
    papers = []
    for text in read("crates/proof/papers/*.tex"):
        papers += re.findall(r"\$\$.{10,1500}?\$\$|\\begin\{equation\}.{10,1500}?\\end\{equation\}", text, re.S)[:40]
    return {
        "robot.toml": robots,
        "robot.urdf": urdf,
        "robot.xacro": XACRO + urdf[:2],
        "robot.sdf": sdf,
        "robot.xml": mjcf + read("crates/model/tests/main/mjcf/*.xml"),
        "robot.csv": tables,
        "scenario.toml": read("crates/scenario/scenarios/*.toml"),
        "sweep.toml": SWEEPS,
        "catalogue.toml": read("crates/actuation/catalogues/*.toml"),
        "notation.toml": read("crates/proof/papers/*.toml"),
        "paper.tex": papers,
        **paper_seeds(papers),
        "state.json": [
            '{"q": [0.3, -0.2], "qd": [1, 0.5], "qdd": [0, 0], "tau": [1, 2]}',
            '{"q": {"joint1": 0.3, "q2": -0.2}, "tau": {"joint2": 1}}',
            '{"q": [0.1, 0.2], "payload": {"f": [0, 1, 0], "n": [0, 0, 0]}, "parameters": {"M2": 5, "l1": 0.4}}',
        ],
        "states.csv": [
            "q1 [rad],q2 [rad],qd1,qd2,tau1,tau2\n0,0,0,0,0,0\n0.5,0.1,1,2,3,4\n",
            "t [s],joint1,dq1 [rad/s],Q_q2\n0,0,1,2\n1,0.5,1,0\n",
        ],
        "table.csv": ["t [s],q1 [rad],q2 [rad]\n0,0,0\n0.5,0.1,0.2\n1,0.3,0.1\n", "t,tau1,tau2\n0,1,2\n1,0,0\n"],
    }


def mutated(text, others, chance):
    """A text with a few changes."""
    for _ in range(chance.choice((1, 1, 1, 2, 3, 8))):
        numbers = list(re.finditer(r"-?\d+\.?\d*(?:e-?\d+)?", text))
        words = list(re.finditer(r"[A-Za-z_]+", text))
        kind = chance.random()
        if kind < 0.35 and numbers:
            at = chance.choice(numbers)
            text = text[: at.start()] + chance.choice(NUMBERS) + text[at.end() :]
        elif kind < 0.55 and words:
            at, word = chance.choice(words), chance.choice(re.findall(r"[A-Za-z_]+", chance.choice(others)) or ["x"])
            text = text[: at.start()] + word + text[at.end() :]
        elif kind < 0.7:
            lines = text.split("\n")
            at = chance.randrange(len(lines))
            line = chance.choice(chance.choice(others).split("\n"))
            lines[at : at + chance.choice((0, 1, 1, 2))] = [line] * chance.choice((0, 1, 1, 2, 5))
            text = "\n".join(lines)
        elif kind < 0.9:
            at = chance.randrange(len(text) + 1)
            text = text[:at] + chance.choice(HOSTILE) + text[at + chance.choice((0, 0, 1, 20)) :]
        else:
            at, length = chance.randrange(len(text) + 1), chance.randrange(1, 40)
            text = text[:at] + text[at + length :]
    return text


def new_run(good, chance):
    """The arguments of a run, and its files."""
    some = lambda: chance.sample(QUANTITIES, chance.choice((1, 1, 2)))
    change = lambda name: mutated(chance.choice(good[name]), good[name], chance)
    robot = chance.choice(
        ("robot.toml", "robot.toml", "robot.urdf", "robot.csv", "robot.xacro", "robot.sdf", "robot.xml")
    )
    files = {robot: change(robot)}
    command = chance.choices(*zip(*COMMANDS.items()))[0]
    if command == "show":
        return [command, robot, *chance.choice(((), ("--json",), ("--q", "1,2")))], files
    if command == "derive":
        form = chance.choice(("expanded", "grouped", "nested", "short"))
        language = chance.choice(("text", "latex", "typst", "json"))
        return [command, robot, *some(), "--form", form, "--as", language, "--terms", "20000"], files
    if command == "eval":
        way = chance.random()
        if way < 0.4:
            options = chance.choice(((), ("--json",), ("--q", "joint1=1"), ("--q", "1,2", "--quiet")))
            return [command, robot, *some(), *options], files
        if way < 0.7:
            options = chance.choice(((), ("--json",)))
            return [command, "2r", *some(), "--at", "state.json", *options], {"state.json": change("state.json")}
        files["states.csv"] = change("states.csv")
        out = chance.choice(((), ("--out", "out.csv"), ("--out", "out.parquet")))
        return [command, chance.choice(("2r", robot)), *some(), "--states", "states.csv", *out], files
    if command == "linearise":
        search = chance.choice(((), ("--trim",), ("--equilibrium",)))
        more = chance.choice(((), ("--json",), ("--sample", chance.choice(NUMBERS)), ("--outputs", "pose")))
        if chance.random() < 0.7:
            return [command, robot, *search, *more], files
        return [command, "2r", "--at", "state.json", *search, *more], {"state.json": change("state.json")}
    if command == "ik":
        place = ",".join(chance.choice(NUMBERS) if chance.random() < 0.1 else "0.3" for _ in range(6))
        if chance.random() < 0.7:
            target = chance.choice((("--pose", place), ("--position", "0.1,0.2,0.3")))
            return [command, robot, *target, *chance.choice(((), ("--ignore-limits",), ("--of", "1")))], files
        frame = mutated("{\"T\": [[1, 0, 0, 0.3], [0, 1, 0, 0.2], [0, 0, 1, 0.1], [0, 0, 0, 1]]}", NUMBERS, chance)
        return [command, "puma560", "--at", "pose.json", "--starts", "20"], {"pose.json": frame}
    if command == "generate":
        language = chance.choice("c rust python matlab julia cuda".split())
        options = chance.choice(((), (), ("--combined",), ("--test",)))
        return [command, robot, *some(), "--lang", language, *options, "--out", "code", "--force", "--terms", "20000"], files
    if command == "sweep":
        ways = ((), ("--json",), ("--shard", "1/2"), ("--merge",), ("--threads", "2"), ("--page", "p.html", "--worst", "w.toml"))
        return [command, "sweep.toml", "--out", "out.parquet", "--force", *chance.choice(ways)], {"sweep.toml": change("sweep.toml")}
    if command == "explain":
        return [command, chance.choice([word for word in HOSTILE if "\x00" not in word] + ["unknown-key", "error[json]"])], {}
    if command == "bench":
        return [command, chance.choice(("2r", robot)), "G", "--terms", "20000"], files
    if command == "convert":
        out = chance.choice(("out.toml", "out.urdf", "out.xml", "out.csv"))
        options = ["--convention", "standard"] if out.endswith("csv") else []
        return [command, robot, out, "--force", *options], files
    if command == "check":
        paper = chance.choice(("paper.tex", "paper.tex", "paper.tex", "paper.rst", "paper.ipynb", "paper.html", "paper.tar", "main.tex"))
        files = {paper: change(paper), "notation.toml": change("notation.toml")}
        if paper == "main.tex":
            files["part.tex"] = change("paper.tex")
            paper = chance.choice(("main.tex", "."))
        if chance.random() < 0.2:
            return [command, paper, "--init", "draft"], files
        name = chance.choice("2r rttrr ttrt 6r trttrr1 flex1r".split())
        options = chance.choice(((), ("--notation", "notation.toml"), ("--as", "html"), ("--json",), ("--as", "sarif")))
        return [command, paper, "--robot", name, *options], files
    files = {"scenario.toml": change("scenario.toml"), "table.csv": change("table.csv")}
    files["catalogue.toml"] = change("catalogue.toml") if good["catalogue.toml"] else ""
    out = [] if command in ("size", "optimise") else ["--out", "out.csv", "--force"]
    return [command, "scenario.toml", *out], files


def failure(appell, limit, arguments, files, folder):
    """Runs the command with a limit of so many seconds; why this is a failure, if it is one."""
    for old in folder.iterdir():
        shutil.rmtree(old) if old.is_dir() else old.unlink()
    for name, text in files.items():
        (folder / name).write_bytes(text.encode("utf-8", "surrogatepass"))
    with open(folder / ".said", "wb") as said:
        started = time.monotonic()
        child = subprocess.Popen(
            [appell, *arguments, "--time", str(limit), "--memory", "1"],
            cwd=folder, stdin=subprocess.DEVNULL, stdout=said, stderr=said,
        )
        # not child.kill, which would take the end of the child away from wait4
        watch = threading.Timer(HANGS, os.kill, (child.pid, signal.SIGKILL))
        watch.start()
        _, status, used = os.wait4(child.pid, 0)
        watch.cancel()
        taken = time.monotonic() - started
    child.returncode = os.waitstatus_to_exitcode(status)
    text = (folder / ".said").read_bytes()
    if taken > HANGS:
        return "does not end"
    if child.returncode not in (0, 1, 2, 3):
        return f"exit {child.returncode}"
    if b"panicked" in text or b"internal error" in text:
        return "panic"
    # seconds on the clock are those of the whole machine: the processor's count where it is busy
    if taken > limit + LATE and used.ru_utime + used.ru_stime > limit + LATE:
        return f"{taken:.1f} s"
    if used.ru_maxrss * 1024 > MEMORY * 1.1:
        return f"{used.ru_maxrss >> 10} MiB"
    if CONTROLS.search(text):
        return "control character"
    if any(name.name.endswith(".tmp") for name in folder.rglob("*")):
        return "temporary file"
    return None


def work(job):
    """A worker: every so many of the runs of a seed."""
    appell, limit, good, seed, first, stride, runs, keep = job
    folder = Path(tempfile.mkdtemp(dir="/dev/shm" if os.path.isdir("/dev/shm") else None))
    failures, ends = [], {}
    for number in range(first, runs, stride):
        chance = random.Random(f"{seed}-{number}")
        arguments, files = new_run(good, chance)
        why = failure(appell, limit, arguments, files, folder)
        ends[arguments[0]] = ends.get(arguments[0], 0) + 1
        if why:
            failures.append(f"run {number}: {why}: {' '.join(arguments)}")
            print(failures[-1], flush=True)
            if keep:
                path = Path(keep) / f"{seed}-{number}.json"
                path.write_text(json.dumps({"arguments": arguments, "files": files}, indent=1))
    shutil.rmtree(folder)
    return failures, ends


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--appell", required=True, help="the command")
    parser.add_argument("--runs", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--limit", type=float, default=2.0, help="seconds that a run may take")
    parser.add_argument("--workers", type=int, default=os.cpu_count())
    parser.add_argument("--keep", help="a folder for the runs that failed")
    asked = parser.parse_args()
    appell = str(Path(asked.appell).resolve())
    failures = []
    with tempfile.TemporaryDirectory() as folder:
        for path in sorted((HOUSE / "fuzz/runs").glob("*.json")):
            kept = json.loads(path.read_text())
            why = failure(appell, asked.limit, kept["arguments"], kept["files"], Path(folder))
            if why:
                failures.append(f"{path.name}: {why}")
                print(failures[-1])
    started = time.monotonic()
    good = seeds(appell)
    jobs = [
        (appell, asked.limit, good, asked.seed, first, asked.workers, asked.runs, asked.keep)
        for first in range(asked.workers)
    ]
    counts = {}
    with multiprocessing.Pool(asked.workers) as pool:
        for found, ends in pool.imap_unordered(work, jobs):
            failures += found
            for command, count in ends.items():
                counts[command] = counts.get(command, 0) + count
    told = ", ".join(f"{command} {count}" for command, count in sorted(counts.items()))
    print(f"{asked.runs} runs in {time.monotonic() - started:.0f} s ({told}): {len(failures)} failed")
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()
