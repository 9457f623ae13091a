"""Products with Jacobians against the dense Jacobians, finite differences, CasADi and JAX."""

from __future__ import annotations

import ctypes
import subprocess

import numpy as np
import pytest
from conftest import load

ROBOTS = ["2r", "panda", "scara", "flex1r"]
QUANTITIES = ["Q", "qdd", "M", "T[tool]", "J", "Ek"]


def arguments(function, rng, *leading):
    return [rng.uniform(-1, 1, (*leading, *shape)) for _, shape, _, _ in function.arguments]


# dQ/dq leaves Coulomb friction out, which the SCARA has and whose load changes with q
@pytest.mark.parametrize("name", ["2r", "panda", "puma560", "flex1r"])
def test_products_with_the_dense_jacobians_of_Q(name, rng):
    robot = load(name)
    q, qd, qdd = arguments(robot.Q, rng, 5)
    dense = [robot.evaluate(by, q=q, qd=qd, qdd=qdd) for by in ("dQ/dq", "dQ/dqd", "dQ/dqdd")]
    weights = rng.standard_normal(q.shape)
    left = robot.vjp("Q")(q, qd, qdd, weights)
    for found, matrix in zip(left, dense, strict=True):
        np.testing.assert_allclose(found, np.einsum("sij,si->sj", matrix, weights), rtol=1e-9, atol=1e-9)
    directions = rng.standard_normal((3, *q.shape))
    right = robot.jvp("Q")(q, qd, qdd, *directions)
    expected = sum(np.einsum("sij,sj->si", m, d) for m, d in zip(dense, directions, strict=True))
    np.testing.assert_allclose(right, expected, rtol=1e-9, atol=1e-9)


@pytest.mark.parametrize("quantity", QUANTITIES)
@pytest.mark.parametrize("name", ROBOTS)
def test_products_against_finite_differences(name, quantity, rng):
    if (name, quantity) == ("scara", "qdd"):
        pytest.skip("accelerations with Coulomb friction are found by iteration")
    function = load(name)[quantity]
    at = arguments(function, rng)
    directions = arguments(function, rng)
    step = 1e-5
    ahead = function(*(x + step * d for x, d in zip(at, directions, strict=True)))
    behind = function(*(x - step * d for x, d in zip(at, directions, strict=True)))
    expected = (ahead - behind) / (2 * step)
    found = function.jvp()(*at, *directions)
    scale = max(1.0, np.abs(expected).max())
    np.testing.assert_allclose(found / scale, expected / scale, atol=2e-7)
    weights = rng.standard_normal(np.shape(expected))
    gradient = function.vjp()(*at, weights)
    gradient = gradient if isinstance(gradient, tuple) else (gradient,)
    sums = sum(np.sum(g * d) for g, d in zip(gradient, directions, strict=True))
    assert sums == pytest.approx(np.sum(weights * found), rel=1e-9, abs=1e-9 * scale)


def test_derivatives_by_parameters(two, rng):
    G = two.function("G", parameters=True)
    q = rng.standard_normal(2)
    values = np.array([two.parameters[name] for name in G.parameters], dtype=float)
    gradient = G.vjp("parameters")(q, values, [1.0, 0.0])
    for k in range(len(values)):
        step = np.eye(len(values))[k] * 1e-6
        difference = (G(q, values + step) - G(q, values - step))[0] / 2e-6
        assert gradient[k] == pytest.approx(difference, abs=1e-7)


def test_second_derivatives(two, rng):
    """The product of a product: by the arguments that the first one added, too."""
    gradient = two.Q.vjp("q")
    at = arguments(gradient, rng)
    directions = arguments(gradient, rng)
    step = 1e-6
    ahead = gradient(*(x + step * d for x, d in zip(at, directions, strict=True)))
    behind = gradient(*(x - step * d for x, d in zip(at, directions, strict=True)))
    found = gradient.jvp()(*at, *directions)
    np.testing.assert_allclose(found, (ahead - behind) / (2 * step), rtol=1e-6, atol=1e-6)


def test_generated_products(two, rng, tmp_path):
    """The same products as source in C and in Python."""
    q, qd, qdd, weights = rng.standard_normal((4, 2))
    expected = np.concatenate(two.vjp("Q")(q, qd, qdd, weights))
    (text,) = two.generate("python", "Q", product="vjp").values()
    names: dict = {}
    exec(text, names)  # noqa: S102
    found = names["robot_2r_Q_vjp"](q, qd, qdd, weights)
    np.testing.assert_allclose(np.concatenate(found), expected, rtol=1e-12)
    two.generate("c", "Q", product="vjp", out=tmp_path)
    library = tmp_path / "library.so"
    source = tmp_path / "robot_2r_Q_vjp.c"
    subprocess.run(["gcc", "-O1", "-shared", "-fPIC", "-o", library, source, "-lm"], check=True)
    function = ctypes.CDLL(str(library)).robot_2r_Q_vjp
    arrays = [q, qd, qdd, weights, *np.zeros((3, 2))]
    function(*(array.ctypes.data_as(ctypes.POINTER(ctypes.c_double)) for array in arrays))
    np.testing.assert_allclose(np.concatenate(arrays[4:]), expected, rtol=1e-12)
    with pytest.raises(ValueError, match="`product` must be vjp or jvp"):
        two.generate("c", "Q", product="jacobian")


def test_what_it_may_be_by(two):
    with pytest.raises(ValueError, match="`by` must be among q, qd, qdd, got 'tau'"):
        two.Q.vjp("tau")


@pytest.mark.parametrize("quantity", QUANTITIES)
@pytest.mark.parametrize("name", ["panda", "flex1r"])
def test_casadi_has_our_values_and_derivatives(name, quantity, rng):
    casadi = pytest.importorskip("casadi")
    function = load(name)[quantity]
    other = function.casadi()
    at = arguments(function, rng)
    expected = np.asarray(function(*at))
    found = np.asarray(other(*at)).reshape(expected.shape)
    np.testing.assert_allclose(found, expected, rtol=1e-10, atol=1e-10)
    symbols = [casadi.SX.sym(f"x{k}", x.size) for k, x in enumerate(at)]
    whole = casadi.densify(casadi.vec(other(*symbols).T))
    weights = rng.standard_normal(expected.shape)
    gradient = casadi.Function("gradient", symbols, [casadi.gradient(casadi.dot(whole, weights.ravel()), symbols[0])])
    ours = function.vjp("q")(*at, weights)
    np.testing.assert_allclose(np.asarray(gradient(*at)).ravel(), ours.ravel(), rtol=1e-8, atol=1e-8)
