"""The Panda's inverse dynamics from Python: Appell's package and Pinocchio's bindings, one core.

    pip install ./python pin
    python benches/rivals/python.py

`appell-benches --million` does the same in Rust.
"""

import subprocess
import sys
import time

import appell
import numpy as np
import pinocchio as pin


def best(work, calls=1, runs=15):
    """Nanoseconds of processor time of a call, the shortest of some runs."""
    shortest = float("inf")
    for _ in range(runs):
        start = time.process_time()
        for _ in range(calls):
            work()
        shortest = min(shortest, time.process_time() - start)
    return shortest / calls * 1e9


def imported(name):
    """Milliseconds of processor time of an import in a new process, the shortest of some."""
    text = f"import time; t = time.process_time(); import {name}; print(time.process_time() - t)"
    runs = [float(subprocess.check_output([sys.executable, "-c", text])) for _ in range(9)]
    return min(runs) * 1e3


robot = appell.load("panda")
model = pin.buildModelFromXML(robot.urdf())
data = model.createData()
rng = np.random.default_rng(1)
q, v, a = rng.standard_normal((3, 7))
out = np.zeros(7)
print(f"Q, a call                       {best(lambda: robot.Q(q, v, a), 20000):9.0f} ns")
print(f"Q, a call with out              {best(lambda: robot.Q(q, v, a, out=out), 20000):9.0f} ns")
print(f"pin.rnea, a call                {best(lambda: pin.rnea(model, data, q, v, a), 20000):9.0f} ns")
print(f"an empty call                   {best(lambda: None, 20000):9.0f} ns")

STATES = 1_000_000
q, v, a = rng.standard_normal((3, STATES, 7))
out = np.zeros((STATES, 7))
columns = [np.asfortranarray(x) for x in (q, v, a)]
gradient = robot.vjp("Q")
print("a state of 10^6:")
print(f"Q, state by state               {best(lambda: robot.Q(q, v, a, out=out, threads=1), 1, 9) / STATES:9.1f} ns")
print(f"Q, inputs entry by entry        {best(lambda: robot.Q(*columns, out=out, threads=1), 1, 9) / STATES:9.1f} ns")
print(f"vjp of Q                        {best(lambda: gradient(q, v, a, q, threads=1), 1, 5) / STATES:9.1f} ns")
print(f"pin.rnea in a loop              {best(lambda: [pin.rnea(model, data, *x) for x in zip(q[:5000], v, a)], 1, 5) / 5000:9.1f} ns")
print(f"Q: {robot.Q.operations}; vjp: {gradient.operations}")
print(f"import numpy                    {imported('numpy'):9.1f} ms")
print(f"import numpy, appell            {imported('numpy, appell'):9.1f} ms")
