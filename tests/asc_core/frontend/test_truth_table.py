"""The truth table of scalars in the emitted C++, run by Model: all operators, all pairs of types, edge values."""

from __future__ import annotations

import functools
import itertools
import math
import platform
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import asc
from asc_core.errors import ModelError
from asc_plugins.dtypes import DataType

from .test_scalars import SCALARS, numpy_type, values_of
from .truth_table import Table


@functools.cache
def table(name: str) -> Table:
    return Table(DataType(name))


def edges(dtype: DataType) -> list[Any]:
    if dtype.is_bool():
        return [False, True]
    if dtype.is_int():
        low, high = dtype.limits()
        numbers = (low, low + 1, -7, -2, -1, 0, 1, 2, 3, 7, 31, 40, high // 2, high - 1, high)
        return [v for v in dict.fromkeys(numbers) if low <= v <= high]
    numbers = [0.0, -0.0, 1.0, -1.0, 0.5, -2.5, 1.5, 7.0, -7.0, 1e-3, 100.0, 60000.0, math.inf, -math.inf, math.nan]
    return [float(numpy_type(dtype)(v)) for v in numbers]


@pytest.mark.parametrize("name", [d.name for d in SCALARS])
def test_edge_values(name: str) -> None:
    lefts, rights = edges(DataType(name)), {d.name: edges(d) for d in SCALARS}
    most = max(map(len, rights.values()))
    pairs = list(itertools.product(lefts, range(most)))
    columns = {n: [values[i % len(values)] for _, i in pairs] for n, values in rights.items()}
    assert table(name).run([left for left, _ in pairs], columns) > 1000


@pytest.mark.parametrize("name", [d.name for d in SCALARS])
@settings(deadline=None, max_examples=25)
@given(data=st.data())
def test_any_values(name: str, data: Any) -> None:
    count = 8
    lefts = data.draw(st.lists(values_of(DataType(name)), min_size=count, max_size=count))
    rights = {d.name: data.draw(st.lists(values_of(d), min_size=count, max_size=count)) for d in SCALARS}
    table(name).run(lefts, rights)


@asc.jit
def divided(z: asc.GlobalAddress, a, b):
    g = asc.GlobalTensor()
    g.set_global_buffer(z, 4)
    g.set_value(0, a // b)
    g.set_value(1, a % b)
    g.set_value(2, a << b)
    g.set_value(3, a >> b)


@pytest.mark.skipif(platform.machine() != "x86_64", reason="other processors give a number")
@pytest.mark.parametrize("kind", [np.int8, np.int32, np.int64, np.uint16, np.uint32, np.uint64])
def test_an_integer_division_by_zero_is_a_fault(kind: type) -> None:
    z = np.zeros(4, kind)
    with pytest.raises(ModelError, match="division by zero") as caught:
        divided[1](z, kind(7), kind(0))
    assert (caught.value.kind, caught.value.kernel, caught.value.block) == ("fault", "divided", 0)
    divided[1](z, kind(7), kind(2))
    assert z.tolist() == [3, 1, 28, 1]


@pytest.mark.parametrize("kind", [np.int8, np.int16, np.int32, np.int64])
def test_the_smallest_number_divided_by_minus_one_wraps_around(kind: type) -> None:
    z = np.ones(4, kind)
    low = np.iinfo(kind).min
    divided[1](z, low, kind(-1))
    # A negative number of bits is one beyond the width.
    assert z.tolist() == [low, 0, 0, -1]
