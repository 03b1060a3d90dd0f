"""Duplicate against numpy, and its limits."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
import pytest
from harness import Bench, calls, expected, model_error, same
from hypothesis import given, settings
from hypothesis import strategies as st
from operands import BF16, F16, F32, I16, I32, U16, U32, values

FORMS = {
    "count": "asc.duplicate(z, {s}, count)",
    "mask": "asc.duplicate(z, {s}, mask, repeats, dst_blk, dst_rep)",
    "bits": "asc.duplicate(z, {s}, [low, high], repeats, dst_blk, dst_rep)",
    "held": "asc.set_vector_mask(high, low, dst.dtype); asc.duplicate(z, {s}, 0, repeats, dst_blk, dst_rep, False)",
}


@cache
def bench(dtype: Any) -> Bench:
    scalar = "number" if np.dtype(dtype).kind in "iu" else "scalar"
    return Bench({name: text.format(s=scalar) for name, text in FORMS.items()}, dtype, dtype)


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("dtype", [F16, BF16, F32, I16, U16, I32, U32])
@settings(max_examples=8, deadline=None)
@given(data=st.data())
def test_values(dtype: Any, form: str, data: st.DataObject) -> None:
    size = np.dtype(dtype).itemsize
    ints = data.draw(calls(form, 256 // size, [size]))
    z, number = values(dtype, data.draw(st.integers(0, 1000))), data.draw(st.integers(0, 100))
    wanted = expected("bits" if form == "held" else form, lambda d: np.full_like(d, number), z, [], ints)
    same(bench(dtype).run(form, z, z, **ints, scalar=float(number), number=number), wanted)


def test_limits() -> None:
    model_error(bench(F32), "count", "count is -1", count=-1)
    model_error(bench(F32), "count", "needs 12292 bytes", count=3073)
    model_error(bench(F32), "mask", "0 elements a repeat is outside 1..64", mask=0)
    model_error(bench(F32), "mask", "block stride of 0", mask=64, dst_blk=0)
