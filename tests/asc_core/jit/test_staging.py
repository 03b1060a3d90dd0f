"""Memory that launches work on."""

from __future__ import annotations

import itertools
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from asc_core.jit.staging import Staging, _repeats

Array = np.ndarray[Any, Any]


def unaligned(size: int = 4) -> Array:
    return np.frombuffer(bytearray(4 * size + 1), np.int8)[1:].view(np.int32)


@pytest.mark.parametrize("make", [unaligned, lambda: np.zeros(8, np.int32)[::2], lambda: np.zeros((2, 2), np.int32).T])
def test_kernels_work_on_aligned_memory_without_gaps(make: Any) -> None:
    array = make()
    array[...] = np.arange(4).reshape(array.shape)
    staging = Staging([("z", array)])
    ((address, size, read_only, name),) = staging.rows
    assert (address % 4, size, read_only, name) == (0, 16, False, "z")
    assert address != array.__array_interface__["data"][0]
    memory = np.ctypeslib.as_array((np.ctypeslib.ctypes.c_int32 * 4).from_address(address))
    assert memory.tolist() == array.ravel().tolist()
    memory[1] = 7
    assert staging.broken_overlap() is None
    staging.write_back()
    assert array.ravel().tolist() == [memory[0], 7, *memory[2:]]


def test_contiguous_arrays_are_worked_on_where_they_are() -> None:
    array = np.zeros(4, np.int32)
    array.flags.writeable = False
    assert Staging([("x", array)]).rows == [(array.__array_interface__["data"][0], 16, True, "x")]


def test_what_others_write_meanwhile_beside_the_kernels_elements_stays() -> None:
    base = np.zeros(8, np.int32)
    staging = Staging([("z", base[::2])])
    memory = (np.ctypeslib.ctypes.c_int32 * 4).from_address(staging.addresses[0])
    memory[1] = 5
    base[:] = 9
    staging.write_back()
    assert base.tolist() == [9, 9, 5, 9, 9, 9, 9, 9]


@given(
    shape=st.lists(st.integers(1, 4), min_size=1, max_size=3),
    data=st.data(),
)
@settings(max_examples=300, deadline=None)
def test_elements_that_share_memory_are_found(shape: list[int], data: st.DataObject) -> None:
    itemsize = data.draw(st.sampled_from([1, 2, 4]))
    strides = data.draw(st.tuples(*[st.integers(-8, 8)] * len(shape)))
    memory = np.zeros(256, np.uint8)
    start = memory[128:].view(f"u{itemsize}") if itemsize > 1 else memory[128:]
    array = np.lib.stride_tricks.as_strided(start, shape, strides)
    offsets = [
        sum(i * stride for i, stride in zip(index, strides, strict=True))
        for index in itertools.product(*map(range, shape))
    ]
    occupied = [offset + byte for offset in offsets for byte in range(itemsize)]
    assert _repeats(array) == (len(set(occupied)) < len(occupied))
