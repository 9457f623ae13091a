"""PyTorch: operators, gradients of first and second order, torch.compile, against our own numbers."""

from __future__ import annotations

import numpy as np
import pytest
from conftest import load

torch = pytest.importorskip("torch")
from torch.autograd import forward_ad  # noqa: E402

QUANTITIES = ["Q", "qdd", "M", "T[tool]", "J"]


def arguments(function, rng, *leading, dtype=torch.float64):
    shapes = [(*leading, *shape) for _, shape, _, _ in function.arguments]
    return [torch.tensor(rng.uniform(-1, 1, shape), dtype=dtype, requires_grad=True) for shape in shapes]


@pytest.mark.parametrize("quantity", QUANTITIES)
def test_numbers(quantity, rng):
    function = load("panda")[quantity]
    call = function.torch()
    for leading in [(), (5,), (2, 3)]:
        at = arguments(function, rng, *leading)
        found = call(*at).detach().numpy()
        np.testing.assert_array_equal(found, function(*(x.detach().numpy() for x in at)))
    single = arguments(function, rng, 4, dtype=torch.float32)
    assert call(*single).dtype == torch.float32


@pytest.mark.parametrize("quantity", QUANTITIES)
def test_gradients_by_finite_differences(quantity, rng):
    function = load("2r")[quantity]
    call = function.torch()
    assert torch.autograd.gradcheck(call, arguments(function, rng, 3))
    assert torch.autograd.gradgradcheck(call, arguments(function, rng))


@pytest.mark.parametrize("quantity", QUANTITIES)
def test_the_operator_is_sound(quantity, rng):
    from appell._torch import _evaluate, _number

    function = load("panda")[quantity]
    torch.library.opcheck(_evaluate, (arguments(function, rng, 2), _number(function)))


def test_the_panda_by_finite_differences(rng):
    function = load("panda").Q
    assert torch.autograd.gradcheck(function.torch(), arguments(function, rng))


def test_compiled(rng):
    function = load("panda").Q
    call = function.torch()

    def loss(*x):
        return (call(*x) ** 2).sum()

    at = arguments(function, rng, 6)
    eager = torch.autograd.grad(loss(*at), at)
    compiled = torch.compile(loss, backend="aot_eager", fullgraph=True)
    found = torch.autograd.grad(compiled(*at), at)
    for a, b in zip(eager, found, strict=True):
        torch.testing.assert_close(a, b, rtol=1e-12, atol=1e-12)


@pytest.mark.parametrize("quantity", ["Q", "M"])
def test_vmap(quantity, rng):
    """A mapped axis gives the bits of a leading axis, wherever it is, and has gradients."""
    function = load("panda")[quantity]
    call = function.torch()
    q, *others = [x.detach() for x in arguments(function, rng, 5)]
    fixed = [x[0] for x in others]
    expected = call(q, *fixed)
    dims = (0, *(None for _ in others))
    torch.testing.assert_close(torch.func.vmap(call, in_dims=dims)(q, *fixed), expected, rtol=0, atol=0)
    dims = (1, *(None for _ in others))
    torch.testing.assert_close(torch.func.vmap(call, in_dims=dims)(q.T, *fixed), expected, rtol=0, atol=0)
    q.requires_grad_()
    weights = torch.tensor(rng.uniform(-1, 1, expected.shape))
    mapped = torch.func.vmap(lambda x: call(x, *fixed))(q)
    (found,) = torch.autograd.grad((weights * mapped).sum(), q)
    (plain,) = torch.autograd.grad((weights * call(q, *fixed)).sum(), q)
    torch.testing.assert_close(found, plain, rtol=1e-12, atol=1e-12)


def test_transforms_and_forward_derivatives(rng):
    """Those of `torch.func` in both directions, forward derivatives, also where `torch.compile` is around them."""
    function = load("panda").Q
    call = function.torch()
    q, qd, qdd = (x.detach() for x in arguments(function, rng))
    dense = load("panda").evaluate("dQ/dq", q=q.numpy(), qd=qd.numpy(), qdd=qdd.numpy())
    dense = torch.from_numpy(dense)
    Q = lambda x: call(x, qd, qdd)  # noqa: E731
    along = lambda x: torch.func.jvp(Q, (x,), (q,))[1]  # noqa: E731

    def dual(x):
        with forward_ad.dual_level():
            return forward_ad.unpack_dual(Q(forward_ad.make_dual(x, q))).tangent

    states = torch.stack([q + 1, q])
    found = {
        "jacfwd": (torch.func.jacfwd(Q)(q), dense),
        "jacrev": (torch.func.jacrev(Q)(q), dense),
        "mapped": (torch.func.vmap(torch.func.jacrev(Q))(states)[1], dense),
        "grad": (torch.func.grad(lambda x: Q(x).sum())(q), dense.sum(0)),
        "jvp": (along(q), dense @ q),
        "linearize": (torch.func.linearize(Q, q)[1](q), dense @ q),
        "dual": (dual(q), dense @ q),
        "compiled jvp": (torch.compile(along, backend="aot_eager")(q), dense @ q),
        "compiled dual": (torch.compile(dual, backend="aot_eager")(q), dense @ q),
        "second": (torch.func.jacfwd(torch.func.jacfwd(Q))(q), torch.func.jacrev(torch.func.jacrev(Q))(q)),
    }
    for name, (own, expected) in found.items():
        torch.testing.assert_close(own, expected, rtol=1e-10, atol=1e-10, msg=name)


def test_a_number_has_second_derivatives(rng):
    robot = load("2r")
    energy = robot.Ep.torch()
    q = torch.tensor(rng.uniform(-1, 1, 2))
    expected = torch.from_numpy(robot.evaluate("dQ/dq", q=q.numpy()))
    for hessian in (torch.func.hessian(energy)(q), torch.autograd.functional.hessian(energy, q)):
        torch.testing.assert_close(hessian, expected, rtol=1e-10, atol=1e-10)


@pytest.mark.parametrize("dtype", [torch.complex128, torch.bool])
def test_what_is_no_real_number_is_refused(dtype):
    call = load("2r").M.torch()
    with pytest.raises(ValueError, match="`q` must be a tensor of real numbers"):
        call(torch.zeros(2, dtype=dtype))


def test_arguments_are_broadcast_and_checked(rng):
    function = load("2r").Q
    call = function.torch()
    q, qd, qdd = arguments(function, rng)
    many = torch.stack([q, q + 1]).detach().requires_grad_()
    found = call(many, qd, qdd)
    assert found.shape == (2, 2)
    found.sum().backward()
    assert many.grad.shape == (2, 2) and qd.grad.shape == (2,)
    with pytest.raises(ValueError, match="`q` must end in the shape"):
        call(torch.zeros(3), qd, qdd)
    with pytest.raises(TypeError, match="expected 3 arguments"):
        call(q)
