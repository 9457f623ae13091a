"""Arguments of callers as arrays of doubles, and results as arrays of their shapes."""

from __future__ import annotations

import math
import operator
import os
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

Array = npt.NDArray[np.float64]


def convert(
    value: object,
    name: str,
    shape: tuple[int, ...],
    names: Sequence[str],
    defaults: Sequence[float | None],
) -> Array:
    """An argument as an array that ends in a shape.

    ``None`` stands for the defaults, a dictionary gives entries by their names.
    """
    value = {} if value is None else by_names(value)
    if isinstance(value, Mapping):
        return _by_name(value, name, shape, names, defaults)
    array = as_doubles(value, name)
    if array.shape[array.ndim - len(shape) :] != shape or array.ndim < len(shape):
        if shape == (1,) and array.ndim == 0:
            return array.reshape(1)
        expected = "(...,)" if not shape else f"(..., {', '.join(map(str, shape))})"
        entries = f" ({', '.join(names)})" if names else ""
        raise ValueError(f"`{name}` must have the shape {expected}{entries}, got {array.shape}")
    return array


def by_names(value: Any) -> Any:
    """A series with texts as its index (pandas), or a data frame with texts as its columns (pandas, polars),
    as a dictionary; anything else as it is."""
    names = getattr(value, "columns", None)
    if names is None and hasattr(value, "to_dict"):
        names = getattr(value, "index", None)
    if names is None or callable(names) or not any(isinstance(name, str) for name in names):
        return value
    if len(set(names)) != len(names):
        raise ValueError(f"names must be different, got {', '.join(map(str, names))}")
    return {name: value[name] for name in names}


def as_count(value: object, name: str, least: int = 1) -> int:
    """The value as a whole number that is at least `least`, or a ValueError."""
    try:
        count = operator.index(value)  # type: ignore[arg-type]
    except TypeError:
        count = None
    if count is None or isinstance(value, bool) or not least <= count < 1 << 63:
        raise ValueError(f"`{name}` must be a whole number, at least {least}, got {value!r}")
    return count


def as_threads(threads: int | None, name: str = "threads") -> int:
    """How many threads work; all cores for `None`."""
    return os.cpu_count() or 1 if threads is None else as_count(threads, name)


def as_doubles(value: object, name: str) -> Array:
    """Numbers as an array of doubles; complex numbers, texts, truth values and masked entries are refused."""
    try:
        array = np.asarray(_shared(value))
    except ValueError as error:
        raise ValueError(f"`{name}` must be an array of numbers: {error}") from None
    if type(value) is not np.ndarray and np.ma.is_masked(value):
        raise ValueError(f"`{name}` has masked entries, which are no numbers")
    if array.dtype.kind not in "iuf":
        raise ValueError(f"`{name}` must be an array of real numbers, got dtype {array.dtype}")
    return np.require(array, dtype=np.float64, requirements=["A"])


def _shared(value: Any) -> Any:
    """Arrays of other libraries (PyTorch, JAX, CuPy on the host) without a copy, by DLPack."""
    if isinstance(value, np.ndarray) or not hasattr(value, "__dlpack__"):
        return value
    try:
        return np.from_dlpack(value)
    except (BufferError, RuntimeError, TypeError):
        return value


def _by_name(
    value: Mapping[Any, Any],
    name: str,
    shape: tuple[int, ...],
    names: Sequence[str],
    defaults: Sequence[float | None],
) -> Array:
    if not names:
        if value:
            raise ValueError(f"the entries of `{name}` have no names: give an array")
        return np.zeros(shape)
    unknown = [key for key in value if key not in names]
    if unknown:
        raise ValueError(f"`{name}` has no entry {unknown[0]!r}; entries are {', '.join(names)}")
    entries: list[Array] = []
    for entry, default in zip(names, defaults, strict=True):
        if entry in value:
            entries.append(as_doubles(value[entry], f"{name}[{entry}]"))
        elif default is not None:
            entries.append(np.asarray(default, dtype=np.float64))
        else:
            raise ValueError(
                f"the parameter `{entry}` has no value: give parameters={{{entry!r}: ...}}"
            )
    return np.stack(np.broadcast_arrays(*entries), axis=-1)


def split(entries: Array, shapes: Sequence[Sequence[int]]) -> tuple[Array, ...]:
    """Results that follow each other along the last axis, as views of their shapes."""
    results = []
    first = 0
    for shape in shapes:
        count = math.prod(shape)
        part = entries[..., first : first + count]
        results.append(part.reshape(entries.shape[:-1] + tuple(shape)))
        first += count
    return tuple(results)
