"""Filling of a tensor with consecutive numbers."""

from __future__ import annotations

from typing import Annotated

from asc_api_core.tensor import LocalTensor
from asc_plugins import Count, Dst, Mask, Pipe, Repeat, Scalar, UInt8, UInt16, Work, api

#: A number of the destination's data type.
Element = Annotated[int | float, Scalar(like="dst")]


@api(
    "CreateVecIndex",
    pipe=Pipe.V,
    # The scalar unit writes the first elements.
    role=Work(count="count", settles=True),
    dtypes=("float16", "float32", "int16", "int32"),
    template=("dst",),
    references=("dst",),
)
def create_vec_index(dst: Dst[LocalTensor], first_value: Element, count: Count) -> None:
    """Fills *dst* with ``first_value, first_value + 1, …``; Ascend C's ``CreateVecIndex``.

    The first form fills the first *count* elements, the second *repeat_times* repeats of 256 bytes, where element i of
    repeat r is ``first_value + r * (elements of a repeat) + i`` whatever the mask. Numbers follow from those a block
    and then a repeat before: float16 and float32 are rounded at each step, integers wrap around.

    Args:
        dst: in UB (VECIN, VECCALC, VECOUT), begins at a multiple of 32 bytes.
        first_value: a number of the data type of *dst*.
        count: number of elements; 0 does nothing.
        mask: elements of a repeat: their number (1..128 for 16-bit, 1..64 for 32-bit types), or a list of 64-bit words.
        repeat_times: 0..255; 0 does nothing.
        dst_blk_stride: from a block of a repeat to the next, in blocks of 32 bytes.
        dst_rep_stride: from a repeat to the next, in blocks of 32 bytes.

    Raises:
        CallError: a number or data type is out of its limits.
        ModelError: bounds, alignment, position or mask are wrong when the kernel runs.
    """


@create_vec_index.overload(name="mask")
def _(
    dst: Dst[LocalTensor],
    first_value: Element,
    mask: Mask,
    repeat_times: Repeat,
    dst_blk_stride: UInt16,
    dst_rep_stride: UInt8,
) -> None: ...
