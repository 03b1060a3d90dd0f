"""Vector instructions with two sources."""

from __future__ import annotations

from typing import Any

from asc_api_core.repeat_params import BinaryRepeatParams
from asc_api_core.tensor import LocalTensor
from asc_plugins import Const, Count, Dst, Family, InOut, Mask, Pipe, Repeat, Src, UInt8, UInt16, UInt32, api

from .vec_forms import ELEMENTWISE, OPERANDS
from .vec_limits import check_multiple, check_range

SETS_MASK = "In the first form *is_set_mask* has no effect, as it has none in Ascend C." + OPERANDS

binary = Family(SETS_MASK, pipe=Pipe.V, role=ELEMENTWISE, template=("dst", "is_set_mask"))


@binary.overload(template=())
def count_form(
    dst: Dst[LocalTensor], src0: Src[LocalTensor], src1: Src[LocalTensor], count: Count, is_set_mask: Const[bool] = True
) -> None: ...


@binary.overload(name="mask")
def mask_form(
    dst: Dst[LocalTensor],
    src0: Src[LocalTensor],
    src1: Src[LocalTensor],
    mask: Mask,
    repeat_times: Repeat,
    repeat_params: BinaryRepeatParams,
    is_set_mask: Const[bool] = True,
) -> None: ...


ARITHMETIC = ("float16", "float32", "int16", "int32")
FLOATS = ("float16", "float32")
WORDS = ("int16", "uint16")
RELU = ("float16", "float32", "int16")

add = binary("add", "Add", dtypes=ARITHMETIC, doc="``dst = src0 + src1``")
sub = binary("sub", "Sub", dtypes=ARITHMETIC, doc="``dst = src0 - src1``")
mul = binary("mul", "Mul", dtypes=ARITHMETIC, doc="``dst = src0 * src1``")
div = binary("div", "Div", dtypes=FLOATS, doc="``dst = src0 / src1``")
max = binary("max", "Max", dtypes=ARITHMETIC, doc="the larger of ``src0`` and ``src1``; NaN wins")
min = binary("min", "Min", dtypes=ARITHMETIC, doc="the smaller of ``src0`` and ``src1``; NaN wins")
bitwise_and = binary("bitwise_and", "And", dtypes=WORDS, doc="``dst = src0 & src1``")
bitwise_or = binary("bitwise_or", "Or", dtypes=WORDS, doc="``dst = src0 | src1``")
add_relu = binary("add_relu", "AddRelu", dtypes=RELU, doc="``dst = max(src0 + src1, 0)``")
sub_relu = binary("sub_relu", "SubRelu", dtypes=RELU, doc="``dst = max(src0 - src1, 0)``")


accumulating = Family(SETS_MASK, pipe=Pipe.V, role=ELEMENTWISE, template=("dst", "is_set_mask"))


@accumulating.overload(template=())
def accumulating_count_form(
    dst: InOut[LocalTensor],
    src0: Src[LocalTensor],
    src1: Src[LocalTensor],
    count: Count,
    is_set_mask: Const[bool] = True,
) -> None: ...


@accumulating.overload(name="mask")
def accumulating_mask_form(
    dst: InOut[LocalTensor],
    src0: Src[LocalTensor],
    src1: Src[LocalTensor],
    mask: Mask,
    repeat_times: Repeat,
    repeat_params: BinaryRepeatParams,
    is_set_mask: Const[bool] = True,
) -> None: ...


#: Destination and sources of one type, or float16 sources added to a float32 destination.
MULTIPLY_ADD = (*FLOATS, ("float32", "float16", "float16"))

fused_mul_add = accumulating("fused_mul_add", "FusedMulAdd", dtypes=FLOATS, doc="``dst = src0 * dst + src1``")
fused_mul_add_relu = accumulating(
    "fused_mul_add_relu", "FusedMulAddRelu", dtypes=FLOATS, doc="``dst = max(src0 * dst + src1, 0)``"
)
mul_add_dst = accumulating(
    "mul_add_dst",
    "MulAddDst",
    dtypes=MULTIPLY_ADD,
    template=("dst", "src0", "is_set_mask"),
    doc="``dst = src0 * src1 + dst``; a float32 destination with float16 sources mustn't overlap them",
)

converting = Family(OPERANDS, pipe=Pipe.V, role=ELEMENTWISE, template=("dst", "src0"))


@converting.overload(template=())
def converting_count_form(
    dst: Dst[LocalTensor], src0: Src[LocalTensor], src1: Src[LocalTensor], count: UInt32
) -> None: ...


@converting.overload(name="mask")
def converting_mask_form(
    dst: Dst[LocalTensor],
    src0: Src[LocalTensor],
    src1: Src[LocalTensor],
    mask: Mask,
    repeat_times: Repeat,
    repeat_params: BinaryRepeatParams,
) -> None: ...


mul_cast = converting(
    "mul_cast",
    "MulCast",
    dtypes=[("int8", "float16", "float16"), ("uint8", "float16", "float16")],
    model="vec_mulcast.h",
    doc="``dst = src0 * src1`` converted to 8 bits: rounded to nearest even, saturated",
)
add_deq_relu = binary(
    "add_deq_relu",
    "AddDeqRelu",
    dtypes=[("float16", "int32", "int32")],
    template=("dst", "src0", "is_set_mask"),
    model="vec_deq.h",
    doc="``dst = max((src0 + src1) * scale, 0)`` with the scale of ``set_deq_scale``",
)


@api(
    "BilinearInterpolation",
    pipe=Pipe.V,
    template=("dst",),
    dtypes=[("float16", "float16", "uint32", "float16", "uint8")],
    model="vec_bilinear.h",
)
def bilinear_interpolation(
    dst: Dst[LocalTensor],
    src0: Src[LocalTensor],
    src0_offset: Src[LocalTensor],
    src1: Src[LocalTensor],
    mask: Mask,
    h_repeat: UInt8,
    repeat_mode: bool,
    dst_blk_stride: UInt16,
    v_r_offset: UInt16,
    v_repeat: UInt8,
    shared_tmp_buffer: InOut[LocalTensor],
) -> None:
    """Sums of blocks of *src0* times weights of *src1*.

    For each of *v_repeat* vertical steps, *h_repeat* repeats of 8 blocks of 32 bytes are gathered from *src0*,
    multiplied and summed up into a repeat of *dst*.

    Args:
        dst: float16; a vertical step writes one repeat.
        src0: float16.
        src0_offset: uint32; 8 offsets in bytes from the begin of *src0* a repeat, multiples of 32.
        src1: float16; a weight a repeat, or one a block with *repeat_mode*.
        mask: elements of a repeat that take part: their number, or two 64-bit words.
        h_repeat: horizontal repeats, 1..255.
        repeat_mode: False: all blocks of a repeat have one weight; True: each block has its own.
        dst_blk_stride: from a block of *dst* to the next, in blocks of 32 bytes.
        v_r_offset: from a vertical step of *dst* to the next, 128..65534 elements, a multiple of 16.
        v_repeat: vertical steps, 1..255.
        shared_tmp_buffer: uint8; at least 32 bytes for each element of *src0* and *src1*.

    Raises:
        CallError: a number or data type is out of its limits.
        ModelError: bounds, alignment, position, mask, offsets or the buffer are wrong when the kernel runs.
    """


@bilinear_interpolation.verifier
def _(bound: dict[str, Any]) -> None:
    name = "asc.bilinear_interpolation"
    check_range(name, bound, "h_repeat", 1, 255)
    check_range(name, bound, "v_repeat", 1, 255)
    check_range(name, bound, "v_r_offset", 128, 65534)
    check_multiple(name, bound, "v_r_offset", 16, "elements of float16: 32 bytes")
