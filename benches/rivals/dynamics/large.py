#!/usr/bin/env python3
"""Compiled dynamics of large public robots beside Pinocchio, on one core.

    python large.py APPELL PROGRAM FOLDER [--core N] [--turns N] [--counts] [--robot NAME ...]

APPELL is the command, PROGRAM is appell-benches. The robots are those of the package example-robot-data;
joints that follow others (mimic) move by themselves here. Appell reads each and writes it as URDF into FOLDER,
from which both sides read it. Values are compared first, then all are timed in turns. Prints Markdown.
"""

import argparse
import json
import os
import re
import sys
from pathlib import Path

import pinocchio

from dynamics import Programs, compare, instructions, numbers, run, shown, times

QUANTITIES = ["Q", "M", "qdd"]
ROBOTS = {
    "g1": "g1_description/urdf/g1_29dof_rev_1_0.urdf",
    "talos": "talos_data/robots/talos_full_v2.urdf",
    "tiago": "tiago_description/robots/tiago.urdf",
    "tiago_dual": "tiago_description/robots/tiago_dual.urdf",
}


class Large(Programs):
    """Without CasADi: its C of these robots takes the compiler too long."""

    def __init__(self, appell, program, folder):
        super().__init__(program, folder)
        self.appell = appell
        self.joints = {}

    def prepare(self, robot):
        place = self.folder / robot
        place.mkdir(exist_ok=True)
        package = Path(pinocchio.__file__)
        prefix = next(parent for parent in package.parents if parent.name == "cmeel.prefix")
        text = (prefix / "share/example-robot-data/robots" / ROBOTS[robot]).read_text()
        text = re.sub(r"<mimic\b[^>]*/>|<mimic\b.*?</mimic>", "", text, flags=re.DOTALL)
        given, urdf = place / "given.urdf", place / f"{robot}.urdf"
        given.write_text(text)
        run(self.appell, "convert", given, urdf, "--force")
        zeros = ",".join(["0"] * pinocchio.buildModelFromUrdf(str(urdf)).nv)
        shown = json.loads(run(self.appell, "eval", urdf, "G", "--json", "--q", zeros))
        lines = tree(urdf, shown["joints"])
        self.joints[robot] = len(lines)
        (place / "tree").write_text("\n".join(lines) + "\n")

    def of(self, robot, quantity, machine="native", batch=False):
        place = self.folder / robot
        return {
            "Appell": [[self.program, "--dynamics", place / f"{robot}.urdf", quantity]],
            "Pinocchio": [[*self.pinocchio[machine], place / "tree", quantity]],
        }


def tree(urdf, names):
    """The joints as Pinocchio reads them, in our order, as lines of pinocchio.cpp."""
    model = pinocchio.buildModelFromUrdf(str(urdf))
    numbers = {model.getJointId(name): number for number, name in enumerate(names, start=1)}
    numbers[0] = 0
    lines = []
    for name in names:
        joint = model.getJointId(name)
        place, body = model.jointPlacements[joint], model.inertias[joint]
        kind = model.joints[joint].shortname().removeprefix("JointModel").replace("UB", "")
        entries = [*place.rotation.ravel(), *place.translation, body.mass, *body.lever,
                   *body.inertia.ravel()]
        lines.append(" ".join([str(numbers[model.parents[joint]]), kind, *map(repr, map(float, entries))]))
    return lines


def main():
    args = arguments()
    os.sched_setaffinity(0, {args.core})
    folder = Path(args.folder).resolve()
    folder.mkdir(parents=True, exist_ok=True)
    programs = Large(Path(args.appell).resolve(), Path(args.program).resolve(), folder)
    for robot in args.robot:
        programs.prepare(robot)
        for quantity in QUANTITIES:
            compare(programs, robot, quantity)
    print("All values agree.")
    print("\n| robot | joints | quantity | Appell | Appell, batch | Pinocchio | Pinocchio / Appell |")
    print("|---|---|---|---|---|---|---|")
    for robot in args.robot:
        for quantity in QUANTITIES:
            single = times(programs, robot, quantity, "call", args.turns)
            batch = times(programs, robot, quantity, "batch", args.turns)
            (ours, _), (other, _), (many, _) = single["Appell"], single["Pinocchio"], batch["Appell"]
            cells = [robot, str(programs.joints[robot]), f"`{quantity}`", shown(ours), shown(many),
                     shown(other), f"{other / ours:.1f}"]
            if args.counts:
                found = instructions(programs, robot, quantity)
                cells += [f"{found['Appell']:.0f}", f"{found['Pinocchio']:.0f}"]
            print(f"| {' | '.join(cells)} |", flush=True)


def arguments():
    parser = argparse.ArgumentParser(description="Large robots, compiled, beside Pinocchio.")
    parser.add_argument("appell", help="the command")
    parser.add_argument("program", help="appell-benches")
    parser.add_argument("folder", help="for what is made on the way")
    parser.add_argument("--core", type=int, default=0, help="the core that all run on")
    parser.add_argument("--turns", type=int, default=3, help="how often each is started")
    parser.add_argument("--counts", action="store_true", help="instructions of a call, too")
    parser.add_argument("--robot", nargs="+", default=list(ROBOTS), help="only these robots")
    return parser.parse_args()


if __name__ == "__main__":
    main()
