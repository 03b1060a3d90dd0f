"""Vector instructions of one source, of a scalar, and Axpy against numpy, and their limits."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
import pytest
from harness import UNARY, Array, Bench, calls, expected, forms, model_error, same
from hypothesis import given, settings
from hypothesis import strategies as st
from operands import F16, F32, I16, I32, U16, U32, values


def precise(function: Any) -> Any:
    """A function computed in float64 and rounded once."""
    return lambda d, x: function(x.astype(np.float64)).astype(d.dtype)


#: What each function computes from the old destination, the source and the scalar, and the units its result may be off.
FUNCTIONS: dict[str, tuple[Any, int]] = {
    "abs": (lambda d, x: np.abs(x), 0),
    "exp": (precise(np.exp), 2),
    "ln": (precise(np.log), 2),
    "bitwise_not": (lambda d, x: ~x, 0),
    "reciprocal": (precise(lambda x: 1 / x), 1),
    "relu": (lambda d, x: np.maximum(x, 0).astype(d.dtype), 0),
    "rsqrt": (precise(lambda x: 1 / np.sqrt(x)), 2),
    "sqrt": (precise(np.sqrt), 0),
}
FLOATS = ("abs", "exp", "ln", "reciprocal", "relu", "rsqrt", "sqrt")
TABLE = {F16: FLOATS, F32: FLOATS, I16: ("bitwise_not",), U16: ("bitwise_not",), I32: ("relu",)}
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
    for name in TABLE[dtype]:
        texts |= {call: text for call, text in forms(UNARY, name).items() if (dtype, *call.split(".")) in CASES}
    return Bench(texts, dtype, dtype)


@pytest.mark.parametrize(("dtype", "name", "form"), CASES)
@settings(max_examples=8, deadline=None)
@given(data=st.data())
def test_values(dtype: Any, name: str, form: str, data: st.DataObject) -> None:
    size = np.dtype(dtype).itemsize
    ints = data.draw(calls(form, 256 // size, [size]))
    seed = data.draw(st.integers(0, 1000))
    z, x = values(dtype, seed), values(dtype, seed + 1)
    function, ulp = FUNCTIONS[name]
    with np.errstate(all="ignore"):
        wanted = expected("bits" if form == "held" else form, function, z, [x], ints)
    same(bench(dtype).run(f"{name}.{form}", z, x, **ints), wanted, ulp if dtype is F32 else min(ulp, 1))


@pytest.mark.parametrize("name", ["exp", "ln", "sqrt", "rsqrt", "reciprocal"])
def test_every_exponent(name: str) -> None:
    """float32 numbers of all magnitudes, in 16 launches."""
    bits = np.arange(0, 2**32, 2**32 // (16 * 3072), dtype=np.uint64).astype(np.uint32)[: 16 * 3072]
    function, ulp = FUNCTIONS[name]
    for part in (bits + np.random.default_rng(7).integers(0, 2**12, bits.size, np.uint32)).reshape(16, 3072):
        x: Array = part.view(F32)
        with np.errstate(all="ignore"):
            same(bench(F32).run(f"{name}.count", np.zeros_like(x), x, count=3072), function(x, x), ulp)


@pytest.mark.parametrize(
    ("call", "match", "ints"),
    [
        ("exp.count", "count is -1", {"count": -1}),
        ("exp.count", "needs 12292 bytes", {"count": 3073}),
        ("exp.mask", "0 elements a repeat is outside 1..64", {"mask": 0}),
        ("exp.bits", "no bit of the mask", {"low": 0}),
        ("exp.mask", "dst.*block stride of 0", {"mask": 64, "dst_blk": 0}),
        ("exp.count", "src.*overlaps dst in part", {"count": 64, "where0": 32}),
        ("exp.mask", "src.*an earlier repeat wrote", {"mask": 64, "repeats": 2, "where0": 0, "src0_rep": 0}),
    ],
)
def test_limits(call: str, match: str, ints: dict[str, int]) -> None:
    model_error(bench(F32), call, match, **ints)


def test_types_of_tables() -> None:
    """What the tables above don't try is refused."""
    from asc_api_basic import vec_unary

    names = {F16: "float16", F32: "float32", I16: "int16", U16: "uint16", I32: "int32", U32: "uint32"}
    for name in FUNCTIONS:
        tried = {names[dtype] for dtype, tried_names in TABLE.items() if name in tried_names}
        assert tried == set(getattr(vec_unary, name).dtypes)
