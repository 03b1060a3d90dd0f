"""The Ascend C of vector instructions: official names, order of arguments, template arguments only where needed."""

from __future__ import annotations

import re

import numpy as np
import pytest
from harness import Bench, region
from operands import BF16, F16, F32, I8, I16, I32, U8, U32

from asc_plugins.testing.stages import stages_of

PARAMS = "asc.BinaryRepeatParams(1, 1, 1, 8, 8, 8)"
UNARY = "asc.UnaryRepeatParams(1, 1, 8, 8)"
B, U = "BinaryRepeatParams(1, 1, 1, 8, 8, 8)", "UnaryRepeatParams(1, 1, 8, 8)"

TEXTS = [
    (F32, F32, "asc.add(z, x, y, count)", "Add(z, x, y, count);"),
    (F32, F32, "asc.add(z, x, y, count, False)", "Add(z, x, y, count);"),
    (F32, F32, f"asc.sub(z, x, y, 64, 2, {PARAMS})", f"Sub(z, x, y, 64, 2, {B});"),
    (F16, F16, f"asc.mul(z, x, y, 0, 2, {PARAMS}, is_set_mask=False)",
     f"Mul<half, false>(z, x, y, MASK_PLACEHOLDER, 2, {B});"),
    (F32, F16, f"asc.mul_add_dst(z, x, y, 64, 2, {PARAMS}, False)",
     f"MulAddDst<float, half, false>(z, x, y, 64, 2, {B});"),
    (I8, F16, "asc.mul_cast(z, x, y, 128)", "MulCast(z, x, y, 128);"),
    (F16, I32, f"asc.add_deq_relu(z, x, y, 64, 1, {PARAMS})", f"AddDeqRelu(z, x, y, 64, 1, {B});"),
    (F16, F16, "asc.exp(z, x, 128)", "Exp(z, x, 128);"),
    (F16, F16, f"asc.sqrt(z, x, 128, 1, {UNARY}, False)", f"Sqrt<half, false>(z, x, 128, 1, {U});"),
    (F16, F16, "asc.adds(z, x, 2, 128)", "Adds(z, x, half(2.0f), 128);"),
    (I16, I16, "asc.shift_right(z, x, 3, 128, False)", "ShiftRight<int16_t, false>(z, x, int16_t(3), 128);"),
    (F32, F16, "asc.axpy(z, x, 1.5, 128)", "Axpy(z, x, half(1.5f), 128);"),
    (BF16, BF16, "asc.duplicate(z, 1.0, 128)", "Duplicate(z, ToBfloat16(1.0f), 128);"),
    (U32, U32, "asc.duplicate(z, 7, 64, 2, 1, 8)", "Duplicate(z, uint32_t(7), 64, 2, 1, 8);"),
    (F16, F16, "asc.create_vec_index(z, 2, count)", "CreateVecIndex(z, half(2.0f), count);"),
    (I16, I16, "asc.create_vec_index(z, 7, 64, 2, 1, 8)", "CreateVecIndex(z, int16_t(7), 64, 2, 1, 8);"),
    (I32, F32, "asc.cast(z, x, asc.RoundMode.CAST_RINT, 64)", "Cast(z, x, RoundMode::CAST_RINT, 64);"),
    (F16, F32, "asc.add_relu_cast(z, x, y, 64)", "AddReluCast(z, x, y, 64);"),
    (I8, I16, "asc.cast_deq(z, x, 128)", "CastDeq(z, x, 128);"),
    (I8, I16, "asc.cast_deq(z, x, 128, False, False)", "CastDeq<int8_t, int16_t, false, false>(z, x, 128);"),
    (F16, I32, "asc.set_deq_scale(0.5)", "SetDeqScale(half(0.5f));"),
    (U8, F32, "asc.compare(z, x, y, asc.CMPMODE.LT, 64)", "Compare(z, x, y, CMPMODE::LT, 64);"),
    (U8, F16, "asc.compare_scalar(z, x, 1.0, asc.CMPMODE.GE, 128)",
     "CompareScalar(z, x, half(1.0f), CMPMODE::GE, 128);"),
    (U8, F32, f"asc.compare(x, y, asc.CMPMODE.EQ, 64, {PARAMS})", f"Compare(x, y, CMPMODE::EQ, 64, {B});"),
    (U8, F32, "asc.get_cmp_mask(z)", "GetCmpMask(z);"),
    (U8, F32, "asc.set_cmp_mask(z)", "SetCmpMask(z);"),
    (U8, F32, "asc.select(x, z, x, y, asc.SelMode.VSEL_CMPMASK_SPR, 64)",
     "Select(x, z, x, y, SELMODE::VSEL_CMPMASK_SPR, 64);"),
    (U8, F32, f"asc.select(x, z, y, 1, {PARAMS})", f"Select(x, z, y, 1, {B});"),
    (F32, F32, f"asc.select(z, x, y, 1, {PARAMS}, asc.SelMode.VSEL_CMPMASK_SPR)",
     f"Select<float, SELMODE::VSEL_CMPMASK_SPR>(z, x, y, 1, {B});"),
    (F32, F32, "asc.block_reduce_sum(z, x, 1, 64, 1, 1, 8)", "BlockReduceSum(z, x, 1, 64, 1, 1, 8);"),
    (F32, F32, "asc.whole_reduce_max(z, x, 64, 1, 1, 1, 8)",
     "WholeReduceMax(z, x, 64, 1, 1, 1, 8, ReduceOrder::ORDER_VALUE_INDEX);"),
    (F32, F32, "asc.repeat_reduce_sum(z, x, 1, 64, 1, 1, 1, 8, False)",
     "RepeatReduceSum<float, false>(z, x, 1, 64, 1, 1, 1, 8);"),
    (F32, F32, "asc.reduce_max(z, x, y, 64, 1, 8, True)", "ReduceMax(z, x, y, 64, 1, 8, true);"),
    (F32, F32, "asc.reduce_sum(z, x, y, 64)", "ReduceSum(z, x, y, 64);"),
]  # fmt: skip


@pytest.mark.parametrize(("dst", "src", "call", "text"), TEXTS)
def test_text(dst: type, src: type, call: str, text: str) -> None:
    bench = Bench({"call": call}, dst, src)
    z, x = region(np.zeros(1), dst), region(np.zeros(1), src)
    written = stages_of(bench.kernel, *bench.arguments("call", z, x, x, count=8)).text
    (branch,) = re.findall(r"if \(case\w* == 0\) \{(.*?)\}\n", written, re.S)
    lines = [line.strip() for line in branch.splitlines() if not line.startswith("#line")]
    assert [line for line in lines if line] == [text]


def test_words_of_a_mask_are_an_array() -> None:
    bench = Bench({"call": f"asc.add(z, x, y, [low, 3], repeats, {PARAMS})"}, F16, F16)
    x = region(np.zeros(1), F16)
    written = stages_of(bench.kernel, *bench.arguments("call", x, x, x)).text
    (array,) = re.findall(r"uint64_t (\w+)\[2\] = \{.*, 3\};", written)
    assert f"Add(z, x, y, {array}, repeats, {B});" in written
