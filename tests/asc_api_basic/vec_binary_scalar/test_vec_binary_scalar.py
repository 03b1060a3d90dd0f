"""Vector instructions of a tensor and a scalar against numpy, and their limits."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
import pytest
from harness import REGION, UNARY, Array, Bench, calls, expected, forms, model_error, same
from hypothesis import given, settings
from hypothesis import strategies as st
from operands import F16, F32, I16, I32, U16, U32, values


def wide(x: Array) -> Array:
    return x.astype(F32) if x.dtype == F16 else x


def shifted(x: Array, amount: int, left: bool) -> Array:
    """Exact integers, cut to the type's width."""
    bits, signed = 8 * x.dtype.itemsize, x.dtype.kind == "i"
    numbers = [(v << amount if left else v >> amount) & (2**bits - 1) for v in x.tolist()]
    return np.array([v - 2**bits if signed and v >> (bits - 1) else v for v in numbers], x.dtype)


#: What each function computes from the source and the scalar, which has the source's type.
FUNCTIONS: dict[str, Any] = {
    "adds": lambda x, s: (wide(x) + wide(s)).astype(x.dtype),
    "muls": lambda x, s: (wide(x) * wide(s)).astype(x.dtype),
    "maxs": np.maximum,
    "mins": np.minimum,
    "leaky_relu": lambda x, s: np.where(x > 0, x, (wide(x) * wide(s)).astype(x.dtype)),
    "shift_left": lambda x, s: shifted(x, int(s), True),
    "shift_right": lambda x, s: shifted(x, int(s), False),
}
ARITHMETIC, SHIFTS = ("adds", "muls", "maxs", "mins"), ("shift_left", "shift_right")
TABLE = {
    F16: (*ARITHMETIC, "leaky_relu"),
    F32: (*ARITHMETIC, "leaky_relu"),
    I16: (*ARITHMETIC, *SHIFTS),
    I32: (*ARITHMETIC, *SHIFTS),
    U16: SHIFTS,
    U32: SHIFTS,
}
CASES = [
    (dtype, name, form)
    for dtype, names in TABLE.items()
    for name in names
    for form in UNARY
    if form != "held" or name == names[0]
]


@cache
def bench(dtype: Any) -> Bench:
    texts: dict[str, str] = {}
    scalar = ", scalar" if np.dtype(dtype).kind == "f" else ", number"
    for name in TABLE[dtype]:
        texts |= {c: text for c, text in forms(UNARY, name, scalar).items() if (dtype, *c.split(".")) in CASES}
    texts["held.count"] = (
        f"asc.set_vector_mask(high, low, dst.dtype); asc.{TABLE[dtype][0]}(z, x{scalar}, 1, is_set_mask=False)"
    )
    return Bench(texts, dtype, dtype)


@pytest.mark.parametrize(("dtype", "name", "form"), CASES)
@settings(max_examples=8, deadline=None)
@given(data=st.data())
def test_values(dtype: Any, name: str, form: str, data: st.DataObject) -> None:
    size = np.dtype(dtype).itemsize
    ints = data.draw(calls(form, 256 // size, [size]))
    seed = data.draw(st.integers(0, 1000))
    if name in SHIFTS:
        scalar = dtype(data.draw(st.integers(0, 8 * size)))
    elif np.dtype(dtype).kind == "f":
        scalar = dtype(data.draw(st.floats(width=16)))
    else:
        scalar = dtype(data.draw(st.integers(-100, 100)))
    z, x = values(dtype, seed), values(dtype, seed + 1)
    with np.errstate(all="ignore"):
        wanted = expected("bits" if form == "held" else form, lambda d, a: FUNCTIONS[name](a, scalar), z, [x], ints)
        kind = {"scalar": float(scalar)} if np.dtype(dtype).kind == "f" else {"number": int(scalar)}
    same(bench(dtype).run(f"{name}.{form}", z, x, **ints, **kind), wanted)


def test_first_elements_under_the_mask_set_before() -> None:
    x = np.arange(REGION // 4, dtype=F32)
    z = np.zeros_like(x)
    after = bench(F32).run("held.count", z, x, low=0b101, scalar=0.5)
    np.testing.assert_array_equal(np.flatnonzero(after), [0, 2])
    counted = bench(F32).run("held.count", z, x, counter=1, low=100, scalar=0.5)
    np.testing.assert_array_equal(counted[:100], x[:100] + 0.5)
    assert not counted[100:].any()


@pytest.mark.parametrize("name", SHIFTS)
def test_limits_of_shifts(name: str) -> None:
    model_error(bench(I16), f"{name}.count", "shifts by 17 bits, which is outside 0..16", count=8, number=17)
    model_error(bench(I16), f"{name}.count", "shifts by -1 bits", count=8, number=-1)
