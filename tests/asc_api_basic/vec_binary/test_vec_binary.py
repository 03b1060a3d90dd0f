"""Vector instructions of two sources against numpy, and their limits."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
import pytest
from harness import BINARY, REGION, Array, Bench, calls, expected, forms, model_error, region, same
from hypothesis import given, settings
from hypothesis import strategies as st
from operands import F16, F32, I16, I32, U16, values


def relu(x: Array) -> Array:
    return np.where(np.isnan(x) if x.dtype.kind == "f" else False, x, np.maximum(x, 0)).astype(x.dtype)


def wide(x: Array) -> Array:
    return x.astype(F32) if x.dtype == F16 else x


#: What each function computes from the old destination and the sources.
FUNCTIONS: dict[str, Any] = {
    "add": lambda d, a, b: a + b,
    "sub": lambda d, a, b: a - b,
    "mul": lambda d, a, b: a * b,
    "div": lambda d, a, b: a / b,
    "max": lambda d, a, b: np.maximum(a, b),
    "min": lambda d, a, b: np.minimum(a, b),
    "bitwise_and": lambda d, a, b: a & b,
    "bitwise_or": lambda d, a, b: a | b,
    "add_relu": lambda d, a, b: relu(a + b),
    "sub_relu": lambda d, a, b: relu(a - b),
    "fused_mul_add": lambda d, a, b: (wide(a) * wide(d) + wide(b)).astype(d.dtype),
    "fused_mul_add_relu": lambda d, a, b: relu((wide(a) * wide(d) + wide(b)).astype(d.dtype)),
    "mul_add_dst": lambda d, a, b: (wide(a) * wide(b) + wide(d)).astype(d.dtype),
}

ARITHMETIC = ("add", "sub", "mul", "max", "min")
ACCUMULATING = ("fused_mul_add", "fused_mul_add_relu", "mul_add_dst")
TABLE: dict[tuple[Any, Any], tuple[str, ...]] = {
    (F16, F16): (*ARITHMETIC, "div", "add_relu", "sub_relu", *ACCUMULATING),
    (F32, F32): (*ARITHMETIC, "div", "add_relu", "sub_relu", *ACCUMULATING),
    (I16, I16): (*ARITHMETIC, "bitwise_and", "bitwise_or", "add_relu", "sub_relu"),
    (I32, I32): ARITHMETIC,
    (U16, U16): ("bitwise_and", "bitwise_or"),
    (F32, F16): ("mul_add_dst",),
}
#: The form that takes the mask set before is tried on the first of each row.
CASES = [
    (d, s, name, form)
    for (d, s), names in TABLE.items()
    for name in names
    for form in BINARY
    if form != "held" or name == names[0]
]


@cache
def bench(dst: Any, src: Any) -> Bench:
    texts: dict[str, str] = {}
    for name in TABLE[dst, src]:
        texts |= {call: text for call, text in forms(BINARY, name).items() if (dst, src, *call.split(".")) in CASES}
    if "add" in TABLE[dst, src]:
        texts["add.part"] = "asc.add(z, x[count:], y, 8)"
    return Bench(texts, dst, src)


@pytest.mark.parametrize(("dst", "src", "name", "form"), CASES)
@settings(max_examples=8, deadline=None)
@given(data=st.data())
def test_values(dst: Any, src: Any, name: str, form: str, data: st.DataObject) -> None:
    sizes = [np.dtype(dst).itemsize, np.dtype(src).itemsize]
    ints = data.draw(calls(form, 256 // max(sizes), sizes))
    seed = data.draw(st.integers(0, 1000))
    z, x, y = values(dst, seed), values(src, seed + 1), values(src, seed + 2)
    with np.errstate(all="ignore"):
        wanted = expected("bits" if form == "held" else form, FUNCTIONS[name], z, [x, y], ints)
    same(bench(dst, src).run(f"{name}.{form}", z, x, y, **ints), wanted)


def test_destination_as_source() -> None:
    x = values(F32, 1)
    after = bench(F32, F32).run("add.count", x, x, x, count=3072, where0=0, where1=0)
    with np.errstate(all="ignore"):
        same(after, x + x)


def test_accumulation_over_repeats() -> None:
    """A sum may grow in place: src1 and dst stay, src0 goes on."""
    x, z = region(np.arange(64), F32), np.zeros(REGION // 4, F32)
    ints = {"mask": 64, "repeats": 5, "dst_rep": 0, "src1_rep": 0, "src0_rep": 8, "where1": 0}
    after = bench(F32, F32).run("add.mask", z, x, x, **ints)
    same(after[:64], 5 * np.arange(64, dtype=F32))
    model_error(bench(F32, F32), "div.mask", "src1.*an earlier repeat wrote", **ints)


@pytest.mark.parametrize(
    ("call", "match", "ints"),
    [
        ("add.count", "count is -1", {"count": -1}),
        ("add.count", "dst.*needs 12292 bytes, the tensor has 12288", {"count": 3073}),
        ("add.mask", "0 elements a repeat is outside 1..64", {"mask": 0}),
        ("add.mask", "65 elements a repeat is outside 1..64", {"mask": 65}),
        ("add.bits", "no bit of the mask", {"low": 0}),
        ("add.bits", r"mask\[1\] is 0x1", {"low": 1, "high": 1}),
        ("add.mask", "dst.*block stride of 0", {"mask": 64, "dst_blk": 0}),
        ("add.mask", "src0.*needs .* bytes, the tensor has", {"mask": 64, "repeats": 3, "src0_rep": 255}),
        ("add.part", "src0.*not a multiple of 32", {"count": 4}),
        ("add.count", "src0.*overlaps dst in part", {"count": 64, "where0": 128}),
        ("add.mask", "src0.*overlaps dst in part", {"mask": 64, "where0": 32}),
        ("add.mask", "src0.*an earlier repeat wrote", {"mask": 64, "repeats": 2, "where0": 0, "src0_rep": 0}),
    ],
)
def test_limits(call: str, match: str, ints: dict[str, int]) -> None:
    model_error(bench(F32, F32), call, match, **ints)
