"""Conversions between data types."""

from __future__ import annotations

from typing import Annotated, Any

from asc_api_core.enums import RoundMode
from asc_api_core.repeat_params import BinaryRepeatParams, UnaryRepeatParams
from asc_api_core.tensor import LocalTensor
from asc_api_core.vector_params import VdeqInfo
from asc_plugins import CallError, Const, Dst, Family, Mask, Pipe, Repeat, Scalar, Src, UInt32, api

from .vec_forms import ELEMENTWISE, OPERANDS

R = RoundMode
EXACT = (R.CAST_NONE,)
ROUNDED = (R.CAST_NONE, R.CAST_RINT, R.CAST_FLOOR, R.CAST_CEIL, R.CAST_ROUND, R.CAST_TRUNC)
ANY = (*ROUNDED, R.CAST_ODD)

#: Conversions (source, destination) and their rounding modes; CAST_NONE is CAST_RINT where a conversion can lose.
CASTS: dict[tuple[str, str], tuple[RoundMode, ...]] = {
    ("int8", "float16"): EXACT,
    ("uint8", "float16"): EXACT,
    ("int16", "float16"): ROUNDED,
    ("int16", "float32"): EXACT,
    ("float16", "int8"): ROUNDED,
    ("float16", "uint8"): ROUNDED,
    ("float16", "int16"): ROUNDED,
    ("float16", "int32"): ROUNDED,
    ("float16", "float32"): EXACT,
    ("bfloat16", "int32"): ROUNDED,
    ("bfloat16", "float32"): EXACT,
    ("int32", "int16"): EXACT,
    ("int32", "float16"): ANY,
    ("int32", "float32"): ROUNDED,
    ("int32", "int64"): EXACT,
    ("float32", "int16"): ROUNDED,
    ("float32", "float16"): ANY,
    ("float32", "bfloat16"): ROUNDED,
    ("float32", "int32"): ROUNDED,
    ("float32", "float32"): ROUNDED,
    ("float32", "int64"): ROUNDED,
    ("int64", "int32"): EXACT,
    ("int64", "float32"): ROUNDED,
}


@api(
    "Cast",
    pipe=Pipe.V,
    role=ELEMENTWISE,
    template=("dst", "src"),
    dtypes=tuple((dst, src) for src, dst in CASTS),
)
def cast(dst: Dst[LocalTensor], src: Src[LocalTensor], round_mode: RoundMode, count: UInt32) -> None:
    """Converts *src* to the data type of *dst*.

    Integers saturate, NaN becomes 0 in them; a float past the largest number becomes infinity. From int32 to float16
    the values are multiplied by the scale of ``set_deq_scale`` and rounded to nearest even, whatever *round_mode* is.

    Args:
        dst: in UB (VECIN, VECCALC, VECOUT), begins at a multiple of 32 bytes. Converting to a narrower type it may be
            *src*.
        src: likewise.
        round_mode: CAST_NONE where the conversion loses nothing; else CAST_RINT (to nearest, ties to even), CAST_FLOOR,
            CAST_CEIL, CAST_ROUND (ties away from zero), CAST_TRUNC or CAST_NONE, which is CAST_RINT; from float32 to
            float16 CAST_ODD too.
        count: number of elements; 0 does nothing.
        mask: elements of a repeat, counted in the wider of both types: their number, or a list of 64-bit words.
        repeat_times: 0..255 repeats of 256 bytes of the wider type; 0 does nothing.
        repeat_params: strides in blocks of 32 bytes.
        is_set_mask: False: the mask set before by ``set_vector_mask`` is used.

    Raises:
        CallError: a number, data type or rounding mode is out of its limits.
        ModelError: bounds, alignment, position, mask or overlap are wrong when the kernel runs.
    """


@cast.overload(name="mask", template=("dst", "src", "is_set_mask"))
def _(
    dst: Dst[LocalTensor],
    src: Src[LocalTensor],
    round_mode: RoundMode,
    mask: Mask,
    repeat_times: Repeat,
    repeat_params: UnaryRepeatParams,
    is_set_mask: Const[bool] = True,
) -> None: ...


@cast.verifier
def _(bound: dict[str, Any]) -> None:
    pair = (bound["src"].dtype.name, bound["dst"].dtype.name)
    mode, modes = bound["round_mode"], CASTS[pair]
    if mode not in modes:
        raise CallError(
            f"asc.cast: from {pair[0]} to {pair[1]} there is no round_mode {mode.name}",
            ["there are " + ", ".join(m.name for m in modes)],
            code="ASC-E302",
        )


relu_cast = Family(OPERANDS, pipe=Pipe.V, role=ELEMENTWISE, template=("dst", "src0", "is_set_mask"))


@relu_cast.overload(template=())
def relu_cast_count_form(
    dst: Dst[LocalTensor], src0: Src[LocalTensor], src1: Src[LocalTensor], count: UInt32
) -> None: ...


@relu_cast.overload(name="mask")
def relu_cast_mask_form(
    dst: Dst[LocalTensor],
    src0: Src[LocalTensor],
    src1: Src[LocalTensor],
    mask: Mask,
    repeat_times: Repeat,
    repeat_params: BinaryRepeatParams,
    is_set_mask: Const[bool] = True,
) -> None: ...


RELU_CASTS = (
    ("int8", "float16", "float16"),
    ("int8", "int16", "int16"),
    ("float16", "float32", "float32"),
)

add_relu_cast = relu_cast(
    "add_relu_cast",
    "AddReluCast",
    dtypes=RELU_CASTS,
    doc="``dst = max(src0 + src1, 0)`` converted: rounded to nearest even, integers saturated",
)
sub_relu_cast = relu_cast(
    "sub_relu_cast",
    "SubReluCast",
    dtypes=RELU_CASTS,
    doc="``dst = max(src0 - src1, 0)`` converted: rounded to nearest even, integers saturated",
)


@api(
    "CastDeq",
    pipe=Pipe.V,
    template=("dst", "src", "is_vec_deq", "half_block"),
    dtypes=[("float16", "int32"), ("int8", "int16"), ("uint8", "int16")],
    model="vec_deq.h",
)
def cast_deq(
    dst: Dst[LocalTensor],
    src: Src[LocalTensor],
    count: UInt32,
    is_vec_deq: Const[bool] = True,
    half_block: Const[bool] = True,
) -> None:
    """Dequantises *src* by the scale of ``set_deq_scale``, rounding to nearest even.

    From int16 to 8 bits it computes ``src * scale + offset``, saturated; 16 elements, a block of *src*, become half a
    block of *dst*, the other half stays. From int32 to float16 it computes ``src * scale``.

    Args:
        dst: in UB (VECIN, VECCALC, VECOUT), begins at a multiple of 32 bytes. int8 needs a scale with sign, uint8 one
            without.
        src: likewise.
        count: number of elements; 0 does nothing.
        mask: elements of a repeat of *src*: their number, or a list of 64-bit words.
        repeat_times: 0..255 repeats of 256 bytes of *src*; 0 does nothing.
        repeat_params: strides in blocks of 32 bytes.
        is_set_mask: False: the mask set before by ``set_vector_mask`` is used.
        is_vec_deq: from int16: True: element i of a block has triple i of ``set_deq_scale(vdeq, vdeq_info)``; False:
            all have that of ``set_deq_scale(scale, offset, sign_mode)``.
        half_block: to 8 bits: True fills the upper half of a block, False the lower.

    Raises:
        CallError: a number or data type is out of its limits.
        ModelError: bounds, alignment, position, mask, overlap or the scale are wrong when the kernel runs.
    """


@cast_deq.overload(name="mask", template=("dst", "src", "is_set_mask", "is_vec_deq", "half_block"))
def _(
    dst: Dst[LocalTensor],
    src: Src[LocalTensor],
    mask: Mask,
    repeat_times: Repeat,
    repeat_params: UnaryRepeatParams,
    is_set_mask: Const[bool] = True,
    is_vec_deq: Const[bool] = True,
    half_block: Const[bool] = True,
) -> None: ...


@api("SetDeqScale", pipe=Pipe.S, model="vec_deq.h")
def set_deq_scale(scale: Annotated[float, Scalar("float16")]) -> None:
    """Sets the scale that ``cast``, ``cast_deq`` and ``add_deq_relu`` dequantise by.

    The first form is for results of float16, the other two for results of 8 bits of ``cast_deq``.

    Args:
        scale: a factor; for 8-bit results 10 bits of its mantissa count.
        offset: -256..255, added to the product.
        sign_mode: True for int8 results, False for uint8.
        vdeq: uint64, 128 bytes in UB, that take the triples of *vdeq_info* and keep them until the last use.
        vdeq_info: 16 triples of scale, offset and sign.

    Raises:
        CallError: a number or data type is out of its limits.
        ModelError: bounds, alignment or position are wrong when the kernel runs.
    """


@set_deq_scale.overload(name="offset")
def _(scale: float, offset: Annotated[int, Scalar("int16", ge=-256, le=255)], sign_mode: bool) -> None: ...


@set_deq_scale.overload(name="vector", dtypes=["uint64"], template=("vdeq",))
def _(vdeq: Dst[LocalTensor], vdeq_info: VdeqInfo) -> None: ...
