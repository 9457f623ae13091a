"""States of robots, as texts for the library."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import numpy as np

from ._arrays import Array, as_doubles, by_names

#: What a state may have: coordinates, their derivatives by time, and joint forces.
STATE = ("q", "qd", "qdd", "qddd", "qdddd", "qddddd", "qdddddd", "qddddddd", "tau")


def state_text(
    state: Mapping[str, Any],
    parameters: Mapping[str, Any] | None = None,
    payload: Mapping[str, Any] | None = None,
    wrenches: Mapping[str, Any] | None = None,
) -> str:
    """A state as JSON, as the library reads it; `None` is left out."""
    answer: dict[str, Any] = {}
    for key, value in state.items():
        if value is None:
            continue
        value = by_names(value)
        if isinstance(value, Mapping):
            answer[key] = _numbers(value, key)
            continue
        array = _finite(value, key)
        if array.ndim > 1:
            raise ValueError(f"`{key}` must have one axis here, got the shape {array.shape}")
        answer[key] = np.atleast_1d(array).tolist()
    if parameters is not None:
        values = by_names(parameters)
        if not isinstance(values, Mapping):
            raise ValueError(f"`parameters` must be a dictionary of names and numbers here, got {values!r}")
        answer["parameters"] = _numbers(values, "parameters")
    for key, wrench in (("payload", payload), ("wrenches", wrenches)):
        if wrench is not None:
            try:
                answer[key] = json.loads(json.dumps(wrench, default=_as_list, allow_nan=False))
            except (TypeError, ValueError) as error:
                raise ValueError(f"`{key}` must have finite numbers: {error}") from None
    return json.dumps(answer)


def _numbers(values: Mapping[Any, Any], key: str) -> dict[str, float]:
    numbers = {}
    for name, value in values.items():
        number = _finite(value, f"{key}[{name}]")
        if number.ndim:
            raise ValueError(f"`{key}[{name}]` must be one number here, got the shape {number.shape}")
        numbers[name] = float(number)
    return numbers


def _finite(value: object, name: str) -> Array:
    array = as_doubles(value, name)
    if not np.isfinite(array).all():
        raise ValueError(f"`{name}` must be finite, got {array}")
    return array


def _as_list(value: Any) -> Any:
    return np.asarray(value, dtype=np.float64).tolist()
