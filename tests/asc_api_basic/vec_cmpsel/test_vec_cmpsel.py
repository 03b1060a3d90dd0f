"""Comparisons and selections against numpy, the register between them, and their limits."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
import pytest
from harness import (
    REGION,
    SET_MASK,
    STRIDES,
    UNARY_STRIDES,
    Array,
    Bench,
    calls,
    model_error,
    place,
    region,
    repeats_of,
    same,
    selected,
)  # fmt: skip
from hypothesis import given, settings
from hypothesis import strategies as st
from operands import F16, F32, I8, I32, U8, U16, U32, values

import asc

RELATIONS = {
    "LT": np.less, "GT": np.greater, "EQ": np.equal, "LE": np.less_equal, "GE": np.greater_equal, "NE": np.not_equal,
}  # fmt: skip
PARAMS, UNARY_PARAMS = f"asc.BinaryRepeatParams({STRIDES})", f"asc.UnaryRepeatParams({UNARY_STRIDES})"


def modes(dtype: Any) -> tuple[str, ...]:
    return ("EQ",) if dtype is I32 else tuple(RELATIONS)


@cache
def comparisons(dtype: Any, bits: Any) -> Bench:
    scalar = "number" if dtype is I32 else "scalar"
    texts = {}
    for mode in modes(dtype):
        texts[f"{mode}.count"] = f"asc.compare(z, x, y, asc.CMPMODE.{mode}, count)"
        if bits is U8:
            texts[f"{mode}.scalar"] = f"asc.compare_scalar(z, x, {scalar}, asc.CMPMODE.{mode}, count)"
    texts["mask"] = f"asc.compare(z, x, y, asc.CMPMODE.{mode}, mask, repeats, {PARAMS})"
    texts["bits"] = f"asc.compare(z, x, y, asc.CMPMODE.{mode}, [low, high], repeats, {PARAMS})"
    if bits is U8:
        texts["scalar.mask"] = f"asc.compare_scalar(z, x, {scalar}, asc.CMPMODE.{mode}, mask, repeats, {UNARY_PARAMS})"
        texts["scalar.bits"] = (
            f"asc.compare_scalar(z, x, {scalar}, asc.CMPMODE.{mode}, [low, high], repeats, {UNARY_PARAMS})"
        )
    return Bench(texts, bits, dtype)


def pairs(dtype: Any, seed: int) -> tuple[Array, Array]:
    """Two sources with many equal elements."""
    x, y = values(dtype, seed), values(dtype, seed + 1)
    return x, np.where(np.random.default_rng(seed).random(x.size) < 0.4, x, y)


@pytest.mark.parametrize(("dtype", "bits"), [(F16, U8), (F16, I8), (F32, U8), (F32, I8), (I32, U8), (I32, I8)])
def test_compare(dtype: Any, bits: Any) -> None:
    x, y = pairs(dtype, 3)
    z = values(bits, 4)
    elements = 256 // np.dtype(dtype).itemsize
    for mode in modes(dtype):
        for count in (0, elements, x.size):
            wanted = z.copy()
            wanted[: count // 8] = np.packbits(RELATIONS[mode](x, y)[:count], bitorder="little").view(bits)
            same(comparisons(dtype, bits).run(f"{mode}.count", z, x, y, count=count), wanted)
            if bits is not U8:
                continue
            number = x[5] if dtype is I32 else dtype(1.5)
            wanted[: count // 8] = np.packbits(RELATIONS[mode](x, number)[:count], bitorder="little")
            given_ = {"number": int(number)} if dtype is I32 else {"scalar": float(number)}
            same(comparisons(dtype, bits).run(f"{mode}.scalar", z, x, y, count=count, **given_), wanted)


@pytest.mark.parametrize("form", ["mask", "bits", "scalar.mask", "scalar.bits"])
@pytest.mark.parametrize("dtype", [F16, F32, I32])
@settings(max_examples=8, deadline=None)
@given(data=st.data())
def test_compare_repeats(dtype: Any, form: str, data: st.DataObject) -> None:
    """Masks have no effect, results follow each other."""
    size = np.dtype(dtype).itemsize
    elements = 256 // size
    ints = data.draw(calls("mask", elements, [size])) | {"counter": 0, "repeats": data.draw(st.integers(0, 8))}
    ints["low"], ints["mask"] = 5, 3
    for name in ("src0", "src1"):
        ints[f"{name}_rep"] = min(ints[f"{name}_rep"], 40)
    x, y = pairs(dtype, data.draw(st.integers(0, 99)))
    z, mode, number = values(U8, 7), modes(dtype)[-1], 1
    wanted = z.copy()
    for repeat in range(ints["repeats"]):
        left = np.array([x[place(e, repeat, ints["src0_blk"], ints["src0_rep"], size)] for e in range(elements)])
        right = np.array([y[place(e, repeat, ints["src1_blk"], ints["src1_rep"], size)] for e in range(elements)])
        flags = RELATIONS[mode](left, dtype(number) if form.startswith("scalar") else right)
        wanted[repeat * elements // 8 : (repeat + 1) * elements // 8] = np.packbits(flags, bitorder="little")
    after = comparisons(dtype, U8).run(form, z, x, y, **ints, scalar=float(number), number=number)
    same(after, wanted)


@cache
def register(dtype: Any) -> Bench:
    return Bench(
        {
            "mask": f"asc.compare(x, y, asc.CMPMODE.LT, mask, {PARAMS}); asc.get_cmp_mask(z)",
            "bits": f"asc.compare(x, y, asc.CMPMODE.LT, [low, high], {PARAMS}); asc.get_cmp_mask(z)",
            "held": SET_MASK.format(held="src0.dtype")
            + f"asc.compare(x, y, asc.CMPMODE.LT, 0, {PARAMS}, is_set_mask=False); asc.get_cmp_mask(z)",
            "small": "asc.get_cmp_mask(z[nz - 64:])",
        },
        U8,
        dtype,
    )


@pytest.mark.parametrize("form", ["mask", "bits", "held"])
@pytest.mark.parametrize("dtype", [F16, F32])
@settings(max_examples=8, deadline=None)
@given(data=st.data())
def test_compare_into_the_register(dtype: Any, form: str, data: st.DataObject) -> None:
    size = np.dtype(dtype).itemsize
    elements = 256 // size
    ints = data.draw(calls("bits", elements, [size])) | {"counter": 0}
    word = ints["low"] | ints["high"] << 64
    if ints["mask"] > elements or not word:
        ints["mask"] = ints["low"] = word = 9
    x, y = pairs(dtype, data.draw(st.integers(0, 99)))
    flags = np.zeros(128, bool)
    for e in range(elements):
        left = x[place(e, 0, ints["src0_blk"], 0, size)]
        taken = e < ints["mask"] if form == "mask" else word >> e & 1
        flags[e] = bool(taken) and left < y[place(e, 0, ints["src1_blk"], 0, size)]
    after = register(dtype).run(form, np.full(REGION, 77, U8), x, y, **ints)
    np.testing.assert_array_equal(after[:16], np.packbits(flags, bitorder="little"))
    assert (after[16:] == 77).all()


MODES = {"spr": "VSEL_CMPMASK_SPR", "scalar": "VSEL_TENSOR_SCALAR_MODE", "tensor": "VSEL_TENSOR_TENSOR_MODE"}


@cache
def selections(dtype: Any, bits: Any) -> Bench:
    """The bits stand behind the destination's region, in y's place; src1 is x's second half."""
    half = "src1 = x[nx // 2:]; "
    texts = {}
    for kind, mode in MODES.items():
        src1 = "scalar" if kind == "scalar" else "src1"
        head = "" if kind == "scalar" else half
        call = f"{head}asc.select(z, y, x, {src1}, asc.SelMode.{mode}, "
        texts[f"{kind}.count"] = call + "count)"
        texts[f"{kind}.mask"] = call + f"mask, repeats, {PARAMS})"
        texts[f"{kind}.bits"] = call + f"[low, high], repeats, {PARAMS})"
    set_mask = SET_MASK.format(held="dst.dtype")
    texts["spr.register"] = (
        f"{half}asc.set_cmp_mask(y); {set_mask}"
        f"asc.select(z, x, src1, repeat_times=repeats, repeat_params={PARAMS}, sel_mode=asc.SelMode.VSEL_CMPMASK_SPR)"
    )
    # The form on the first elements leaves normal mode behind.
    again = "if counter == 1: asc.set_mask_count(); "
    copies = "t = asc.LocalTensor(dst.dtype, asc.TPosition.VECCALC, 65536, 64); asc.duplicate(t, scalar, 64); " + again
    texts["scalar.register"] = f"{copies}asc.set_cmp_mask(t); {set_mask}asc.select(z, y, x, repeats, {PARAMS})"
    address = "t = asc.LocalTensor(asc.uint32, asc.TPosition.VECCALC, 65536, 64); asc.duplicate(t, where1, 8); " + again
    texts["tensor.register"] = (
        f"{half}{address}asc.set_cmp_mask(t); {set_mask}"
        f"asc.select(z, x, src1, repeat_times=repeats, repeat_params={PARAMS}, "
        "sel_mode=asc.SelMode.VSEL_TENSOR_TENSOR_MODE)"
    )
    return Bench(texts, dtype, dtype, bits)


@pytest.mark.parametrize("form", ["count", "mask", "bits", "register"])
@pytest.mark.parametrize("kind", MODES)
@pytest.mark.parametrize(("dtype", "bits"), [(F16, U8), (F32, U8), (F32, U16), (F16, U32), (F32, np.uint64)])
@settings(max_examples=6, deadline=None)
@given(data=st.data())
def test_select(dtype: Any, bits: Any, kind: str, form: str, data: st.DataObject) -> None:
    size = np.dtype(dtype).itemsize
    elements = 256 // size
    masked = "bits" if form == "register" else form
    ints = data.draw(calls(masked, elements, [size]))
    if form == "count":
        ints["count"] = data.draw(st.integers(0, REGION // size // 2))
    for name in ("src0", "src1"):
        if form != "count":
            ints[f"{name}_rep"], ints[f"{name}_blk"] = ints[f"{name}_rep"] // 2, ints[f"{name}_blk"] // 2
    z, x, y = values(dtype, 1), values(dtype, data.draw(st.integers(0, 99))), values(bits, 5)
    flags = np.unpackbits(y.view(U8), bitorder="little").astype(bool)
    scalar = dtype(2.5)
    src1 = np.full(x.size, scalar) if kind == "scalar" else np.resize(x[x.size // 2 :], x.size)
    wanted = z.copy()
    for repeat, chosen in enumerate(positions(masked, ints, size)):
        at = (0 if kind == "spr" else repeat * elements) if form != "count" else 0
        for e in chosen:
            if form == "count":
                target, left, right = e, e, e
                flag = flags[e % elements if kind == "spr" else e]
            else:
                target = place(e, repeat, ints["dst_blk"], ints["dst_rep"], size)
                left = place(e, repeat, ints["src0_blk"], ints["src0_rep"], size)
                right = place(e, repeat, ints["src1_blk"], ints["src1_rep"], size)
                flag = flags[at + e]
            wanted[target] = x[left] if flag else src1[right]
    after = selections(dtype, bits).run(f"{kind}.{form}", z, x, y, **ints, scalar=float(scalar))
    same(after, wanted)


def positions(form: str, ints: dict[str, Any], size: int) -> list[list[int]]:
    """The elements of each repeat that a call takes."""
    if form == "count":
        return [list(range(ints["count"]))]
    elements = 256 // size
    take = selected(form, ints, elements)
    return [take(repeat) for repeat in range(repeats_of(form, ints, elements))]


def test_limits() -> None:
    model_error(comparisons(F32, U8), "LT.count", "count.*no multiple of 256 bytes", count=65)
    model_error(comparisons(F32, U8), "LT.count", "dst.*overlaps|src0.*overlaps dst", count=64, where0=0)
    model_error(register(F32), "small", "64 bytes; GetCmpMask needs 128")
    model_error(register(F32), "mask", "0 elements a repeat is outside 1..64", mask=0)
    model_error(selections(F32, U8), "spr.count", "selMask.*overlaps dst", count=64, where1=0)
    model_error(selections(F32, U8), "spr.mask", "65 elements a repeat", mask=65)


@pytest.mark.parametrize(
    ("text", "match"),
    [
        ("asc.compare(z, x, y, asc.CMPMODE.EQ, 65)", "'count' is 65; it must be a multiple of 64"),
        ("asc.select(x, z, x, 1.0, asc.SelMode.VSEL_CMPMASK_SPR, 8)", "sel_mode is VSEL_TENSOR_SCALAR_MODE, not"),
        ("asc.select(x, z, x, y, asc.SelMode.VSEL_TENSOR_SCALAR_MODE, 8)", "'src1' is a tensor: sel_mode is"),
        ("asc.compare(z, z, z, asc.CMPMODE.EQ, 256)", "doesn't support these data types"),
    ],
)
def test_limits_known_at_compile_time(text: str, match: str) -> None:
    b = Bench({"call": text}, U8, F32)
    with pytest.raises(asc.CompileError, match=match):
        b.run("call", region([0], U8), region([0], F32), region([0], F32))


def test_int32_compares_for_equality_only() -> None:
    b = Bench({"call": "asc.compare(z, x, y, asc.CMPMODE.LT, 64)"}, U8, I32)
    with pytest.raises(asc.CompileError, match="int32 has no cmp_mode LT, only EQ"):
        b.run("call", region([0], U8), region([0], I32), region([0], I32))
