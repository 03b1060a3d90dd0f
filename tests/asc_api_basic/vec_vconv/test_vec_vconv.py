"""Cast with every pair of types and rounding mode, and dequantisation, against exact numbers."""

from __future__ import annotations

from functools import cache
from typing import Any

import exact
import numpy as np
import pytest
from harness import BINARY, REGION, STRIDES, UNARY_STRIDES, Array, Bench, calls, expected, model_error, region, same
from hypothesis import given, settings
from hypothesis import strategies as st
from operands import BF16, F16, F32, I8, I16, I32, I64, U8, values

import asc
from asc_api_basic.vec_vconv import CASTS

TYPES = {
    "int8": I8, "uint8": U8, "int16": I16, "int32": I32, "int64": I64,
    "float16": F16, "bfloat16": BF16, "float32": F32,
}  # fmt: skip
PAIRS = [pair for pair in CASTS if pair != ("int32", "float16")]


@cache
def bench(src: str, dst: str) -> Bench:
    texts = {m.name: f"asc.cast(z, x, asc.RoundMode.{m.name}, count)" for m in CASTS[src, dst]}
    mode = f"asc.RoundMode.{CASTS[src, dst][-1].name}"
    texts["mask"] = f"asc.cast(z, x, {mode}, mask, repeats, asc.UnaryRepeatParams({UNARY_STRIDES}))"
    texts["bits"] = f"asc.cast(z, x, {mode}, [low, high], repeats, asc.UnaryRepeatParams({UNARY_STRIDES}))"
    return Bench(texts, TYPES[dst], TYPES[src])


@np.errstate(over="ignore")
def numbers(src: str, seed: int) -> Array:
    """Ties, neighbours of powers of two, and the source's edges."""
    dtype, rng = TYPES[src], np.random.default_rng(seed)
    x = values(dtype, seed)
    if np.dtype(dtype).kind in "iu":
        info = np.iinfo(dtype)
        powers = 2 ** rng.integers(0, 8 * np.dtype(dtype).itemsize - 1, x.size, np.int64)
        near = np.clip(powers + rng.integers(-5, 6, x.size), info.min, info.max)
        return np.where(rng.random(x.size) < 0.5, near.astype(dtype), x)
    scale = 2.0 ** rng.integers(-30, 20, x.size)
    halves = (rng.integers(-4096, 4096, x.size) / 2 * np.where(rng.random(x.size) < 0.5, scale, 1)).astype(dtype)
    whole = rng.integers(-(2**40), 2**40, x.size).astype(dtype)
    return np.choose(rng.integers(0, 4, x.size), [x, halves, whole, (rng.normal(0, 1, x.size) * scale).astype(dtype)])


def converted(x: Array, src: str, dst: str, mode: str) -> Array:
    return np.array([exact.convert(v, TYPES[src], TYPES[dst], mode) for v in x]).astype(TYPES[dst])


@pytest.mark.parametrize(("src", "dst"), PAIRS)
def test_modes(src: str, dst: str) -> None:
    for seed, mode in enumerate(CASTS[src, dst]):
        x = numbers(src, seed)
        z = np.zeros(REGION // np.dtype(TYPES[dst]).itemsize, TYPES[dst])
        count = min(x.size, z.size, 700)
        after = bench(src, dst).run(mode.name, z, x, count=count)
        same(after[:count], converted(x[:count], src, dst, mode.name))
        assert not after[count:].astype(bool).any()


@pytest.mark.parametrize("form", ["mask", "bits"])
@pytest.mark.parametrize(("src", "dst"), PAIRS)
@settings(max_examples=4, deadline=None)
@given(data=st.data())
def test_repeats(src: str, dst: str, form: str, data: st.DataObject) -> None:
    sizes = [np.dtype(TYPES[dst]).itemsize, np.dtype(TYPES[src]).itemsize]
    ints = data.draw(calls(form, 256 // max(sizes), sizes))
    z, x = values(TYPES[dst], 1), numbers(src, data.draw(st.integers(0, 9)))
    mode = CASTS[src, dst][-1].name
    wanted = expected(form, lambda d, a: converted(a, src, dst, mode), z, [x], ints)
    same(bench(src, dst).run(form, z, x, **ints), wanted)


@pytest.mark.parametrize(("src", "dst"), [("float32", "float16"), ("float32", "int16"), ("int32", "int16")])
def test_narrowing_in_place(src: str, dst: str) -> None:
    x = region(np.arange(1000), TYPES[src])
    z = x.view(TYPES[dst])
    after = bench(src, dst).run(CASTS[src, dst][0].name, z, x, count=3072, where0=0)
    same(after[:3072], converted(x[:3072], src, dst, "CAST_NONE"))


def test_widening_in_place_is_refused() -> None:
    model_error(bench("float16", "float32"), "CAST_NONE", "src.*elements are wider", count=64, where0=0)


def test_mode_that_a_pair_lacks() -> None:
    b = Bench({"floor": "asc.cast(z, x, asc.RoundMode.CAST_FLOOR, count)"}, F32, F16)
    with pytest.raises(asc.CompileError, match="from float16 to float32 there is no round_mode CAST_FLOOR"):
        b.run("floor", np.zeros(REGION // 4, F32), np.zeros(REGION // 2, F16), count=1)


# ---- Additions and products with a conversion


RELU_FORMS = {k: v for k, v in BINARY.items() if k != "held"}
COMPOUND = {
    ("add_relu_cast", I8, F16): lambda a, b: np.maximum(a + b, F16(0)),
    ("add_relu_cast", I8, I16): lambda a, b: np.maximum(a + b, I16(0)),
    ("add_relu_cast", F16, F32): lambda a, b: np.where(np.isnan(a + b), np.nan, np.maximum(a + b, F32(0))),
    ("sub_relu_cast", I8, F16): lambda a, b: np.maximum(a - b, F16(0)),
    ("sub_relu_cast", I8, I16): lambda a, b: np.maximum(a - b, I16(0)),
    ("sub_relu_cast", F16, F32): lambda a, b: np.where(np.isnan(a - b), np.nan, np.maximum(a - b, F32(0))),
    ("mul_cast", I8, F16): lambda a, b: a * b,
    ("mul_cast", U8, F16): lambda a, b: a * b,
}


@cache
def compound(name: str, dst: Any, src: Any) -> Bench:
    return Bench({k: v.format(f=f"asc.{name}", strides=STRIDES) for k, v in RELU_FORMS.items()}, dst, src)


@pytest.mark.parametrize("form", RELU_FORMS)
@pytest.mark.parametrize(("name", "dst", "src"), COMPOUND)
@settings(max_examples=4, deadline=None)
@given(data=st.data())
def test_compound(name: str, dst: Any, src: Any, form: str, data: st.DataObject) -> None:
    sizes = [np.dtype(dst).itemsize, np.dtype(src).itemsize]
    ints = data.draw(calls(form, 256 // max(sizes), sizes))
    z, x, y = values(dst, 1), values(src, data.draw(st.integers(0, 99))), values(src, 2)
    function = COMPOUND[name, dst, src]

    def wanted(d: Array, a: Array, b: Array) -> Array:
        middle = function(a, b).astype(src)
        return np.array([exact.convert(v, src, dst, "CAST_RINT") for v in middle]).astype(dst)

    with np.errstate(all="ignore"):
        after = expected(form, wanted, z, [x, y], ints)
    same(compound(name, dst, src).run(form, z, x, y, **ints), after)


# ---- Dequantisation


PLAIN = "asc.set_deq_scale(scalar); "
SIGNED, UNSIGNED = "asc.set_deq_scale(scalar, number, True); ", "asc.set_deq_scale(scalar, number, False); "
UNARY_PARAMS = f"asc.UnaryRepeatParams({UNARY_STRIDES})"


@cache
def to_half() -> Bench:
    binary = f"asc.BinaryRepeatParams({STRIDES})"
    return Bench(
        {
            "cast": PLAIN + "asc.cast(z, x, asc.RoundMode.CAST_NONE, count)",
            "cast_deq": PLAIN + "asc.cast_deq(z, x, count)",
            "cast_deq.mask": PLAIN + f"asc.cast_deq(z, x, mask, repeats, {UNARY_PARAMS})",
            "cast_deq.bits": PLAIN + f"asc.cast_deq(z, x, [low, high], repeats, {UNARY_PARAMS})",
            "add_deq_relu": PLAIN + "asc.add_deq_relu(z, x, y, count)",
            "add_deq_relu.mask": PLAIN + f"asc.add_deq_relu(z, x, y, mask, repeats, {binary})",
            "add_deq_relu.bits": PLAIN + f"asc.add_deq_relu(z, x, y, [low, high], repeats, {binary})",
            "unset": "asc.cast_deq(z, x, count)",
        },
        F16,
        I32,
    )


@pytest.mark.parametrize("call", ["cast", "cast_deq", "cast_deq.mask", "cast_deq.bits", "add_deq_relu",
                                  "add_deq_relu.mask", "add_deq_relu.bits"])  # fmt: skip
@settings(max_examples=6, deadline=None)
@given(data=st.data())
def test_dequantisation_to_float16(call: str, data: st.DataObject) -> None:
    form = call.partition(".")[2] or "count"
    ints = data.draw(calls(form, 64, [2, 4]))
    scale = F16(data.draw(st.sampled_from([1.0, 0.5, 2.0**-10, 0.3, 3.0])))
    z, x, y = values(F16, 1), values(I32, data.draw(st.integers(0, 99))) >> 8, values(I32, 3) >> 8

    def wanted(d: Array, a: Array, b: Array | None = None) -> Array:
        total = a if b is None else a + b
        product = (total.astype(F32) * F32(scale)).astype(F16)
        return product if b is None else np.maximum(product, F16(0))

    sources = [x, y] if call.startswith("add") else [x]
    with np.errstate(all="ignore"):
        after = expected(form, wanted, z, sources, ints)
    same(to_half().run(call, z, x, y, **ints, scalar=float(scale)), after)


@cache
def to_bytes(dtype: Any) -> Bench:
    scale = SIGNED if dtype is I8 else UNSIGNED
    vector = (
        "v = asc.LocalTensor(asc.uint64, asc.TPosition.VECCALC, 65536, 16); asc.set_deq_scale(v, asc.VdeqInfo("
        f"{[0.5 * i for i in range(16)]}, {[i - 8 for i in range(16)]}, {[dtype is I8] * 16})); "
    )
    calls_ = {}
    for half in (True, False):
        tail = f"half_block={half}"
        masked = f"repeats, {UNARY_PARAMS}, True, False, {tail})"
        calls_[f"{half}.count"] = scale + f"asc.cast_deq(z, x, count, False, {tail})"
        calls_[f"{half}.mask"] = scale + f"asc.cast_deq(z, x, mask, {masked}"
        calls_[f"{half}.bits"] = scale + f"asc.cast_deq(z, x, [low, high], {masked}"
        calls_[f"{half}.vector"] = vector + f"asc.cast_deq(z, x, count, True, {tail})"
    calls_["wrong"] = (UNSIGNED if dtype is I8 else SIGNED) + "asc.cast_deq(z, x, count, False)"
    calls_["scalar"] = scale + "asc.cast_deq(z, x, count, True)"
    return Bench(calls_, dtype, I16)


@pytest.mark.parametrize("form", ["count", "mask", "bits", "vector"])
@pytest.mark.parametrize("half", [True, False])
@pytest.mark.parametrize("dtype", [I8, U8])
@settings(max_examples=6, deadline=None)
@given(data=st.data())
def test_dequantisation_to_bytes(dtype: Any, half: bool, form: str, data: st.DataObject) -> None:
    """A block of 16 numbers becomes half a block: as words of the destination, one byte of a pair of places is new."""
    ints = data.draw(calls("count" if form == "vector" else form, 128, [2, 2]))
    scale, offset = data.draw(st.sampled_from([1.0, 0.25, 0.007, 1.7])), data.draw(st.integers(-256, 255))
    z, x = values(dtype, 5), values(I16, data.draw(st.integers(0, 99)))
    short = np.float32(scale).view(np.uint32) & np.uint32(0xFFFFE000)
    factor = float(short.view(np.float32))
    triples = [(0.5 * i, i - 8) if form == "vector" else (factor, offset) for i in range(16)]
    # The call on positions tells which element goes where.
    way = "count" if form == "vector" else form
    origin = expected(way, lambda d, a: a, np.full(x.size, -1, I16), [np.arange(x.size, dtype=I16)], ints)
    wanted = z.copy()
    for place, source in enumerate(origin):
        if source < 0:
            continue
        factor_, offset_ = triples[source % 16]
        value = exact.integral(exact.Fraction(int(x[source])) * exact.Fraction(factor_) + offset_, "CAST_RINT")
        info = np.iinfo(dtype)
        at = place // 16 * 32 + place % 16 + (16 if half else 0)
        wanted[at] = max(int(info.min), min(int(info.max), value))
    same(to_bytes(dtype).run(f"{half}.{form}", z, x, **ints, scalar=scale, number=offset), wanted)


def test_limits_of_dequantisation() -> None:
    model_error(to_half(), "unset", "needs a scale from SetDeqScale", count=16)
    model_error(to_bytes(I8), "wrong", "dst.*int8, but signMode of the scale is false", count=16, scalar=1.0)
    model_error(to_bytes(U8), "wrong", "dst.*uint8, but signMode of the scale is true", count=16, scalar=1.0)
    model_error(to_bytes(I8), "scalar", "needs a scale from SetDeqScale.vdeq", count=16, scalar=1.0)
    model_error(to_bytes(I8), "True.count", "offset 256 is outside -256..255", count=16, number=256)
