"""Functions of ``math`` on run-time numbers give what Python's own give, and IEEE's answers where those raise."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import ml_dtypes
import numpy as np
import pytest

import asc

FLOATS = (np.float32, np.float16, ml_dtypes.bfloat16)
VALUES = [0.0, -0.0, 0.5, -0.5, 1.0, -1.5, 2.5, 3.0, 100.25, -7.75, math.inf, -math.inf, math.nan]
ROWS = 64


@asc.jit
def of_floats(out: asc.GlobalAddress, x, y):
    g = asc.GlobalTensor()
    g.set_global_buffer(out, ROWS)
    g.set_value(0, math.sqrt(x))
    g.set_value(1, math.fabs(x))
    g.set_value(2, math.copysign(x, y))
    g.set_value(3, math.fmod(x, y))
    g.set_value(4, math.copysign(2.0, x))
    g.set_value(5, math.fmod(x, 3))


@asc.jit
def questions(out: asc.GlobalAddress, x):
    g = asc.GlobalTensor()
    g.set_global_buffer(out, ROWS)
    g.set_value(0, math.isnan(x))
    g.set_value(1, math.isinf(x))
    g.set_value(2, math.isfinite(x))


@asc.jit
def whole(out: asc.GlobalAddress, x):
    g = asc.GlobalTensor()
    g.set_global_buffer(out, ROWS)
    g.set_value(0, math.floor(x))
    g.set_value(1, math.ceil(x))
    g.set_value(2, math.trunc(x))


@asc.jit
def roots_of_integers(out: asc.GlobalAddress, n):
    g = asc.GlobalTensor()
    g.set_global_buffer(out, ROWS)
    g.set_value(0, math.sqrt(n))
    g.set_value(1, math.fabs(n))
    g.set_value(2, math.fmod(n, 2.5))


def tried(function: Callable[..., float], *values: float) -> float:
    """What Python's function gives; NaN where it raises."""
    try:
        return function(*values)
    except ValueError:
        return math.nan


def same(found: Any, wanted: list[float], dtype: Any) -> None:
    """Equal to the last bit and sign, any NaN like another."""
    for got, value in zip(found, wanted, strict=True):
        exact = dtype(value)
        assert got == exact or (np.isnan(got) and np.isnan(exact)), (found, wanted)
        assert np.isnan(got) or np.signbit(got) == np.signbit(exact), (found, wanted)


@pytest.mark.parametrize("y", [2.0, -0.75, -0.0])
@pytest.mark.parametrize("x", VALUES)
@pytest.mark.parametrize("dtype", FLOATS)
def test_functions_of_floats(dtype: Any, x: float, y: float) -> None:
    out = np.full(ROWS, 9, dtype)
    first, second = float(dtype(x)), float(dtype(y))
    of_floats[1](out, dtype(x), dtype(y))
    wanted = [
        tried(math.sqrt, first), math.fabs(first), math.copysign(first, second), tried(math.fmod, first, second),
        math.copysign(2.0, first), tried(math.fmod, first, 3.0),
    ]  # fmt: skip
    same(out[:6], wanted, dtype)


@pytest.mark.parametrize("x", VALUES)
@pytest.mark.parametrize("dtype", FLOATS)
def test_questions_about_floats(dtype: Any, x: float) -> None:
    out = np.full(ROWS, 9, np.int32)
    questions[1](out, dtype(x))
    assert out[:3].tolist() == [math.isnan(x), math.isinf(x), math.isfinite(x)]


@pytest.mark.parametrize("x", [x for x in VALUES if math.isfinite(x)])
@pytest.mark.parametrize("dtype", FLOATS)
def test_floats_to_whole_numbers(dtype: Any, x: float) -> None:
    out = np.full(ROWS, 9, np.int32)
    value = float(dtype(x))
    whole[1](out, dtype(x))
    assert out[:3].tolist() == [math.floor(value), math.ceil(value), math.trunc(value)]


@pytest.mark.parametrize("n", [np.int8(-5), np.int32(2**31 - 1), np.int64(-(2**40)), np.uint32(2**32 - 1), True])
def test_integers_are_whole_already(n: Any) -> None:
    out = np.full(ROWS, 9, np.int64)
    whole[1](out, n)
    assert out[:3].tolist() == [int(n)] * 3
    questions[1](answers := np.full(ROWS, 9, np.int32), n)
    assert answers[:3].tolist() == [0, 0, 1]


@pytest.mark.parametrize("n", [np.int8(9), np.int32(16), np.int64(3), np.uint8(200), True])
def test_functions_of_integers_are_float32(n: Any) -> None:
    out = np.full(ROWS, 9, np.float32)
    roots_of_integers[1](out, n)
    same(out[:3], [math.sqrt(n), math.fabs(n), math.fmod(n, 2.5)], np.float32)
