"""Filling of a tensor with a scalar."""

from __future__ import annotations

from typing import Annotated

from asc_api_core.tensor import LocalTensor
from asc_plugins import Const, Count, Dst, Mask, Pipe, Repeat, Scalar, UInt8, UInt16, api

from .vec_forms import ELEMENTWISE

#: A number of the destination's data type.
Element = Annotated[int | float, Scalar(like="dst")]


@api(
    "Duplicate",
    pipe=Pipe.V,
    role=ELEMENTWISE,
    dtypes=("float16", "bfloat16", "float32", "int16", "uint16", "int32", "uint32"),
    template=("dst",),
)
def duplicate(dst: Dst[LocalTensor], scalar: Element, count: Count) -> None:
    """Sets elements of *dst* to *scalar*.

    The first form fills the first *count* elements, the second *repeat_times* repeats of 256 bytes.

    Args:
        dst: in UB (VECIN, VECCALC, VECOUT), begins at a multiple of 32 bytes.
        scalar: a number of the data type of *dst*.
        count: number of elements; 0 does nothing.
        mask: elements of a repeat: their number (1..128 for 16-bit, 1..64 for 32-bit types), or a list of 64-bit words.
        repeat_times: 0..255; 0 does nothing.
        dst_block_stride: from a block of a repeat to the next, in blocks of 32 bytes.
        dst_repeat_stride: from a repeat to the next, in blocks of 32 bytes.
        is_set_mask: False: the mask set before by ``set_vector_mask`` is used.

    Raises:
        CallError: a number or data type is out of its limits.
        ModelError: bounds, alignment, position or mask are wrong when the kernel runs.
    """


@duplicate.overload(name="mask", template=("dst", "is_set_mask"))
def _(
    dst: Dst[LocalTensor],
    scalar: Element,
    mask: Mask,
    repeat_times: Repeat,
    dst_block_stride: UInt16,
    dst_repeat_stride: UInt8,
    is_set_mask: Const[bool] = True,
) -> None: ...
