"""Vector instructions with two sources."""

from __future__ import annotations

from asc_api_core.repeat_params import BinaryRepeatParams
from asc_api_core.tensor import LocalTensor
from asc_plugins import Const, Count, Dst, Family, Mask, Pipe, Repeat, Src

binary = Family(
    """
    Sources and destination lie in UB (VECIN, VECCALC, VECOUT) and begin at multiples of 32 bytes. The first form
    computes *count* elements. The second computes *repeat_times* (0..255) repeats of 256 bytes; *mask* selects the
    elements of a repeat by number (1..128 for 16-bit, 1..64 for 32-bit types) or by bits (two 64-bit words for
    16-bit types, one for 32-bit), and *repeat_params* gives the strides in blocks of 32 bytes. With
    *is_set_mask* False the mask set before by ``set_vector_mask`` is used.
    """,
    pipe=Pipe.V,
    template=("dst", "is_set_mask"),
)


@binary.overload(template=())
def count_form(
    dst: Dst[LocalTensor],
    src0: Src[LocalTensor],
    src1: Src[LocalTensor],
    count: Count,
    is_set_mask: Const[bool] = True,
) -> None: ...


@binary.overload
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

add = binary("add", "Add", dtypes=ARITHMETIC, doc="``dst = src0 + src1``")
sub = binary("sub", "Sub", dtypes=ARITHMETIC, doc="``dst = src0 - src1``")
mul = binary("mul", "Mul", dtypes=ARITHMETIC, doc="``dst = src0 * src1``")
div = binary("div", "Div", dtypes=FLOATS, doc="``dst = src0 / src1``")
max = binary("max", "Max", dtypes=ARITHMETIC, doc="the larger of ``src0`` and ``src1``")
min = binary("min", "Min", dtypes=ARITHMETIC, doc="the smaller of ``src0`` and ``src1``")
bitwise_and = binary("bitwise_and", "And", dtypes=WORDS, doc="``dst = src0 & src1``")
bitwise_or = binary("bitwise_or", "Or", dtypes=WORDS, doc="``dst = src0 | src1``")
