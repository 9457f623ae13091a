#!/usr/bin/env python3
"""Vibrations of beams that turn and are bent by what they carry: a chain of rigid pieces with springs against bending
and twist between them and full rotations, all derivatives by automatic differentiation.

    python3 bent.py        # needs numpy, scipy and jax; writes bent.json

The error of the chain falls with the square of its pieces: 10 and 20 of them are extrapolated. SI units.
"""

import json
from pathlib import Path

import jax
import jax.numpy as jnp
import numpy as np
import scipy.linalg

jax.config.update("jax_enable_x64", True)

LENGTH, DENSITY, AREA = 0.8, 2700.0, 4e-4
INERTIA_Y, INERTIA_Z = 5.3e-8, 3.3e-9
STIFFNESS = np.array([2.6e10 * 1.1e-8, 7e10 * INERTIA_Y, 7e10 * INERTIA_Z])


def cross(v):
    return jnp.array([[0, -v[2], v[1]], [v[2], 0, -v[0]], [-v[1], v[0], 0]])


def rotation(v):
    square = v @ v
    safe = jnp.where(square < 1e-8, 1.0, square)
    angle = jnp.sqrt(safe)
    a = jnp.where(square < 1e-8, 1 - square / 6 + square**2 / 120, jnp.sin(angle) / angle)
    b = jnp.where(square < 1e-8, 0.5 - square / 24 + square**2 / 720, (1 - jnp.cos(angle)) / safe)
    return jnp.eye(3) + a * cross(v) + b * cross(v) @ cross(v)


class Chain:
    """Bodies: where on the beam, mass, centre from there, inertia about it."""

    def __init__(self, pieces, bodies, omega, origin):
        self.step = LENGTH / pieces
        self.joints = (np.arange(pieces) + 0.5) * self.step
        self.omega, self.origin = jnp.array(omega, float), jnp.array(origin, float)
        edges = np.concatenate([[0], self.joints, [LENGTH]])
        self.starts, width = edges[:-1], np.diff(edges)
        self.mass = DENSITY * AREA * width
        self.centre = width / 2
        section = DENSITY * np.array([INERTIA_Y + INERTIA_Z, INERTIA_Y, INERTIA_Z])
        slender = np.array([[0, m * w * w / 12, m * w * w / 12] for m, w in zip(self.mass, width)])
        self.inertia = np.array([np.diag(s + section * w) for s, w in zip(slender, width)])
        self.bodies = bodies
        self.stiffness = np.tile(STIFFNESS / self.step, pieces)

    def places(self, q):
        """Centres and axes of all pieces and bodies."""

        def carry(start, turn):
            axes, place, length = start
            place, axes = place + axes[:, 0] * length, axes @ rotation(turn)
            return (axes, place, self.step), (axes, place)

        begin = (jnp.eye(3), jnp.zeros(3), self.step / 2)
        _, (axes, places) = jax.lax.scan(carry, begin, q.reshape(-1, 3))
        axes = jnp.concatenate([jnp.eye(3)[None], axes])
        places = jnp.concatenate([jnp.zeros((1, 3)), places])
        centres = [places + axes[:, :, 0] * jnp.array(self.centre)[:, None]]
        all_axes = [axes]
        for x, _, centre, _ in self.bodies:
            piece = int(np.searchsorted(self.joints, x - 1e-12))
            lever = jnp.array([x - self.starts[piece], 0, 0]) + jnp.array(centre)
            centres.append((places[piece] + axes[piece] @ lever)[None])
            all_axes.append(axes[piece][None])
        return jnp.concatenate(centres), jnp.concatenate(all_axes)

    def lagrangian(self, q, rates):
        (places, axes), (moves, turns) = jax.jvp(self.places, (q,), (rates,))
        mass = jnp.array(list(self.mass) + [body[1] for body in self.bodies])
        inertia = jnp.array(list(self.inertia) + [np.array(body[3], float) for body in self.bodies])
        velocity = moves + jnp.cross(self.omega, places + self.origin)
        skew = jnp.einsum("kji,kjl->kil", axes, turns)
        omega = jnp.stack([skew[:, 2, 1], skew[:, 0, 2], skew[:, 1, 0]], 1)
        omega += jnp.einsum("kji,j->ki", axes, self.omega)
        kinetic = jnp.sum(mass * jnp.sum(velocity**2, 1)) + jnp.einsum("ki,kij,kj", omega, inertia, omega)
        return (kinetic - jnp.sum(self.stiffness * q * q)) / 2

    def frequencies(self, count):
        still = jnp.zeros(len(self.stiffness))
        slope, curvature = jax.jit(jax.grad(self.lagrangian)), jax.jit(jax.hessian(self.lagrangian))
        q = still
        for _ in range(30):
            q = q - jnp.linalg.solve(curvature(q, still), slope(q, still))
        stiffness = -np.array(curvature(q, still))
        mass = np.array(jax.hessian(self.lagrangian, 1)(q, still))
        mixed = np.array(jax.jacfwd(jax.grad(self.lagrangian, 1), 0)(q, still))
        zero, one = np.zeros_like(mass), np.eye(len(mass))
        left = np.block([[zero, one], [-stiffness, mixed.T - mixed]])
        found = scipy.linalg.eigvals(left, np.block([[one, zero], [zero, mass]])).imag
        return np.sort(found[found > 1e-9])[:count]


def extrapolated(bodies, omega, origin=(0, 0, 0), count=4):
    coarse, fine = (Chain(pieces, bodies, omega, origin).frequencies(count) for pieces in (10, 20))
    return ((4 * fine - coarse) / 3).tolist()


def oblique(roll, pitch, yaw):
    turn = lambda axis, angle: np.array(rotation(jnp.array(np.eye(3)[axis] * angle)))
    return turn(2, yaw) @ turn(1, pitch) @ turn(0, roll)


if __name__ == "__main__":
    two = [
        (0.8, 0.4, (0.1, 0.05, 0), np.diag([0.001, 0.002, 0.0025])),
        (0.32, 0.7, (0, 0, -0.1), np.diag([0.003, 0.002, 0.0015])),
    ]
    axes = oblique(0.4, -0.7, 0.3)
    cases = {
        "two bodies, 25 rad/s about z": extrapolated(two, (0, 0, 25)),
        "oblique second link, 8 rad/s": extrapolated(
            [(0.8, 0.5, (0, 0, 0), np.zeros((3, 3)))], axes.T @ [0, 0, 8], axes.T @ [0.3, 0.1, 0]
        ),
    }
    Path(__file__).with_name("bent.json").write_text(json.dumps(cases, indent=1) + "\n")
