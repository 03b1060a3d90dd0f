"""Results of reductions in registers against numpy, and their limits."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
import pytest
from harness import REGION, Array, Bench, model_error, region
from operands import F16, F32, I32

import asc
from asc_plugins.testing.stages import stages_of

WORK = "work = asc.LocalTensor(dst.dtype, asc.TPosition.VECCALC, 65536, 256)"
SUM = "z.set_value(8, asc.{f}({d}))"
EXTREME = "value, index = asc.{f}({d}); z.set_value(8, value); z.reinterpret_cast(asc.uint{b}).set_value(9, index)"


@cache
def bench(dtype: Any) -> Bench:
    bits = 8 * np.dtype(dtype).itemsize
    get_sum = SUM.format(f="get_reduce_repeat_sum_spr", d="dst.dtype")
    other = SUM.format(f="get_reduce_repeat_sum_spr", d="asc.float16" if dtype is F32 else "asc.float32")
    get = EXTREME.format(f="get_reduce_repeat_max_min_spr", d="dst.dtype", b=bits)
    texts = {
        "sum": f"{WORK}; asc.reduce_sum(z, x, work, count); {get_sum}",
        "old sum": f"{WORK}; asc.reduce_sum(z, x, work, count); " + SUM.format(f="get_acc_val", d="dst.dtype"),
        "other sum": f"{WORK}; asc.reduce_sum(z, x, work, count); {other}",
        "no sum": get_sum,
        "no extreme": get,
        "old extreme": "asc.whole_reduce_max(z, x, mask, repeats, 1, src0_blk, src0_rep); "
        + EXTREME.format(f="get_reduce_max_min_count", d="dst.dtype", b=bits),
    }
    for name in ("max", "min"):
        texts[f"whole {name}"] = f"asc.whole_reduce_{name}(z[32:], x, mask, repeats, 1, src0_blk, src0_rep); {get}"
        texts[f"bits {name}"] = f"asc.whole_reduce_{name}(z[32:], x, [low, high], repeats, 1, 1, 8); {get}"
        texts[f"tensor {name}"] = f"{WORK}; asc.reduce_{name}(z, x, work, mask, repeats, src0_rep, False); {get}"
        texts[f"count {name}"] = f"{WORK}; asc.reduce_{name}(z, x, work, count=count); {get}"
    return Bench(texts, dtype, dtype)


def numbers(dtype: Any, seed: int) -> Array:
    """Whole numbers, so that sums are exact whatever their order."""
    return np.random.default_rng(seed).integers(-9, 9, REGION // np.dtype(dtype).itemsize).astype(dtype)


def index_of(after: Array) -> int:
    return int(after.view(f"u{after.itemsize}")[9])


@pytest.mark.parametrize("dtype", [F16, F32])
@pytest.mark.parametrize("name", ["sum", "old sum"])
@pytest.mark.parametrize("count", [1, 64, 150, 1000])
def test_sum(dtype: Any, name: str, count: int) -> None:
    x = numbers(dtype, count)
    after = bench(dtype).run(name, np.zeros_like(x), x, count=count)
    assert after[8] == x[:count].astype(int).sum()


@pytest.mark.parametrize("dtype", [F16, F32])
@pytest.mark.parametrize("name", ["max", "min"])
@pytest.mark.parametrize("form", ["whole", "bits"])
def test_extreme_of_repeats(dtype: Any, name: str, form: str) -> None:
    x = numbers(dtype, 3)
    elements = 256 // np.dtype(dtype).itemsize
    x[2 * elements + 7] = x[2 * elements + 9] = x[4 * elements + 1] = 20 if name == "max" else -20
    chosen = np.arange(elements) < 8 if form == "whole" else np.arange(elements) % 2 == 1
    word = sum(1 << int(i) for i in np.flatnonzero(chosen))
    ints = {"mask": 8, "low": word & (2**64 - 1), "high": word >> 64, "repeats": 6}
    after = bench(dtype).run(f"{form} {name}", np.zeros_like(x), x, **ints)
    assert after[8] == (20 if name == "max" else -20)
    assert index_of(after) == 2 * elements + 7


@pytest.mark.parametrize("dtype", [F16, F32])
def test_nan_is_the_extreme(dtype: Any) -> None:
    x = numbers(dtype, 4)
    x[70] = np.nan
    after = bench(dtype).run("old extreme", np.zeros_like(x), x, mask=256 // x.itemsize, repeats=2)
    assert np.isnan(after[8])
    assert index_of(after) == 70


@pytest.mark.parametrize("dtype", [F16, F32])
@pytest.mark.parametrize("name", ["max", "min"])
def test_extreme_of_a_tensor(dtype: Any, name: str) -> None:
    x = numbers(dtype, 5)
    x[100] = 30 if name == "max" else -30
    for form in ("tensor", "count"):
        after = bench(dtype).run(f"{form} {name}", np.zeros_like(x), x, mask=256 // x.itemsize, repeats=4, count=200)
        assert after[8] == x[100]


def test_nothing_is_kept_of_nothing() -> None:
    model_error(bench(F32), "sum", "nothing was reduced before; call ReduceSum", count=0)
    model_error(bench(F32), "whole max", "nothing was reduced before; call WholeReduceMax", repeats=0)


@pytest.mark.parametrize(
    ("call", "match", "ints"),
    [
        ("no sum", "GetAccVal.*nothing was reduced before; call ReduceSum of the first elements first", {}),
        ("no extreme", "GetReduceMaxMinCount.*nothing was reduced before; call WholeReduceMax", {}),
        ("other sum", "T.*is half, but the reduction before was of float", {"count": 8}),
        ("whole max", "must have srcBlkStride 1 and srcRepStride 8", {"src0_rep": 9}),
        ("whole max", "must have srcBlkStride 1 and srcRepStride 8", {"src0_blk": 2}),
        ("tensor min", "must have srcBlkStride 1 and srcRepStride 8", {"src0_rep": 9}),
        ("whole min", "ran in counter mode", {"counter": 1, "mask": 9}),
    ],
)
def test_limits(call: str, match: str, ints: dict[str, int]) -> None:
    model_error(bench(F32), call, match, **ints)


@pytest.mark.parametrize("name", ["get_acc_val", "get_reduce_repeat_max_min_spr"])
def test_data_types(name: str) -> None:
    b = Bench({"call": f"asc.{name}(asc.int32)"}, I32, I32)
    x = region([0], I32)
    with pytest.raises(asc.CompileError, match="'dtype' is int32; it must be float16 or float32"):
        b.run("call", x, x)


def test_text() -> None:
    b = Bench({"call": EXTREME.format(f="get_reduce_repeat_max_min_spr", d="dst.dtype", b=16)}, F16, F16)
    x = region([0], F16)
    written = stages_of(b.kernel, *b.arguments("call", x, x, x)).text
    lines = [line.strip() for line in written.splitlines() if not line.startswith("#line")]
    at = lines.index("half max_min_value = 0;")
    assert lines[at : at + 6] == [
        "half max_min_value = 0;",
        "half max_min_bits = 0;",
        "GetReduceMaxMinCount<half>(max_min_value, max_min_bits);",
        "int16_t max_min_index = *reinterpret_cast<uint16_t*>(&max_min_bits);",
        "z.SetValue(8, max_min_value);",
        "z.ReinterpretCast<uint16_t>().SetValue(9, static_cast<uint16_t>(max_min_index));",
    ]
