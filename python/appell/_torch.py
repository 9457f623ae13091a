"""Functions for PyTorch: one operator, whose derivatives are our products with Jacobians."""

from __future__ import annotations

import functools
import math
from collections.abc import Callable, Sequence
from typing import Any

import torch
from torch.autograd import forward_ad

from ._function import Function

# Operators of PyTorch take tensors and plain values: a function is known to them by its number.
_FUNCTIONS: list[Function] = []


@functools.cache
def _number(of: Function) -> int:
    _FUNCTIONS.append(of)
    return len(_FUNCTIONS) - 1


@functools.cache
def _backward_number(number: int) -> int:
    of = _FUNCTIONS[number]
    return _number(of.vjp(of.argument_names))


@functools.cache
def _forward_number(number: int) -> int:
    of = _FUNCTIONS[number]
    return _number(of.jvp(of.argument_names))


def function(of: Function) -> Callable[..., Any]:
    """A function of robots as one of PyTorch, with derivatives of any order and for `torch.compile`.

    Its arguments are tensors on the CPU, with any leading axes, which are broadcast. Results are in the
    precision of the arguments; inside, all is calculated in double precision.
    """
    names, shapes = of.argument_names, [tuple(shape) for _, shape, _, _ in of.arguments]
    results = [tuple(shape) for _, shape in of.results]
    number = _number(of)

    def call(*arguments: Any) -> Any:
        if len(arguments) != len(shapes):
            given = ", ".join(names)
            raise TypeError(f"expected {len(shapes)} arguments ({given}), got {len(arguments)}")
        tensors = [torch.as_tensor(argument) for argument in arguments]
        for name, shape, tensor in zip(names, shapes, tensors, strict=True):
            if tensor.is_complex() or tensor.dtype == torch.bool:
                raise ValueError(f"`{name}` must be a tensor of real numbers, got {tensor.dtype}")
            if tensor.ndim < len(shape) or tensor.shape[tensor.ndim - len(shape) :] != shape:
                raise ValueError(f"`{name}` must end in the shape {shape}, got {tuple(tensor.shape)}")
        kinds = [tensor.dtype for tensor in tensors if tensor.dtype.is_floating_point]
        kind = functools.reduce(torch.promote_types, kinds) if kinds else torch.get_default_dtype()
        pairs = list(zip(tensors, shapes, strict=True))
        leading = torch.broadcast_shapes(*(tensor.shape[: tensor.ndim - len(shape)] for tensor, shape in pairs))
        entries = _entries([tensor.to(kind).expand(*leading, *shape) for tensor, shape in pairs], number)
        parts = _split(entries, results)
        return parts[0] if len(parts) == 1 else tuple(parts)

    call.__name__ = call.__qualname__ = "_".join(name for name, _ in of.results)
    return call


def _split(entries: Any, shapes: Sequence[Sequence[int]]) -> list[Any]:
    """Entries that follow each other along the last axis, each in its shape."""
    counts = [math.prod(shape) for shape in shapes]
    parts = torch.split(entries, counts, -1)
    return [part.reshape((*entries.shape[:-1], *shape)) for part, shape in zip(parts, shapes, strict=True)]


def _leading(of: Function, arguments: Sequence[Any]) -> Any:
    first = arguments[0]
    return first.shape[: first.ndim - len(of.arguments[0][1])]


@torch.library.custom_op("appell::evaluate", mutates_args=(), device_types="cpu")
def _evaluate(arguments: list[torch.Tensor], number: int) -> torch.Tensor:
    """All entries of the results, one after the other, for arguments that are broadcast already."""
    of = _FUNCTIONS[number]
    leading = _leading(of, arguments)
    results = of(*(argument.detach().double().numpy() for argument in arguments))
    parts = [torch.from_numpy(part) for part in (results if isinstance(results, tuple) else (results,))]
    flat = [part.reshape((*leading, math.prod(part.shape[len(leading) :]))) for part in parts]
    return torch.cat(flat, -1).to(arguments[0].dtype)


@_evaluate.register_fake
def _shape(arguments: list[torch.Tensor], number: int) -> torch.Tensor:
    of = _FUNCTIONS[number]
    count = sum(math.prod(shape) for _, shape in of.results)
    return arguments[0].new_empty((*_leading(of, arguments), count))


def _keep(ctx: Any, inputs: tuple[Any, ...], output: Any) -> None:
    arguments, ctx.number = inputs
    ctx.save_for_backward(*arguments)


def _gradients(ctx: Any, weights: Any) -> list[Any]:
    of, arguments = _FUNCTIONS[ctx.number], ctx.saved_tensors
    weighted = _split(weights, [shape for _, shape in of.results])
    entries = _entries([*arguments, *weighted], _backward_number(ctx.number))
    return _split(entries, [shape for _, shape, _, _ in of.arguments])


_evaluate.register_autograd(lambda ctx, weights: (_gradients(ctx, weights), None), setup_context=_keep)


class _Differentiable(torch.autograd.Function):
    """The operator for `torch.func` and forward derivatives, which have no rules for operators of others: they
    would take them for constants."""

    @staticmethod
    def forward(number: int, *arguments: Any) -> Any:
        return _evaluate(list(arguments), number)

    @staticmethod
    def setup_context(ctx: Any, inputs: tuple[Any, ...], output: Any) -> None:
        ctx.number, *arguments = inputs
        ctx.save_for_backward(*arguments)
        ctx.save_for_forward(*arguments)

    @staticmethod
    def backward(ctx: Any, weights: Any) -> tuple[Any, ...]:
        return None, *_gradients(ctx, weights)

    @staticmethod
    def jvp(ctx: Any, _: None, *directions: Any) -> Any:
        arguments = ctx.saved_tensors
        given = [
            torch.zeros_like(argument) if direction is None else direction
            for argument, direction in zip(arguments, directions, strict=True)
        ]
        return _entries([*arguments, *given], _forward_number(ctx.number))

    @staticmethod
    def vmap(info: Any, in_dims: tuple[Any, ...], number: int, *arguments: Any) -> tuple[Any, int]:
        """The mapped axis becomes the first leading axis."""
        batched = [
            argument.expand(info.batch_size, *argument.shape) if axis is None else argument.movedim(axis, 0)
            for argument, axis in zip(arguments, in_dims[1:], strict=True)
        ]
        return _entries(batched, number), 0


# The compiler knows no forward derivatives of such a class: it leaves out what has them.
_not_compiled = torch.compiler.disable(_Differentiable.apply)


def _entries(arguments: Sequence[Any], number: int) -> Any:
    """All entries of the results; `torch.compile` takes the operator as it is."""
    is_transformed = torch._C._are_functorch_transforms_active() or forward_ad._current_level >= 0
    if torch.compiler.is_compiling() and not is_transformed:
        return _evaluate(list(arguments), number)
    return _not_compiled(number, *arguments)
