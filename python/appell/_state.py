"""States of robots, as texts for the library."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import numpy as np

from ._arrays import as_doubles

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
        if isinstance(value, Mapping):
            answer[key] = {name: float(entry) for name, entry in value.items()}
            continue
        array = as_doubles(value, key)
        if array.ndim > 1:
            raise ValueError(f"`{key}` must have one axis here, got the shape {array.shape}")
        answer[key] = np.atleast_1d(array).tolist()
    if parameters is not None:
        answer["parameters"] = {name: float(value) for name, value in parameters.items()}
    for key, wrench in (("payload", payload), ("wrenches", wrenches)):
        if wrench is not None:
            answer[key] = json.loads(json.dumps(wrench, default=_as_list))
    return json.dumps(answer)


def _as_list(value: Any) -> Any:
    return np.asarray(value, dtype=np.float64).tolist()
