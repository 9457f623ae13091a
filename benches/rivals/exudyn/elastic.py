#!/usr/bin/env python3
"""Elastic arms in Exudyn, by beams of the absolute nodal coordinate formulation.

    python elastic.py OUT.json      makes the reference for crates/mechanics/tests/exudyn.rs
    python elastic.py --time        times 10 s of the two-link arm, with its error

Exudyn (Gerstmayr, Multibody System Dynamics, 2023) is a C++ code with Python in front.  Its
cable elements bend and stretch without limit; ours bend in a few modes of a linear theory, so
the two agree as far as deflections are small and the axial stiffness is large.
"""

import argparse
import json
import math
import time

import exudyn as exu
import exudyn.itemInterface as items
import numpy as np

# case A and D: the beam of Kane, Ryan, Banerjee 1987 and Simo, Vu-Quoc 1986
SPIN = {"L": 10.0, "EA": 2.8e7, "EI": 1.4e4, "rhoA": 1.2, "omega": 6.0, "T": 15.0}
# case C: the arm of De Luca and Siciliano 1991
ARM = {"l": 0.5, "rhoA": 0.2, "EI": 1.0, "Jh1": 0.1, "mh2": 1.0, "Jh2": 0.1, "mp": 0.1, "Jp": 0.0005}
ARM_START = {"theta": [0.0, math.pi / 4], "rate": [2.0, -3.0]}
# a cantilever of 1 m that sags under its weight and a load
SAG = {"L": 1.0, "EI": 20.0, "rhoA": 0.4, "load": 0.1, "g": 9.81}


class Arm:
    """Planar beams and rigid bodies, and how they are joined."""

    def __init__(self):
        self.container = exu.SystemContainer()
        self.mbs = self.container.AddSystem()
        self.ground = self.mbs.AddObject(items.ObjectGround())

    def beam(self, start, angle, length, elements, rho_a, ei, ea, origin_velocity=(0.0, 0.0), rate=0.0):
        """A straight beam in rigid motion; its nodes and elements."""
        along = np.array([math.cos(angle), math.sin(angle)])
        across = np.array([-along[1], along[0]])
        nodes, cables = [], []
        for k in range(elements + 1):
            x = length * k / elements
            place = np.array(start) + x * along
            velocity = np.array(origin_velocity) + rate * x * across
            nodes.append(self.mbs.AddNode(items.NodePoint2DSlope1(
                referenceCoordinates=[*place, *along],
                initialVelocities=[*velocity, *(rate * across)])))
        for a, b in zip(nodes, nodes[1:]):
            cables.append(self.mbs.AddObject(items.ObjectANCFCable2D(
                length=length / elements, massPerLength=rho_a,
                bendingStiffness=ei, axialStiffness=ea,
                useReducedOrderIntegration=0, nodeNumbers=[a, b])))
        return nodes, cables

    def body(self, mass, inertia, place, angle=0.0, velocity=(0.0, 0.0), rate=0.0):
        node = self.mbs.AddNode(items.NodeRigidBody2D(
            referenceCoordinates=[*place, angle], initialVelocities=[*velocity, rate]))
        body = self.mbs.AddObject(items.ObjectRigidBody2D(
            nodeNumber=node, mass=mass, inertia=inertia))
        return node, body

    def pin(self, one, other):
        self.mbs.AddObject(items.ObjectJointRevolute2D(markerNumbers=[one, other]))

    def weld(self, rigid_node, cable_node):
        """A beam's node turns and moves with a rigid body: position, and slope along its x axis."""
        one = self.mbs.AddMarker(items.MarkerNodePosition(nodeNumber=rigid_node))
        other = self.mbs.AddMarker(items.MarkerNodePosition(nodeNumber=cable_node))
        self.pin(one, other)
        angle = self.mbs.AddMarker(items.MarkerNodeCoordinate(nodeNumber=rigid_node, coordinate=2))
        one = self.mbs.AddMarker(items.MarkerNodeRigid(nodeNumber=rigid_node))
        other = self.mbs.AddMarker(items.MarkerNodeRigid(nodeNumber=cable_node))
        self.mbs.AddObject(items.ObjectJointGeneric(
            markerNumbers=[one, other], constrainedAxes=[0, 0, 0, 0, 0, 1]))
        return angle

    def at(self, body_or_none, place=(0.0, 0.0)):
        body = self.ground if body_or_none is None else body_or_none
        return self.mbs.AddMarker(items.MarkerBodyPosition(bodyNumber=body, localPosition=[*place, 0.0]))

    def watch(self, node):
        """Remembers the coordinates of a beam's node in every step."""
        return node, self.mbs.AddSensor(items.SensorNode(
            nodeNumber=node, storeInternal=True,
            outputVariableType=exu.OutputVariableType.Coordinates))

    def history(self, watched):
        """Times, and at each of them x, y and the direction of the beam there."""
        node, sensor = watched
        rows = self.mbs.GetSensorStoredData(sensor)
        x, y, along, across = (rows[:, 1:] + self.mbs.GetNode(node)["referenceCoordinates"]).T
        return rows[:, 0], np.array([x, y, np.arctan2(across, along)]).T

    def settings(self, end, steps, every):
        """Of a motion in steps, of which every so many are remembered."""
        settings = exu.SimulationSettings()
        settings.timeIntegration.endTime = end
        settings.timeIntegration.numberOfSteps = steps
        settings.timeIntegration.verboseMode = 0
        settings.timeIntegration.generalizedAlpha.spectralRadius = 0.9
        settings.timeIntegration.newton.useModifiedNewton = True
        settings.solution.file.write = False
        settings.solution.sensors.writePeriod = end / steps * every
        settings.show.computationTime = False
        settings.linearSolver.solverType = exu.LinearSolverType.EigenSparse
        return settings


def cantilever_frequencies(elements):
    """Case A: the first three angular frequencies of a clamped beam."""
    arm = Arm()
    nodes, _ = arm.beam([0, 0], 0.0, SPIN["L"], elements, SPIN["rhoA"], SPIN["EI"], SPIN["EA"])
    arm.mbs.Assemble()
    values, _ = arm.mbs.ComputeODE2Eigenvalues(
        constrainedCoordinates=[0, 1, 3], convert2Frequencies=False, useAbsoluteValues=True)
    return [float(x) for x in np.sqrt(np.sort(values))[:3]]


def sag(elements):
    """The tip of a clamped beam at rest under its weight and a load at the tip."""
    arm = Arm()
    nodes, cables = arm.beam([0, 0], 0.0, SAG["L"], elements, SAG["rhoA"], SAG["EI"], 1e7)
    ground = arm.mbs.AddNode(items.NodePointGround())
    still = arm.mbs.AddMarker(items.MarkerNodeCoordinate(nodeNumber=ground, coordinate=0))
    for coordinate in [0, 1, 3]:
        marker = arm.mbs.AddMarker(items.MarkerNodeCoordinate(nodeNumber=nodes[0], coordinate=coordinate))
        arm.mbs.AddObject(items.ObjectConnectorCoordinate(markerNumbers=[still, marker]))
    for cable in cables:
        marker = arm.mbs.AddMarker(items.MarkerBodyMass(bodyNumber=cable))
        arm.mbs.AddLoad(items.LoadMassProportional(markerNumber=marker, loadVector=[0, -SAG["g"], 0]))
    tip = arm.mbs.AddMarker(items.MarkerNodePosition(nodeNumber=nodes[-1]))
    arm.mbs.AddLoad(items.LoadForceVector(markerNumber=tip, loadVector=[0, -SAG["load"] * SAG["g"], 0]))
    arm.mbs.Assemble()
    settings = exu.SimulationSettings()
    settings.solution.file.write = False
    settings.staticSolver.newton.relativeTolerance = 1e-9
    settings.staticSolver.verboseMode = 0
    if arm.mbs.SolveStatic(settings, updateInitialValues=True) is False:
        raise RuntimeError("no state at rest")
    return [float(x) for x in arm.mbs.GetNodeOutput(nodes[-1], exu.OutputVariableType.Displacement)[:2]]


def spun(t):
    """The angle of the root in case D, and its rate."""
    omega, end = SPIN["omega"], SPIN["T"]
    if t >= end:
        return omega * (t - end / 2), omega
    wave = 2 * math.pi / end
    return (omega / end * (t * t / 2 + (math.cos(wave * t) - 1) / wave**2),
            omega / end * (t - math.sin(wave * t) / wave))


def spin_up(elements, steps, times):
    """Case D: the tip in the frame that turns with the root, at some times."""
    arm = Arm()
    nodes, _ = arm.beam([0, 0], 0.0, SPIN["L"], elements, SPIN["rhoA"], SPIN["EI"], SPIN["EA"])
    hub, body = arm.body(1.0, 1.0, [0, 0])
    arm.pin(arm.at(None), arm.at(body))
    angle = arm.weld(hub, nodes[0])
    ground = arm.mbs.AddNode(items.NodePointGround())
    still = arm.mbs.AddMarker(items.MarkerNodeCoordinate(nodeNumber=ground, coordinate=0))
    arm.mbs.AddObject(items.ObjectConnectorCoordinate(
        markerNumbers=[still, angle],
        offsetUserFunction=lambda mbs, t, item, offset: spun(t)[0],
        offsetUserFunction_t=lambda mbs, t, item, offset: spun(t)[1]))
    tip = arm.watch(nodes[-1])
    arm.mbs.Assemble()
    if arm.mbs.SolveDynamic(arm.settings(max(times), steps, 1)) is False:
        raise RuntimeError("no motion")
    instants, places = arm.history(tip)
    psi = np.array([spun(t)[0] for t in instants])
    u = np.cos(psi) * places[:, 0] + np.sin(psi) * places[:, 1] - SPIN["L"]
    v = -np.sin(psi) * places[:, 0] + np.cos(psi) * places[:, 1]
    # Exudyn may cut a step, so instants need not be at the times that are asked for
    tip = [[float(np.interp(t, instants, it)) for it in [u, v]] for t in times]
    return {"times": times, "tip": tip, "lowest": float(v.min()),
            "lowest_at": float(instants[v.argmin()])}


def two_links(elements, steps, times, ea=1e5):
    """Case C: free motion of the arm that is straight at the start, links in rigid motion."""
    arm = Arm()
    mbs = arm.mbs
    length, (a, b), (first, second) = ARM["l"], ARM_START["theta"], ARM_START["rate"]
    elbow = length * np.array([math.cos(a), math.sin(a)])
    elbow_velocity = first * length * np.array([-math.sin(a), math.cos(a)])
    heading, turning = a + b, first + second
    tip = elbow + length * np.array([math.cos(heading), math.sin(heading)])
    tip_velocity = elbow_velocity + turning * length * np.array([-math.sin(heading), math.cos(heading)])
    ei, rho_a = ARM["EI"], ARM["rhoA"]
    one, _ = arm.beam([0, 0], a, length, elements, rho_a, ei, ea, rate=first)
    two, _ = arm.beam(elbow, heading, length, elements, rho_a, ei, ea, elbow_velocity, turning)
    hub_node, hub = arm.body(1.0, ARM["Jh1"], [0, 0], a, rate=first)
    arm.pin(arm.at(None), arm.at(hub))
    arm.weld(hub_node, one[0])
    elbow_node, elbow_body = arm.body(ARM["mh2"], ARM["Jh2"], elbow, heading, elbow_velocity, turning)
    end_of_one = mbs.AddMarker(items.MarkerNodePosition(nodeNumber=one[-1]))
    arm.pin(end_of_one, arm.at(elbow_body))
    arm.weld(elbow_node, two[0])
    load_node, _ = arm.body(ARM["mp"], ARM["Jp"], tip, heading, tip_velocity, turning)
    arm.weld(load_node, two[-1])
    watched = [arm.watch(node) for node in [one[0], one[-1], two[0], two[-1]]]
    mbs.Assemble()
    # sensors only at the times that are asked for
    settings = arm.settings(max(times), steps, round(steps * min(times) / max(times)))
    start = time.perf_counter()
    if mbs.SolveDynamic(settings) is False:
        raise RuntimeError("no motion")
    seconds = time.perf_counter() - start
    histories = [arm.history(it) for it in watched]
    rows = []
    for t in times:
        k = int(np.argmin(abs(histories[0][0] - t)))
        root, before, after, end = (history[k] for _, history in histories)
        elbow_angle = (after[2] - before[2] + math.pi) % (2 * math.pi) - math.pi
        rows.append([float(x) for x in [root[2], elbow_angle, *before[:2], *end[:2]]])
    return {"times": times, "theta_elbow_tip": rows}, seconds


def reference():
    times = [2.5, 5.0, 7.5, 10.0, 12.5, 15.0]
    return {
        "exudyn": exu.__version__,
        "cantilever": {str(n): cantilever_frequencies(n) for n in [8, 16, 32]},
        "sag": {**SAG, "tip": sag(16)},
        "spin_up": {**SPIN, **spin_up(16, 6000, times)},
        "two_links": {**ARM, **ARM_START, **two_links(12, 8000, [0.25, 0.5, 1.0, 2.0])[0]},
    }


def timing():
    """10 s of the two-link arm: seconds, and the error of the tip at the end against a fine run."""
    times = [10.0]
    exact, _ = two_links(8, 80000, times)
    for steps in [1000, 2000, 5000, 10000, 20000]:
        runs = [two_links(8, steps, times) for _ in range(3)]
        seconds = min(seconds for _, seconds in runs)
        pairs = zip(runs[0][0]["theta_elbow_tip"], exact["theta_elbow_tip"])
        error = max(abs(a - b) for row, other in pairs for a, b in zip(row[4:], other[4:]))
        print(json.dumps({"tool": f"exudyn {exu.__version__}", "steps": steps,
                          "seconds": round(seconds, 3), "error_m": error}), flush=True)


def main():
    parser = argparse.ArgumentParser(description="Elastic arms in Exudyn.")
    parser.add_argument("out", nargs="?", help="JSON file to write")
    parser.add_argument("--time", action="store_true", help="time 10 s of the two-link arm")
    args = parser.parse_args()
    if args.time:
        timing()
    if args.out:
        with open(args.out, "w", encoding="utf-8") as file:
            json.dump(reference(), file, indent=1)
            file.write("\n")


if __name__ == "__main__":
    main()
