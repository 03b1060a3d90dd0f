"""Numbers written to and read from global memory, and the limits."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from written import refused, text_of

import asc

INTEGERS = [np.int8, np.uint8, np.int16, np.uint16, np.int32, np.uint32, np.int64, np.uint64]


@asc.jit
def shift(x: asc.GlobalAddress, size: int):
    """Each core moves its number to the place after next and adds 1 to it."""
    place = asc.get_block_idx()
    asc.write_gm_by_pass_dcache(x + (size + place), asc.read_gm_by_pass_dcache(x + place) + 1)


@asc.jit
def constant(x: asc.GlobalAddress):
    asc.write_gm_by_pass_dcache(x, 100)


@asc.jit
def at(x: asc.GlobalAddress, place: int):
    asc.write_gm_by_pass_dcache(x + place, 1)


@asc.jit
def hand_over(flag: asc.GlobalAddress, data: asc.GlobalAddress, out: asc.GlobalAddress):
    if asc.get_block_idx() == 0:
        asc.write_gm_by_pass_dcache(data, 21)
        asc.write_gm_by_pass_dcache(flag, 1)
    else:
        while asc.read_gm_by_pass_dcache(flag) != 1:
            pass
        asc.write_gm_by_pass_dcache(out, asc.read_gm_by_pass_dcache(data) * 2)


@pytest.mark.parametrize("dtype", INTEGERS)
def test_values(dtype: Any) -> None:
    info = np.iinfo(dtype)
    x = np.array([info.min, info.max - 1, 5, 0, 0, 0], dtype)
    shift[3](x, 3)
    np.testing.assert_array_equal(x, np.array([info.min, info.max - 1, 5, info.min + 1, info.max, 6], dtype))
    constant[1](x)
    assert x[0] == 100


def test_one_core_waits_for_another() -> None:
    flag, data, out = np.zeros(1, np.int32), np.zeros(1, np.int32), np.zeros(1, np.int32)
    hand_over[2](flag, data, out)
    assert out[0] == 42


def test_text() -> None:
    text = text_of(shift, np.zeros(4, np.int16), 2)
    assert "WriteGmByPassDCache(x + (size + place), " in text
    assert "ReadGmByPassDCache(x + place)" in text


def test_limits() -> None:
    x = np.zeros(4, np.int32)
    with pytest.raises(asc.ModelError, match=r"WriteGmByPassDCache.*addr"):
        at[1](x, 2**20)
    x.flags.writeable = False
    with pytest.raises(asc.ModelError, match=r"WriteGmByPassDCache.*read-only"):
        at[1](x, 0)


def test_data_types() -> None:
    for call in ("asc.read_gm_by_pass_dcache(x)", "asc.write_gm_by_pass_dcache(x, 1)"):
        refused(
            call, "'addr' points to float32; it must be one of int8, ", "x: asc.GlobalAddress", np.zeros(1, np.float32)
        )
    refused("asc.write_gm_by_pass_dcache(x, 1.5)", "'value' takes int", "x: asc.GlobalAddress", np.zeros(1, np.int32))
