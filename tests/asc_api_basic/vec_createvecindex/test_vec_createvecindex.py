"""CreateVecIndex against numpy, and its limits."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
import pytest
from harness import REGION, Array, Bench, calls, expected, model_error, same
from hypothesis import given, settings
from hypothesis import strategies as st
from operands import F16, F32, I16, I32, values

FORMS = {
    "count": "asc.create_vec_index(z, {s}, count)",
    "mask": "asc.create_vec_index(z, {s}, mask, repeats, dst_blk, dst_rep)",
    "bits": "asc.create_vec_index(z, {s}, [low, high], repeats, dst_blk, dst_rep)",
    "part": "asc.create_vec_index(z[64:], {s}, 64, 1, 1, 8)",
}
#: Numbers from where on sums are rounded or wrap around.
FIRSTS: dict[Any, list[float]] = {
    F16: [0.1, 2040.25, 30000, 40000, 65000],
    F32: [1 / 3, 16777210, 1e9, -2.1e9],
    I16: [-32768, 32760],
    I32: [-(2**31), 2**31 - 5],
}


@cache
def bench(dtype: Any) -> Bench:
    scalar = "number" if np.dtype(dtype).kind in "iu" else "scalar"
    return Bench({name: text.format(s=scalar) for name, text in FORMS.items()}, dtype, dtype)


def series(dtype: Any, first: float, form: str) -> Array:
    """Consecutive numbers, each the sum of the one a block or a repeat before and their distance."""
    size = REGION // np.dtype(dtype).itemsize
    repeat = 256 // np.dtype(dtype).itemsize
    begin = repeat if form == "bits" else repeat // 8
    numbers = np.zeros(size, dtype)
    wide = np.float32 if np.dtype(dtype).kind == "f" else np.int64
    numbers[:begin] = (np.arange(begin).astype(wide) + wide(numbers.dtype.type(first))).astype(dtype)
    done = begin
    while done < size:
        step = begin if done < repeat else repeat
        with np.errstate(over="ignore"):
            numbers[done : done + step] = numbers[done - step : done] + numbers.dtype.type(step)
        done += step
    return numbers


@pytest.mark.parametrize("form", ["count", "mask", "bits"])
@pytest.mark.parametrize("dtype", [F16, F32, I16, I32])
@settings(max_examples=8, deadline=None)
@given(data=st.data())
def test_values(dtype: Any, form: str, data: st.DataObject) -> None:
    size = np.dtype(dtype).itemsize
    ints = data.draw(calls(form, 256 // size, [size]))
    z = values(dtype, data.draw(st.integers(0, 1000)))
    number: float = data.draw(st.sampled_from(FIRSTS[dtype]) | st.integers(-3000, 3000))
    numbers = iter(np.split(series(dtype, number, form), REGION // 256))
    elements = 256 // size

    def fill(old: Array) -> Array:
        if form == "count":
            return np.concatenate(list(numbers))[: old.size]
        repeat = next(numbers)
        if form == "mask" or ints.get("counter"):
            return repeat[: old.size]
        word = ints["low"] | ints["high"] << 64
        return repeat[[i for i in range(elements) if word >> i & 1]]

    wanted = expected(form, fill, z, [], ints)
    same(bench(dtype).run(form, z, z, **ints, scalar=float(number), number=int(number)), wanted)


def test_hand_worked() -> None:
    z = np.full(REGION // 2, -1, I16)
    after = bench(I16).run("mask", z, z, number=5, mask=17, repeats=2, dst_blk=2, dst_rep=16)
    wanted = z.copy()
    wanted[0:16], wanted[32] = np.arange(5, 21), 21
    wanted[256:272], wanted[288] = np.arange(133, 149), 149
    same(after, wanted)


def test_integers_wrap_around() -> None:
    z = np.zeros(REGION // 2, I16)
    after = bench(I16).run("count", z, z, number=32760, count=300)
    same(after[:300], (np.arange(300) + 32760).astype(np.int64).astype(I16))


def test_part_of_a_tensor() -> None:
    z = np.zeros(REGION // 4, F32)
    after = bench(F32).run("part", z, z, scalar=1.5)
    same(after[:192], np.concatenate([np.zeros(64), np.arange(64) + 1.5, np.zeros(64)]).astype(F32))


def test_limits() -> None:
    model_error(bench(F32), "count", "needs 12292 bytes", count=3073)
    model_error(bench(F32), "mask", "0 elements a repeat is outside 1..64", mask=0)
    model_error(bench(F32), "bits", "no bit of the mask is set", low=0)
    model_error(bench(F32), "mask", "block stride of 0", mask=64, dst_blk=0)
    model_error(bench(F32), "mask", "needs", repeats=255, dst_rep=255)
