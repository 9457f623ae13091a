"""What the tests share."""

from __future__ import annotations

import functools

import appell
import numpy as np
import pytest


@functools.cache
def load(name: str) -> appell.Robot:
    return appell.load(name)


@pytest.fixture
def two() -> appell.Robot:
    """An arm with two joints."""
    return load("2r")


@pytest.fixture
def panda() -> appell.Robot:
    return load("panda")


@pytest.fixture
def rng() -> np.random.Generator:
    return np.random.default_rng(1899)
