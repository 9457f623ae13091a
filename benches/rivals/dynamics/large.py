#!/usr/bin/env python3
"""Compiled dynamics of large public robots beside Pinocchio, on one core.

    python large.py APPELL PROGRAM FOLDER [--core N] [--turns N] [--counts] [--robot NAME ...]

APPELL is the command, PROGRAM is appell-benches. The robots are those of the package example-robot-data, in
which joints that follow others (mimic) move by themselves and friction and motors are left out, and serial
chains, which no public robot of this size is: chain50 has 50 joints. Appell reads each and writes it as URDF
into FOLDER, from which both sides read it. Values are compared first, then all are timed in turns. Prints
Markdown.
"""

import argparse
import json
import math
import os
import re
import sys
import xml.etree.ElementTree as xml
from pathlib import Path

import pinocchio

from dynamics import Programs, compare, instructions, numbers, run, shown, times

QUANTITIES = ["Q", "M", "qdd"]
ROBOTS = {
    "g1": "g1_description/urdf/g1_29dof_rev_1_0.urdf",
    "talos_reduced": "talos_data/robots/talos_reduced.urdf",
    "alex": "alex_description/urdf/alex_psyonic_hands.urdf",
    "g1_hands": "g1_description/urdf/g1_29dof_with_hand_rev_1_0.urdf",
    "talos": "talos_data/robots/talos_full_v2.urdf",
    "tiago": "tiago_description/robots/tiago.urdf",
    "tiago_dual": "tiago_description/robots/tiago_dual.urdf",
}
COLUMNS = ["robot", "joints", "quantity", "Appell", "Pinocchio", "Pinocchio / Appell", "Appell, 1000 calls",
           "Appell, batch", "calls / batch"]
CHAINS = ["chain30", "chain50", "chain75", "chain100"]


class Large(Programs):
    """Without CasADi: its C of these robots takes the compiler too long."""

    def __init__(self, appell, program, folder):
        super().__init__(program, folder)
        self.appell = appell
        self.joints = {}

    def prepare(self, robot):
        place = self.folder / robot
        place.mkdir(exist_ok=True)
        given, urdf = place / "given.urdf", place / f"{robot}.urdf"
        given.write_text(ordered(public(robot) if robot in ROBOTS else chain(int(robot.removeprefix("chain")))))
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
            "Pinocchio": [[*self.pinocchio(machine), place / "tree", quantity]],
        }


def public(robot):
    """A file of example-robot-data, without what Pinocchio does not have in Q and M:
    joints that follow others, friction, and the rotors of motors."""
    package = Path(pinocchio.__file__)
    prefix = next(parent for parent in package.parents if parent.name == "cmeel.prefix")
    text = (prefix / "share/example-robot-data/robots" / ROBOTS[robot]).read_text()
    names = ["mimic", "dynamics", "transmission"]
    left_out = "|".join(rf"<{name}\b[^>]*/>|<{name}\b.*?</{name}>" for name in names)
    return re.sub(left_out, "", text, flags=re.DOTALL)


def ordered(text):
    """The joints in the order of Pinocchio, whose mass matrix needs the joints of a branch one after the other;
    Appell keeps the order of the file."""
    model = pinocchio.buildModelFromXML(text)
    root = xml.fromstring(text)

    def place(joint):
        name = joint.get("name")
        if model.existJointName(name):
            return model.getJointId(name), 0
        frame = model.getFrameId(name)
        return model.frames[frame].parentJoint, frame

    for joint in sorted(root.findall("joint"), key=place):
        root.remove(joint)
        root.append(joint)
    return xml.tostring(root, encoding="unicode")


def chain(count):
    """A serial chain: each axis at right angles to the one before, links with all inertial parameters."""
    parts = ['<robot name="chain"><link name="link0"/>']
    for k in range(1, count + 1):
        size = 1 + 0.37 * (k % 5)
        inertia = " ".join(f'{name}="{value * size:.5f}"' for name, value in [
            ("ixx", 0.021), ("iyy", 0.024), ("izz", 0.017), ("ixy", 0.001), ("ixz", -0.002), ("iyz", 0.0015)])
        parts.append(
            f'<link name="link{k}"><inertial><origin xyz="{0.02 * (k % 3)} 0.03 {0.05 * (k % 2)}"/>'
            f'<mass value="{size}"/><inertia {inertia}/></inertial></link>'
            f'<joint name="joint{k}" type="continuous"><parent link="link{k - 1}"/><child link="link{k}"/>'
            f'<origin xyz="0.1 0 {0.05 * (k % 4)}" rpy="{(-1) ** k * math.pi / 2!r} 0 0"/><axis xyz="0 0 1"/></joint>')
    return "\n".join(parts) + "</robot>\n"


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
    print(f"\n| {' | '.join(COLUMNS)} |\n|{'---|' * len(COLUMNS)}")
    for robot in args.robot:
        for quantity in QUANTITIES:
            single = times(programs, robot, quantity, "call", args.turns)
            (ours, _), (other, _) = single["Appell"], single["Pinocchio"]
            kept, many = (own_times(programs, robot, quantity, mode, args.turns) for mode in ("calls", "batch"))
            cells = [robot, str(programs.joints[robot]), f"`{quantity}`", shown(ours), shown(other),
                     f"{other / ours:.1f}", shown(kept), shown(many), f"{kept / many:.1f}"]
            if args.counts:
                found = instructions(programs, robot, quantity)
                cells += [f"{found['Appell']:.0f}", f"{found['Pinocchio']:.0f}"]
            print(f"| {' | '.join(cells)} |", flush=True)


def own_times(programs, robot, quantity, mode, turns):
    """Our best nanoseconds a state."""
    [command] = programs.of(robot, quantity)["Appell"]
    return min(min(numbers(run(*command, mode))) for _ in range(turns))


def arguments():
    parser = argparse.ArgumentParser(description="Large robots, compiled, beside Pinocchio.")
    parser.add_argument("appell", help="the command")
    parser.add_argument("program", help="appell-benches")
    parser.add_argument("folder", help="for what is made on the way")
    parser.add_argument("--core", type=int, default=0, help="the core that all run on")
    parser.add_argument("--turns", type=int, default=3, help="how often each is started")
    parser.add_argument("--counts", action="store_true", help="instructions of a call, too")
    parser.add_argument("--robot", nargs="+", default=[*ROBOTS, *CHAINS], help="only these robots")
    return parser.parse_args()


if __name__ == "__main__":
    main()
