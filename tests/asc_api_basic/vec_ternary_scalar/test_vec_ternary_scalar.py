"""Axpy against numpy, and its limits."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
import pytest
from harness import UNARY, Bench, calls, expected, forms, model_error, same
from hypothesis import given, settings
from hypothesis import strategies as st
from operands import F16, F32, values


@cache
def bench(dst: Any, src: Any) -> Bench:
    return Bench(forms(UNARY, "axpy", ", scalar"), dst, src)


@pytest.mark.parametrize("form", UNARY)
@pytest.mark.parametrize(("dst", "src"), [(F16, F16), (F32, F32), (F32, F16)])
@settings(max_examples=8, deadline=None)
@given(data=st.data())
def test_values(dst: Any, src: Any, form: str, data: st.DataObject) -> None:
    sizes = [np.dtype(dst).itemsize, np.dtype(src).itemsize]
    ints = data.draw(calls(form, 256 // max(sizes), sizes))
    seed, scalar = data.draw(st.integers(0, 1000)), F32(data.draw(st.floats(-50, 50, width=16)))
    z, x = values(dst, seed), values(src, seed + 1)
    with np.errstate(all="ignore"):
        wanted = expected(
            "bits" if form == "held" else form,
            lambda d, a: (a.astype(F32) * scalar + d.astype(F32)).astype(dst),
            z,
            [x],
            ints,
        )
    same(bench(dst, src).run(f"axpy.{form}", z, x, **ints, scalar=float(scalar)), wanted)


def test_limits() -> None:
    model_error(bench(F32, F16), "axpy.count", "src.*elements are wider", count=64, where0=0)
    model_error(bench(F32, F16), "axpy.mask", "65 elements a repeat is outside 1..64", mask=65)
