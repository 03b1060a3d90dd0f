"""Limits of vector instructions that are known at compile time."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from harness import STRIDES, Bench, region
from operands import F16, F32, I16

import asc
from asc_api_basic import (
    vec_binary,
    vec_binary_scalar,
    vec_cmpsel,
    vec_createvecindex,
    vec_reduce,
    vec_ternary_scalar,
    vec_unary,
    vec_vconv,
)
from asc_plugins import Api

MODULES = (
    vec_binary, vec_binary_scalar, vec_cmpsel, vec_createvecindex, vec_reduce, vec_ternary_scalar, vec_unary, vec_vconv,
)  # fmt: skip
#: What each parameter is given when all tensors are float64, which no vector instruction takes.
VALUES = {
    "scalar": "2.0", "count": "8", "round_mode": "asc.RoundMode.CAST_NONE", "src1_scalar": "1.0", "mask": "8",
    "cmp_mode": "asc.CMPMODE.EQ", "sel_mode": "asc.SelMode.VSEL_TENSOR_SCALAR_MODE", "repeat": "1", "repeat_time": "1",
    "dst_rep_stride": "1", "src_blk_stride": "1", "src_rep_stride": "8", "dst_blk_stride": "1", "h_repeat": "1",
    "first_value": "2.0", "repeat_mode": "False", "v_r_offset": "128", "v_repeat": "1",
}  # fmt: skip
APIS = [
    (module.__name__.rpartition(".")[2], name)
    for module in MODULES
    for name, value in vars(module).items()
    if isinstance(value, Api) and value.dtypes
]


def fails(call: str, match: str, dst: Any = F16, src: Any = F16) -> None:
    bench = Bench({"call": call}, dst, src)
    with pytest.raises(asc.CompileError, match=match):
        bench.run("call", region(np.zeros(1), dst), region(np.zeros(1), src), region(np.zeros(1), src))


@pytest.mark.parametrize(("module", "name"), APIS)
def test_unsupported_data_types(module: str, name: str) -> None:
    declared = getattr(next(m for m in MODULES if m.__name__.endswith(f".{module}")), name)
    params = [p for p in declared.overloads[0].params if p.required]
    arguments = ", ".join(VALUES.get(p.name, "z") for p in params)
    fails(f"asc.{name}({arguments})", f"asc.{name} doesn't support these data types", np.float64, np.float64)


@pytest.mark.parametrize(
    ("call", "match"),
    [
        ("asc.add(z, x, y, -1)", "'count' is -1; it must be at least 0"),
        (f"asc.add(z, x, y, 8, 256, asc.BinaryRepeatParams({STRIDES}))", "'repeat_times' is 256; it must be 0..255"),
        ("asc.add(z, x, y, -1, 1, asc.BinaryRepeatParams())", "'mask' is -1; it must be 0..18446744073709551615"),
        ("asc.add(z, x, y, [1, 2, 3], 1, asc.BinaryRepeatParams())", "a list of one or two 64-bit words"),
        ("asc.duplicate(z, 1.0, 8, 1, 65536, 8)", "'dst_block_stride' is 65536; it must be 0..65535"),
        ("asc.duplicate(z, 1.0, 8, 1, 1, 256)", "'dst_repeat_stride' is 256; it must be 0..255"),
        ("asc.create_vec_index(z, 1, -1)", "'count' is -1; it must be at least 0"),
        ("asc.create_vec_index(z, 1, 8, 256, 1, 8)", "'repeat_times' is 256; it must be 0..255"),
        ("asc.create_vec_index(z, 1, 8, 1, 65536, 8)", "'dst_blk_stride' is 65536; it must be 0..65535"),
        ("asc.create_vec_index(z, 1, 8, 1, 1, 256)", "'dst_rep_stride' is 256; it must be 0..255"),
        ("asc.set_deq_scale(1.0, 256, True)", "'offset' is 256; it must be -256..255"),
    ],
)
def test_ranges(call: str, match: str) -> None:
    fails(call, match)


def test_shifts() -> None:
    fails("asc.shift_left(z, x, 17, 8)", "'scalar' is 17; it must be 0..16 bits of int16", I16, I16)
    fails("asc.shift_right(z, x, -1, 8)", "'scalar' is -1; it must be 0..16 bits of int16", I16, I16)


def test_interpolation() -> None:
    offsets, work = "x.reinterpret_cast(asc.uint32)", "x.reinterpret_cast(asc.uint8)"
    call = f"asc.bilinear_interpolation(z, x, {offsets}, x, 8, {{h}}, False, 1, {{step}}, {{v}}, {work})"
    for numbers, match in (
        ({"h": 0}, "'h_repeat' is 0; it must be 1..255"),
        ({"v": 0}, "'v_repeat' is 0; it must be 1..255"),
        ({"step": 64}, "'v_r_offset' is 64; it must be 128..65534"),
        ({"step": 130}, "'v_r_offset' is 130; it must be a multiple of 16"),
    ):
        fails(call.format(**{"h": 1, "v": 1, "step": 128, **numbers}), match)


def test_pairs_of_types() -> None:
    fails("asc.mul_add_dst(z, x, y, 8)", "doesn't support these data types: dst: float16, src0: float32", F16, F32)
    fails("asc.cast(z, x, asc.RoundMode.CAST_NONE, 8)", "doesn't support these data types", I16, np.uint32)
