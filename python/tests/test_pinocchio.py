"""Every quantity that Pinocchio has, on five robots, against Pinocchio."""

from __future__ import annotations

import warnings

import numpy as np
import pytest
from conftest import load

pin = pytest.importorskip("pinocchio")

ROBOTS = ["2r", "scara", "puma560", "ur5", "panda"]


@pytest.fixture(params=ROBOTS)
def pair(request):
    robot = load(request.param)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # friction of the SCARA, which URDF does not have
        model = pin.buildModelFromXML(robot.urdf())
    if request.param == "2r":  # URDF has no gravity of its own
        model.gravity.linear = np.array([0, -9.81, 0])
    assert tuple(model.names)[1:] == robot.joints
    return robot, model, model.createData()


def configuration(model, q):
    """Joints without limits have the cosine and the sine of their angle in Pinocchio."""
    entries = []
    for joint, angle in zip(list(model.joints)[1:], q, strict=True):
        entries += [np.cos(angle), np.sin(angle)] if joint.nq == 2 else [angle]
    return np.array(entries)


def close(found, expected):
    scale = max(1.0, np.abs(expected).max())
    np.testing.assert_allclose(np.asarray(found) / scale, np.asarray(expected) / scale, atol=1e-11)


def test_dynamics(pair, rng):
    robot, model, data = pair
    # friction is in Q, and Pinocchio's functions have none
    still = np.zeros(model.nv)
    rest = pin.computePotentialEnergy(model, data, configuration(model, still))
    for _ in range(5):
        q, v, a, tau = rng.uniform(-2, 2, (4, model.nv))
        config = configuration(model, q)
        mass = pin.crba(model, data, config)
        mass = np.triu(mass) + np.triu(mass, 1).T
        gravity = pin.computeGeneralizedGravity(model, data, config)
        close(robot.M(q), mass)
        close(robot.G(q), gravity)
        friction = robot.Qf(q, v, a)
        close(robot.Q(q, v, a) - friction, pin.rnea(model, data, config, v, a))
        close(robot.c(q, v), pin.nonLinearEffects(model, data, config, v) - gravity)
        if not friction.any():
            close(robot.qdd(q, v, tau), pin.aba(model, data, config, v, tau))
            by_q, by_v, by_a = pin.computeRNEADerivatives(model, data, config, v, a)
            close(robot.evaluate("dQ/dq", q=q, qd=v, qdd=a), by_q)
            close(robot.evaluate("dQ/dqd", q=q, qd=v, qdd=a), by_v)
            close(robot.evaluate("dQ/dqdd", q=q, qd=v, qdd=a), np.triu(by_a) + np.triu(by_a, 1).T)
            pin.computeABADerivatives(model, data, config, v, tau)
            close(robot.evaluate("dqdd/dq", q=q, qd=v, tau=tau), data.ddq_dq)
            close(robot.evaluate("dqdd/dqd", q=q, qd=v, tau=tau), data.ddq_dv)
            inverse = data.Minv
            close(robot.evaluate("dqdd/dtau", q=q), np.triu(inverse) + np.triu(inverse, 1).T)
        close(robot.Ek(q, v), pin.computeKineticEnergy(model, data, config, v))
        level = robot.Ep(q) - robot.Ep(still)
        close(level, pin.computePotentialEnergy(model, data, config) - rest)
        coriolis = pin.computeCoriolisMatrix(model, data, config, v)
        close(robot.C(q, v) @ v, coriolis @ v)
        close(robot.p(q, v), mass @ v)


def test_kinematics(pair, rng):
    robot, model, data = pair
    for _ in range(3):
        q, v, a = rng.uniform(-2, 2, (3, model.nv))
        config = configuration(model, q)
        pin.forwardKinematics(model, data, config, v, a)
        pin.computeJointJacobians(model, data, config)
        pin.computeJointJacobiansTimeVariation(model, data, config, v)
        for number in range(1, model.nv + 1):
            name = f"[{robot.joints[number - 1]}]"
            place = data.oMi[number].homogeneous
            own = robot.evaluate(f"T0{name}", q=q)
            # frames of a URDF may be turned against ours about the axis of the joint: origins are compared
            if not np.allclose(own, place, atol=1e-9):
                axis = robot.evaluate(f"J{name}", q=q)
                reference = pin.getJointJacobian(model, data, number, pin.LOCAL_WORLD_ALIGNED)
                close(axis[3:], reference[3:])
                continue
            close(own, place)
            world = pin.LOCAL_WORLD_ALIGNED
            close(robot.evaluate(f"J{name}", q=q), pin.getJointJacobian(model, data, number, world))
            rate = pin.getJointJacobianTimeVariation(model, data, number, world)
            close(robot.evaluate(f"Jdot{name}", q=q, qd=v), rate)
            velocity = pin.getVelocity(model, data, number, pin.LOCAL)
            close(robot.evaluate(f"v{name}", q=q, qd=v), velocity.linear)
            close(robot.evaluate(f"omega{name}", q=q, qd=v), velocity.angular)
            acceleration = pin.getAcceleration(model, data, number, pin.LOCAL)
            close(robot.evaluate(f"eps{name}", q=q, qd=v, qdd=a), acceleration.angular)


def test_joint_reactions(pair, rng):
    robot, model, data = pair
    q, v, a = rng.uniform(-2, 2, (3, model.nv))
    config = configuration(model, q)
    pin.forwardKinematics(model, data, config)
    pin.rnea(model, data, config, v, a)
    for number, name in enumerate(robot.joints, 1):
        own, turned = robot.evaluate(f"T0[{name}]", q=q)[:3, :3], data.oMi[number].rotation
        close(own @ robot.evaluate(f"f[{name}]", q=q, qd=v, qdd=a), turned @ data.f[number].linear)
        close(own @ robot.evaluate(f"n[{name}]", q=q, qd=v, qdd=a), turned @ data.f[number].angular)


def test_regressor(pair, rng):
    robot, model, data = pair
    q, v, a = rng.uniform(-2, 2, (3, model.nv))
    config = configuration(model, q)
    reference = pin.computeJointTorqueRegressor(model, data, config, v, a)
    pin.forwardKinematics(model, data, config)
    compared = 0
    for number in range(model.nv):
        own = robot.evaluate(f"T0[{number + 1}]", q=q)
        # inertial parameters are those about the axes of the frame
        if not np.allclose(own, data.oMi[number + 1].homogeneous, atol=1e-9):
            continue
        # xx, yy, zz and integrals of x y, x z, y z here; xx, xy, yy, xz, yz, zz of the tensor there
        columns = robot.Y(q, v, a)[:, 10 * number : 10 * (number + 1)][:, [0, 1, 2, 3, 4, 7, 5, 8, 9, 6]]
        signs = np.array([1, 1, 1, 1, 1, -1, 1, -1, -1, 1])
        close(columns * signs, reference[:, 10 * number : 10 * (number + 1)])
        compared += 1
    assert compared > 0
