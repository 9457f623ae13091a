"""JAX: jit, vmap, grad, jvp and second derivatives against our own numbers and finite differences."""

from __future__ import annotations

import numpy as np
import pytest
from conftest import load

jax = pytest.importorskip("jax")
jax.config.update("jax_enable_x64", True)
jnp = jax.numpy

QUANTITIES = ["Q", "qdd", "M", "T[tool]", "J"]


def arguments(function, rng, *leading):
    return [rng.uniform(-1, 1, (*leading, *shape)) for _, shape, _, _ in function.arguments]


@pytest.mark.parametrize("quantity", QUANTITIES)
def test_jit_and_vmap(quantity, rng):
    function = load("panda")[quantity]
    call = function.jax()
    at = arguments(function, rng)
    np.testing.assert_allclose(jax.jit(call)(*at), function(*at), rtol=1e-12, atol=1e-12)
    many = arguments(function, rng, 6)
    np.testing.assert_allclose(jax.jit(jax.vmap(call))(*many), function(*many), rtol=1e-12, atol=1e-12)
    # only the first argument varies
    axes = (0,) + (None,) * (len(at) - 1)
    np.testing.assert_allclose(
        jax.vmap(call, in_axes=axes)(many[0], *at[1:]), function(many[0], *at[1:]), rtol=1e-12, atol=1e-12
    )


@pytest.mark.parametrize("quantity", QUANTITIES)
def test_derivatives_forward_and_backward(quantity, rng):
    function = load("panda")[quantity]
    call = function.jax()
    at = arguments(function, rng)
    directions = arguments(function, rng)
    _, forward = jax.jvp(call, tuple(at), tuple(directions))
    np.testing.assert_allclose(forward, function.jvp()(*at, *directions), rtol=1e-10, atol=1e-10)
    numbers = tuple(range(len(at)))
    loss = lambda *x: jnp.sum(call(*x) ** 2)  # noqa: E731
    gradient = jax.jit(jax.grad(loss, argnums=numbers))(*at)
    step = 1e-6
    for k in numbers:
        for entry in (0, at[k].size - 1):
            change = np.zeros(at[k].size)
            change[entry] = step
            shifted = [x + change.reshape(x.shape) if j == k else x for j, x in enumerate(at)]
            behind = [x - change.reshape(x.shape) if j == k else x for j, x in enumerate(at)]
            difference = (np.sum(function(*shifted) ** 2) - np.sum(function(*behind) ** 2)) / (2 * step)
            scale = max(1.0, abs(difference))
            assert float(np.ravel(gradient[k])[entry]) / scale == pytest.approx(difference / scale, abs=1e-5)
    per_state = jax.vmap(jax.grad(loss, argnums=0))(*(np.stack([x, x]) for x in at))
    np.testing.assert_allclose(per_state[1], gradient[0], rtol=1e-10, atol=1e-10)


def test_arrays_of_jax_are_taken_where_they_lie(rng):
    q = rng.standard_normal((5, 7))
    assert np.array_equal(load("panda").M(jnp.asarray(q)), load("panda").M(q))


def test_hessian(rng):
    function = load("2r")["Ek"]
    q, qd = arguments(function, rng)
    hessian = jax.hessian(function.jax(), argnums=1)(q, qd)
    np.testing.assert_allclose(hessian, load("2r").M(q), rtol=1e-10)


def test_single_precision_and_wrong_shapes(rng):
    function = load("2r")["M"]
    call = function.jax()
    single = call(jnp.zeros(2, jnp.float32))
    np.testing.assert_allclose(single, function(np.zeros(2)), rtol=1e-6)
    with pytest.raises(ValueError, match=r"`q` must have the shape \(2,\)"):
        call(np.zeros(3))
    with pytest.raises(TypeError, match=r"expected 1 arguments \(q\)"):
        call(np.zeros(2), np.zeros(2))
