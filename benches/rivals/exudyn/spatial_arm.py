#!/usr/bin/env python3
"""A spatial arm with two elastic links in Exudyn, by geometrically exact beams.

    python spatial_arm.py OUT.json      adds its cases to the reference for crates/mechanics/tests/main/exudyn.rs

The first joint turns about z, the second, at the end of the first link, about y.  Both links bend in
two planes and twist.  The arm starts straight, its links in rigid motion, and moves freely.  The beams
(Simo, Reissner) bend, shear and stretch without limit; shear and axial stiffness are so large that both
hardly happen, as in a beam of Euler and Bernoulli.  Their elements have two nodes, so that the error
falls with the square of their number, and is taken away by Richardson's extrapolation.

At rates smaller by sqrt(2) and 2 the links bend 2.2 and 5.3 times less, so that what is of second order in their
bending becomes 5 and 28 times smaller.
"""

import json
import sys

import exudyn as exu
import exudyn.itemInterface as items
import numpy as np

ARM = {"l": 0.5, "density": 2000.0, "area": 1e-4, "E": 4e8, "Iy": 6e-9, "Iz": 4e-9, "G": 1e8, "It": 1e-8,
       "Jh1": 0.02, "mh2": 0.3, "Jh2": 1e-3, "mp": 0.1, "Jp": 2e-4, "rate": [2.0, 2.0]}
STIFF = 1e6
TIMES = [0.1, 0.2, 0.3, 0.4]
SLOWER = {"spatial_arm": 1.0, "spatial_arm_slower": 0.5**0.5, "spatial_arm_slowest": 0.5}


def arm(elements, steps, rates):
    """The places of elbow and tip at the times."""
    container = exu.SystemContainer()
    mbs = container.AddSystem()
    ground = mbs.AddObject(items.ObjectGround())
    length, (first, second) = ARM["l"], rates
    section = exu.BeamSection()
    density, about_y, about_z = ARM["density"], ARM["Iy"], ARM["Iz"]
    section.massPerLength = density * ARM["area"]
    section.stiffnessMatrix = np.diag(
        [STIFF, STIFF, STIFF, ARM["G"] * ARM["It"], ARM["E"] * about_y, ARM["E"] * about_z])
    section.inertia = density * np.diag([about_y + about_z, about_y, about_z])

    def node(place, velocity, rate):
        return mbs.AddNode(items.NodeRigidBodyRxyz(
            referenceCoordinates=[*place, 0, 0, 0], initialVelocities=[*velocity, *rate]))

    def beam(start, velocity, rate):
        nodes = []
        for k in range(elements + 1):
            way = np.array([length * k / elements, 0, 0])
            nodes.append(node(start + way, velocity + np.cross(rate, way), rate))
        for a, b in zip(nodes, nodes[1:]):
            mbs.AddObject(items.ObjectBeamGeometricallyExact(
                nodeNumbers=[a, b], length=length / elements, sectionData=section))
        return nodes

    def body(mass, inertia, place, velocity, rate):
        number = node(place, velocity, rate)
        return mbs.AddObject(items.ObjectRigidBody(
            mass=mass, inertia=[inertia] * 3 + [0] * 3, nodeNumber=number)), number

    def joint(one, other, axes):
        mbs.AddObject(items.GenericJoint(markerNumbers=[one, other], constrainedAxes=axes))

    def marker(number):
        return mbs.AddMarker(items.MarkerNodeRigid(nodeNumber=number))

    origin, still = np.zeros(3), np.zeros(3)
    elbow = np.array([length, 0, 0])
    turn = np.array([0, 0, first])
    both = np.array([0, second, first])
    elbow_velocity = np.cross(turn, elbow)
    tip_velocity = elbow_velocity + np.cross(both, elbow)
    one = beam(origin, still, turn)
    two = beam(elbow, elbow_velocity, both)
    _, hub = body(1.0, ARM["Jh1"], origin, still, turn)
    base = mbs.AddMarker(items.MarkerBodyRigid(bodyNumber=ground, localPosition=[0, 0, 0]))
    joint(base, marker(hub), [1, 1, 1, 1, 1, 0])
    joint(marker(hub), marker(one[0]), [1] * 6)
    _, second_hub = body(ARM["mh2"], ARM["Jh2"], elbow, elbow_velocity, both)
    joint(marker(one[-1]), marker(second_hub), [1, 1, 1, 1, 0, 1])
    joint(marker(second_hub), marker(two[0]), [1] * 6)
    _, load = body(ARM["mp"], ARM["Jp"], 2 * elbow, tip_velocity, both)
    joint(marker(load), marker(two[-1]), [1] * 6)
    watched = [mbs.AddSensor(items.SensorNode(
        nodeNumber=it, storeInternal=True, outputVariableType=exu.OutputVariableType.Position))
        for it in [one[-1], two[-1]]]
    mbs.Assemble()
    settings = exu.SimulationSettings()
    settings.timeIntegration.endTime = max(TIMES)
    settings.timeIntegration.numberOfSteps = steps
    settings.timeIntegration.verboseMode = 0
    settings.timeIntegration.generalizedAlpha.spectralRadius = 0.9
    settings.timeIntegration.newton.useModifiedNewton = False
    # with the default short steps do not converge, because of rounding
    settings.timeIntegration.newton.relativeTolerance = 1e-6
    settings.timeIntegration.newton.absoluteTolerance = 1e-8
    settings.solution.file.write = False
    settings.solution.sensors.writePeriod = max(TIMES) / steps
    settings.linearSolver.solverType = exu.LinearSolverType.EigenSparse
    if mbs.SolveDynamic(settings) is False:
        raise RuntimeError("no motion")
    rows = [mbs.GetSensorStoredData(sensor) for sensor in watched]
    # Exudyn may cut a step, so instants need not be at the times that are asked for
    at = lambda row, t: [np.interp(t, row[:, 0], row[:, k]) for k in (1, 2, 3)]
    return np.array([[x for row in rows for x in at(row, t)] for t in TIMES])


def best(rates):
    """Without the errors of elements and steps, which are of second order."""
    coarse, fine, shorter = arm(12, 400, rates), arm(24, 400, rates), arm(12, 800, rates)
    print("elements:", abs(fine - coarse).max(), "steps:", abs(shorter - coarse).max())
    return fine + (fine - coarse) / 3 + (shorter - coarse) * 4 / 3


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        cases = json.load(file)
    for name, factor in SLOWER.items():
        rates = [rate * factor for rate in ARM["rate"]]
        places = best(rates).round(9).tolist()
        cases[name] = {**ARM, "rate": rates, "times": TIMES, "elbow_tip": places}
    with open(sys.argv[1], "w", encoding="utf-8") as file:
        json.dump(cases, file, indent=1)
        file.write("\n")


main()
