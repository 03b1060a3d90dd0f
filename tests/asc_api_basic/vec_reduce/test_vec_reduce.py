"""Reductions against trees written out, and their limits."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
import pytest
from harness import REGION, Array, Bench, model_error, place, region, repeats_of, same, selected
from hypothesis import given, settings
from hypothesis import strategies as st
from operands import F16, F32, values

import asc

MASKS = {"mask": "mask", "bits": "[low, high]"}
FORMS = {
    "block_reduce_sum": "{f}(z, x, repeats, {m}, dst_rep, src0_blk, src0_rep)",
    "block_reduce_max": "{f}(z, x, repeats, {m}, dst_rep, src0_blk, src0_rep)",
    "block_reduce_min": "{f}(z, x, repeats, {m}, dst_rep, src0_blk, src0_rep)",
    "pair_reduce_sum": "{f}(z, x, repeats, {m}, dst_rep, src0_blk, src0_rep)",
    "whole_reduce_sum": "{f}(z, x, {m}, repeats, dst_rep, src0_blk, src0_rep)",
    "whole_reduce_max": "{f}(z, x, {m}, repeats, dst_rep, src0_blk, src0_rep)",
    "whole_reduce_min": "{f}(z, x, {m}, repeats, dst_rep, src0_blk, src0_rep)",
}
ORDERS = ("ORDER_VALUE_INDEX", "ORDER_INDEX_VALUE", "ORDER_ONLY_VALUE", "ORDER_ONLY_INDEX")
WORK = "work = asc.LocalTensor(dst.dtype, asc.TPosition.VECCALC, 65536, 256); "


@cache
def bench(dtype: Any) -> Bench:
    texts = {f"{n}.{form}": t.format(f=f"asc.{n}", m=m) for n, t in FORMS.items() for form, m in MASKS.items()}
    texts["repeat_reduce_sum.mask"] = "asc.repeat_reduce_sum(z, x, repeats, mask, dst_blk, src0_blk, dst_rep, src0_rep)"
    held = "asc.set_vector_mask(high, low, dst.dtype); "
    texts["whole_reduce_sum.held"] = held + "asc.whole_reduce_sum(z, x, 0, repeats, dst_rep, src0_blk, src0_rep, False)"
    texts["pair_reduce_sum.held"] = held + "asc.pair_reduce_sum(z, x, repeats, 0, dst_rep, src0_blk, src0_rep, False)"
    for order in ORDERS:
        texts[f"whole_reduce_max.{order}"] = (
            f"asc.whole_reduce_max(z, x, mask, repeats, dst_rep, src0_blk, src0_rep, asc.ReduceOrder.{order})"
        )
    return Bench(texts, dtype, dtype)


@cache
def whole(dtype: Any) -> Bench:
    texts = {}
    for name in ("reduce_max", "reduce_min"):
        for index in (False, True):
            tail = f", {index})"
            texts[f"{name}.{index}.count"] = f"{WORK}asc.{name}(z, x, work, count=count, cal_index={index})"
            texts[f"{name}.{index}.mask"] = f"{WORK}asc.{name}(z, x, work, mask, repeats, src0_rep{tail}"
            texts[f"{name}.{index}.bits"] = f"{WORK}asc.{name}(z, x, work, [low, high], repeats, src0_rep{tail}"
    texts["reduce_sum.count"] = f"{WORK}asc.reduce_sum(z, x, work, count)"
    texts["reduce_sum.mask"] = f"{WORK}asc.reduce_sum(z, x, work, mask, repeats, src0_rep)"
    texts["reduce_sum.bits"] = f"{WORK}asc.reduce_sum(z, x, work, [low, high], repeats, src0_rep)"
    texts["small"] = f"{WORK}asc.reduce_max(z, x, work[248:], mask, repeats, src0_rep, True)"
    return Bench(texts, dtype, dtype)


def tree(numbers: Array) -> Any:
    """The sum of a power of two of numbers, neighbours first."""
    with np.errstate(all="ignore"):
        while numbers.size > 1:
            numbers = numbers[0::2] + numbers[1::2]
    return numbers[0]


def best(numbers: Array, largest: bool) -> int:
    """The index of the first extreme, or of the first NaN."""
    nan = np.isnan(numbers)
    if nan.any():
        return int(np.flatnonzero(nan)[0])
    return int(np.argmax(numbers) if largest else np.argmin(numbers))


def gathered(x: Array, chosen: list[int], repeat: int, ints: dict[str, Any]) -> dict[int, Any]:
    size = x.dtype.itemsize
    return {e: x[place(e, repeat, ints["src0_blk"], ints["src0_rep"], size)] for e in chosen}


def padded(taken: dict[int, Any], first: int, count: int, dtype: Any) -> Array:
    return np.array([taken.get(e, 0) for e in range(first, first + count)], dtype)


@st.composite
def reductions(draw: st.DrawFn, elements: int, size: int) -> dict[str, Any]:
    repeats, block = draw(st.integers(0, 8)), draw(st.integers(0, 4))
    word = draw(st.integers(1, 2**elements - 1))
    counter = draw(st.integers(0, 1))
    ints = {"repeats": repeats, "src0_blk": block, "src0_rep": draw(st.integers(0, 40)), "counter": counter}
    ints |= {"mask": draw(st.integers(1, elements)), "low": word & (2**64 - 1), "high": word >> 64}
    if counter:
        ints["mask"] = ints["low"] = draw(st.integers(1, 8 * elements))
        ints["high"] = 0
    return ints | {"dst_rep": draw(st.integers(0, 9))}


def reduced(name: str, form: str, z: Array, x: Array, ints: dict[str, Any]) -> Array:
    """The destination after a reduction of repeats."""
    after, dtype, size = z.copy(), x.dtype, x.dtype.itemsize
    elements = 256 // size
    take = selected("mask" if form == "mask" else "bits", ints, elements)
    largest = name.endswith("max")
    for repeat in range(repeats_of("mask" if form == "mask" else "bits", ints, elements)):
        taken = gathered(x, take(repeat), repeat, ints)
        if name.startswith(("whole", "repeat")):
            if name.endswith("sum"):
                after[repeat * ints["dst_rep"]] = tree(padded(taken, 0, elements, dtype))
                continue
            places = list(taken)
            index = places[best(np.array(list(taken.values()), dtype), largest)]
            at = 2 * repeat * ints["dst_rep"]
            after[at] = taken[index]
            after[at + 1 : at + 2] = np.array([index], f"u{size}").view(dtype)
            continue
        width = 2 if name.startswith("pair") else 32 // size
        groups = elements // width
        for group in range(groups):
            members = {e: v for e, v in taken.items() if e // width == group}
            if not members:
                continue
            at = repeat * ints["dst_rep"] * groups + group
            if name.endswith("sum"):
                after[at] = tree(padded(members, group * width, width, dtype))
            else:
                numbers = np.array(list(members.values()), dtype)
                after[at] = numbers[best(numbers, largest)]
    return after


CASES = [(n, form) for n in FORMS for form in MASKS] + [
    ("repeat_reduce_sum", "mask"), ("whole_reduce_sum", "held"), ("pair_reduce_sum", "held")
]  # fmt: skip


def bitwise(after: Array, wanted: Array) -> None:
    """Indices look like subnormal floats, so results are compared as they are."""
    nan = np.isnan(wanted)
    np.testing.assert_array_equal(np.isnan(after), nan)
    np.testing.assert_array_equal(after[~nan] + 0, wanted[~nan] + 0)


@pytest.mark.parametrize("dtype", [F16, F32])
@pytest.mark.parametrize(("name", "form"), CASES)
@settings(max_examples=10, deadline=None)
@given(data=st.data())
def test_repeats(name: str, form: str, dtype: Any, data: st.DataObject) -> None:
    size = np.dtype(dtype).itemsize
    ints = data.draw(reductions(256 // size, size))
    z, x = values(dtype, 1), values(dtype, data.draw(st.integers(0, 99)), edges=data.draw(st.booleans()))
    with np.errstate(all="ignore"):
        wanted = reduced(name, form, z, x, ints)
    bitwise(bench(dtype).run(f"{name}.{form}", z, x, **ints), wanted)


@pytest.mark.parametrize("dtype", [F16, F32])
@pytest.mark.parametrize("order", ORDERS)
def test_order_of_value_and_index(order: str, dtype: Any) -> None:
    size = np.dtype(dtype).itemsize
    elements = 256 // size
    x = region(np.arange(elements)[::-1] % 50, dtype)
    z = np.zeros(REGION // size, dtype)
    after = bench(dtype).run(f"whole_reduce_max.{order}", z, x, mask=elements, repeats=3).tobytes()
    index = int(np.argmax(x[:elements]))
    value = np.array([49], dtype).tobytes()
    made = {
        "ORDER_VALUE_INDEX": value + index.to_bytes(size, "little"),
        "ORDER_INDEX_VALUE": index.to_bytes(size, "little") + value,
        "ORDER_ONLY_VALUE": value,
        "ORDER_ONLY_INDEX": index.to_bytes(4, "little"),
    }[order]
    step = 8 * len(made)
    for repeat in range(3):
        assert after[repeat * step : repeat * step + len(made)] == made
        assert not any(after[repeat * step + len(made) : (repeat + 1) * step])


def extreme(x: Array, chosen: list[int], largest: bool) -> tuple[Any, int]:
    index = chosen[best(x[chosen], largest)]
    return x[index], index


@pytest.mark.parametrize("dtype", [F16, F32])
@pytest.mark.parametrize("index", [False, True])
@pytest.mark.parametrize("name", ["reduce_max", "reduce_min"])
@settings(max_examples=8, deadline=None)
@given(data=st.data())
def test_extremes_of_tensors(name: str, index: bool, dtype: Any, data: st.DataObject) -> None:
    size = np.dtype(dtype).itemsize
    elements = 256 // size
    z, x = values(dtype, 1), values(dtype, data.draw(st.integers(0, 99)), edges=data.draw(st.booleans()))
    form = data.draw(st.sampled_from(["count", "mask", "bits"]))
    ints: dict[str, Any] = {"count": data.draw(st.integers(0, x.size))}
    chosen = list(range(ints["count"]))
    if form != "count":
        ints = data.draw(reductions(elements, size)) | {"src0_blk": 1}
        take = selected(form, ints, elements)
        chosen = [
            place(e, r, 1, ints["src0_rep"], size) for r in range(repeats_of(form, ints, elements)) for e in take(r)
        ]
    wanted = z.copy()
    if chosen:
        value, at = extreme(x, chosen, name.endswith("max"))
        wanted[0] = value
        if index:
            wanted[1:2] = np.array([at], f"u{size}").view(dtype)
    bitwise(whole(dtype).run(f"{name}.{index}.{form}", z, x, **ints), wanted)


@pytest.mark.parametrize("dtype", [F16, F32])
@pytest.mark.parametrize("form", ["count", "mask", "bits"])
@settings(max_examples=10, deadline=None)
@given(data=st.data())
def test_sum_of_a_tensor(form: str, dtype: Any, data: st.DataObject) -> None:
    size = np.dtype(dtype).itemsize
    elements = 256 // size
    z, x = values(dtype, 1), values(dtype, data.draw(st.integers(0, 99)), edges=False)
    wanted = z.copy()
    if form == "count":
        count = data.draw(st.integers(0, x.size))
        ints: dict[str, Any] = {"count": count}
        filled = np.resize(np.append(x[:count], np.zeros(-count % elements, dtype)), -(-count // elements) * elements)
        sums = [tree(part) for part in filled.reshape(-1, elements)] if count else []
        for i, value in enumerate(sums):
            wanted[0] = value if i == 0 else wanted[0] + value
    else:
        ints = data.draw(reductions(elements, size)) | {"src0_blk": 1}
        take = selected(form, ints, elements)
        sums = [
            tree(padded(gathered(x, take(r), r, ints), 0, elements, dtype))
            for r in range(repeats_of(form, ints, elements))
        ]
        if sums:
            wanted[0] = tree(np.array(sums + [0] * (elements - len(sums)), dtype))
    same(whole(dtype).run(f"reduce_sum.{form}", z, x, **ints), wanted)


def test_results_where_the_source_begins() -> None:
    x = region(np.ones(64), F32)
    after = bench(F32).run("whole_reduce_sum.mask", x, x, mask=64, repeats=4, dst_rep=1, where0=0)
    same(after[:4], np.full(4, 64, F32))
    model_error(bench(F32), "whole_reduce_sum.mask", "src.*overlaps dst", mask=64, repeats=4, dst_rep=65, where0=0)


@pytest.mark.parametrize(
    ("call", "match", "ints"),
    [
        ("whole_reduce_sum.mask", "repeatTime.*256 is outside 0..255", {"repeats": 256}),
        ("whole_reduce_sum.mask", "dstRepStride.*65536 is outside 0..65535", {"dst_rep": 65536}),
        ("block_reduce_max.mask", "0 elements a repeat is outside 1..64", {"mask": 0}),
        ("block_reduce_max.bits", "no bit of the mask", {"low": 0}),
        ("whole_reduce_sum.mask", "src.*needs .* bytes, the tensor has", {"mask": 64, "repeats": 9, "src0_rep": 200}),
        ("pair_reduce_sum.mask", "dst.*needs .* bytes, the tensor has", {"mask": 64, "repeats": 9, "dst_rep": 200}),
    ],
)
def test_limits(call: str, match: str, ints: dict[str, int]) -> None:
    model_error(bench(F32), call, match, **ints)


def test_work_buffer_that_is_too_small() -> None:
    model_error(whole(F32), "small", "sharedTmpBuffer.*needs 64 bytes, the tensor has 32", mask=64, repeats=4)


@pytest.mark.parametrize(
    ("text", "match"),
    [
        ("asc.whole_reduce_sum(z, x, 64, 256, 1, 1, 8)", "'repeat_time' is 256; it must be 0..255"),
        ("asc.whole_reduce_sum(z, x, 64, 1, 1, 65536, 8)", "'src_blk_stride' is 65536; it must be 0..65535"),
        ("asc.reduce_max(z, x, y, count=65537, cal_index=True)", "'count' is 65537; it must be 0..65536"),
    ],
)
def test_limits_known_at_compile_time(text: str, match: str) -> None:
    b = Bench({"call": text}, F16, F16)
    x = region([0], F16)
    with pytest.raises(asc.CompileError, match=match):
        b.run("call", x, x, x)
