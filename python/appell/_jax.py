"""Functions for JAX: XLA calls the machine code itself, and derivatives are our products with Jacobians."""

from __future__ import annotations

import functools
import math
from collections.abc import Callable, Sequence
from typing import Any

import jax
import jax.numpy as jnp
from jax.extend.core import Primitive
from jax.interpreters import ad, batching, mlir

from . import _appell
from ._function import Function

_TARGET = "appell_call"
jax.ffi.register_ffi_target(_TARGET, _appell.Function.xla_handler(), platform="cpu")


def function(of: Function) -> Callable[..., Any]:
    """A function of robots as one of JAX, with derivatives of any order, forward and backward.

    Its arguments are those of the function, for one state: `jax.vmap` gives many. Results are in the
    precision of the arguments; inside, all is calculated in double precision.
    """
    names, shapes = of.argument_names, [tuple(shape) for _, shape, _, _ in of.arguments]

    def call(*arguments: Any) -> Any:
        if len(arguments) != len(shapes):
            given = ", ".join(names)
            raise TypeError(f"expected {len(shapes)} arguments ({given}), got {len(arguments)}")
        dtype = jnp.result_type(*arguments, float)
        arrays = []
        for name, shape, argument in zip(names, shapes, arguments, strict=True):
            array = jnp.asarray(argument, dtype)
            if array.shape != shape:
                raise ValueError(
                    f"`{name}` must have the shape {shape}, got {array.shape}; jax.vmap takes many states"
                )
            arrays.append(array)
        return _call(of, arrays)

    call.__name__ = call.__qualname__ = "_".join(name for name, _ in of.results)
    return call


def _call(of: Function, arguments: Sequence[Any]) -> Any:
    """The results, each in its shape."""
    entries = _evaluate.bind(*arguments, of=of)
    results, first = [], 0
    for _, shape in of.results:
        last = first + math.prod(shape)
        results.append(entries[first:last].reshape(tuple(shape)))
        first = last
    return results[0] if len(results) == 1 else tuple(results)


# Two primitives: the results of a function one after the other, and their derivatives in a direction. Both
# take any leading axes.
_evaluate = Primitive("appell_evaluate")
_product = Primitive("appell_product")


@functools.cache
def _number(of: Function) -> int:
    return of.register()


@functools.cache
def _forward(of: Function) -> Function:
    return of.jvp(of.argument_names)


@functools.cache
def _backward(of: Function) -> Function:
    return of.vjp(of.argument_names)


def _result(of: Function, arguments: Sequence[Any]) -> tuple[tuple[int, ...], Any]:
    """The shape and the type of all entries of the results."""
    count = sum(math.prod(shape) for _, shape in of.results)
    rank = len(of.arguments[0][1])
    first = arguments[0]
    return (*first.shape[: first.ndim - rank], count), first.dtype


def _run(*arguments: Any, of: Function) -> Any:
    shape, dtype = _result(of, arguments)
    result = jax.ShapeDtypeStruct(shape, dtype)
    call = jax.ffi.ffi_call(_TARGET, result)
    return call(*arguments, function=_number(of))


def _run_product(*arguments: Any, of: Function) -> Any:
    return _run(*arguments, of=_forward(of))


def _abstract(*arguments: Any, of: Function) -> Any:
    shape, dtype = _result(of, arguments)
    return jax.core.ShapedArray(shape, dtype)


def _batched(primitive: Primitive) -> Callable[..., Any]:
    def rule(arguments: Sequence[Any], axes: Sequence[Any], *, of: Function) -> Any:
        pairs = list(zip(arguments, axes, strict=True))
        size = next(x.shape[axis] for x, axis in pairs if axis is not None)
        moved = [
            jnp.broadcast_to(x, (size, *x.shape)) if axis is None else jnp.moveaxis(x, axis, 0)
            for x, axis in pairs
        ]
        return primitive.bind(*moved, of=of), 0

    return rule


def _evaluate_derivative(arguments: Sequence[Any], directions: Sequence[Any], *, of: Function) -> Any:
    given = [ad.instantiate_zeros(direction) for direction in directions]
    return _evaluate.bind(*arguments, of=of), _product.bind(*arguments, *given, of=of)


def _product_derivative(arguments: Sequence[Any], directions: Sequence[Any], *, of: Function) -> Any:
    given = [ad.instantiate_zeros(direction) for direction in directions]
    change = _product.bind(*arguments, *given, of=_forward(of))
    return _product.bind(*arguments, of=of), change


def _transposed(weights: Any, *arguments: Any, of: Function) -> list[Any]:
    """A product is linear in the direction: from weights of its results to those of the direction."""
    count = len(of.arguments)
    given = arguments[:count]
    if isinstance(weights, ad.Zero):
        return [None] * len(arguments)
    parts, first = [], 0
    for _, shape in of.results:
        last = first + math.prod(shape)
        parts.append(weights[..., first:last].reshape((*weights.shape[:-1], *shape)))
        first = last
    entries = _evaluate.bind(*given, *parts, of=_backward(of))
    gradients: list[Any] = [None] * count
    first = 0
    for (_, shape, _, _), direction in zip(of.arguments, arguments[count:], strict=True):
        last = first + math.prod(shape)
        gradient = entries[..., first:last].reshape((*entries.shape[:-1], *shape))
        gradients.append(gradient if ad.is_undefined_primal(direction) else None)
        first = last
    return gradients


for _primitive, _implementation in ((_evaluate, _run), (_product, _run_product)):
    _primitive.def_impl(functools.partial(jax.jit, static_argnames="of")(_implementation))
    _primitive.def_abstract_eval(_abstract)
    mlir.register_lowering(_primitive, mlir.lower_fun(_implementation, multiple_results=False))
    batching.primitive_batchers[_primitive] = _batched(_primitive)
ad.primitive_jvps[_evaluate] = _evaluate_derivative
ad.primitive_jvps[_product] = _product_derivative
ad.primitive_transposes[_product] = _transposed
