"""Reductions: of blocks, pairs and repeats, and of a whole tensor."""

from __future__ import annotations

from typing import Annotated, Any

from asc_api_core.enums import ReduceOrder
from asc_api_core.tensor import LocalTensor
from asc_plugins import Const, Count, Dst, Family, InOut, Mask, Pipe, Scalar, Src

from .vec_limits import check_range

FLOATS = ("float16", "float32")

Repeats = Annotated[int, Scalar("int32", ge=0, le=255)]
Stride = Annotated[int, Scalar("int32", ge=0, le=65535)]
ManyRepeats = Annotated[int, Scalar("int32", ge=0)]

REPEATS = """
*mask* selects the elements of a repeat of 256 bytes: their number (1..128 of float16, 1..64 of float32), or a
list of 64-bit words; with *is_set_mask* False it is the mask set before by ``set_vector_mask``. In counter mode
*mask* is the number of elements in all. 0 repeats do nothing. *src_blk_stride* is the distance of the blocks of a
repeat, *src_rep_stride* that of the repeats, in blocks of 32 bytes. Strides are 0..65535, repeats 0..255. Source
and destination are float16 or float32, in UB (VECIN, VECCALC, VECOUT); the source begins at a multiple of 32
bytes. They mustn't overlap, except that the results of early repeats may lie where the source begins.

Raises:
    CallError: a number or data type is out of its limits.
    ModelError: bounds, alignment, position, mask or overlap are wrong when the kernel runs.
"""

SUM = "Sums are made by a binary tree of neighbours, each addition rounded to the data type."

block_reduce = Family(
    """
A repeat makes 8 results, one a block of 32 bytes; a block without any element keeps its place in *dst*.
*dst_rep_stride* counts in 8 results, *dst* begins at a multiple of as many bytes.
"""
    + REPEATS,
    pipe=Pipe.V,
    dtypes=FLOATS,
    template=("dst",),
)


@block_reduce.overload
def block_form(
    dst: Dst[LocalTensor],
    src: Src[LocalTensor],
    repeat: Repeats,
    mask: Mask,
    dst_rep_stride: Stride,
    src_blk_stride: Stride,
    src_rep_stride: Stride,
) -> None: ...


block_reduce_sum = block_reduce("block_reduce_sum", "BlockReduceSum", doc=f"the sum of each block. {SUM}")
block_reduce_max = block_reduce("block_reduce_max", "BlockReduceMax", doc="the largest element of each block; NaN wins")
block_reduce_min = block_reduce(
    "block_reduce_min", "BlockReduceMin", doc="the smallest element of each block; NaN wins"
)

pair_reduce = Family(
    """
A repeat makes 128 bytes of results; a pair without any element keeps its place in *dst*. *dst_rep_stride* counts
in 128 bytes, *dst* begins at a multiple of 32.
"""
    + REPEATS,
    pipe=Pipe.V,
    dtypes=FLOATS,
    template=("dst", "is_set_mask"),
)


@pair_reduce.overload
def pair_form(
    dst: Dst[LocalTensor],
    src: Src[LocalTensor],
    repeat_time: Repeats,
    mask: Mask,
    dst_rep_stride: Stride,
    src_blk_stride: Stride,
    src_rep_stride: Stride,
    is_set_mask: Const[bool] = True,
) -> None: ...


pair_reduce_sum = pair_reduce(
    "pair_reduce_sum", "PairReduceSum", doc="the sums of neighbours, ``src[2i] + src[2i + 1]``"
)

repeat_reduce = Family(
    """
A repeat makes one result; *dst_rep_stride* counts in results. *dst_blk_stride* has no effect, as in Ascend C.
"""
    + REPEATS,
    pipe=Pipe.V,
    dtypes=FLOATS,
    template=("dst", "is_set_mask"),
)


@repeat_reduce.overload
def repeat_form(
    dst: Dst[LocalTensor],
    src: Src[LocalTensor],
    repeat_time: Repeats,
    mask: Annotated[int, Scalar("int32", ge=0)],
    dst_blk_stride: Stride,
    src_blk_stride: Stride,
    dst_rep_stride: Stride,
    src_rep_stride: Stride,
    is_set_mask: Const[bool] = True,
) -> None: ...


repeat_reduce_sum = repeat_reduce("repeat_reduce_sum", "RepeatReduceSum", doc=f"the sum of each repeat. {SUM}")

whole_reduce = Family(
    """
A repeat makes one result; *dst_rep_stride* counts in results.
"""
    + REPEATS,
    pipe=Pipe.V,
    dtypes=FLOATS,
    template=("dst", "is_set_mask"),
)


@whole_reduce.overload
def whole_form(
    dst: Dst[LocalTensor],
    src: Src[LocalTensor],
    mask: Mask,
    repeat_time: Repeats,
    dst_rep_stride: Stride,
    src_blk_stride: Stride,
    src_rep_stride: Stride,
    is_set_mask: Const[bool] = True,
) -> None: ...


whole_reduce_sum = whole_reduce("whole_reduce_sum", "WholeReduceSum", doc=f"the sum of each repeat. {SUM}")

whole_extreme = Family(
    """
A repeat makes a value and the index, within the repeat, of its first place, in *order*: ORDER_VALUE_INDEX,
ORDER_INDEX_VALUE, ORDER_ONLY_VALUE or ORDER_ONLY_INDEX; None is ORDER_VALUE_INDEX. The index is an integer of the
value's width, alone one of 32 bits. *dst_rep_stride* counts in what a repeat makes, *dst* begins at a multiple of
as many bytes.
"""
    + REPEATS,
    pipe=Pipe.V,
    dtypes=FLOATS,
    template=("dst", "is_set_mask"),
)


@whole_extreme.overload
def whole_extreme_form(
    dst: Dst[LocalTensor],
    src: Src[LocalTensor],
    mask: Mask,
    repeat_time: Repeats,
    dst_rep_stride: Stride,
    src_blk_stride: Stride,
    src_rep_stride: Stride,
    order: ReduceOrder | None = ReduceOrder.ORDER_VALUE_INDEX,
    is_set_mask: Const[bool] = True,
) -> None: ...


whole_reduce_max = whole_extreme(
    "whole_reduce_max", "WholeReduceMax", doc="the largest element of each repeat; NaN wins"
)
whole_reduce_min = whole_extreme(
    "whole_reduce_min", "WholeReduceMin", doc="the smallest element of each repeat; NaN wins"
)

TENSOR = """
The first form reduces *repeat_time* repeats of 256 bytes whose begins lie *src_rep_stride* blocks of 32 bytes
apart; *mask* selects the elements of a repeat: their number (1..128 of float16, 1..64 of float32), or a list of
64-bit words. The second form reduces the first *count* elements. A count or number of repeats of 0 does nothing.
All tensors are float16 or float32, in UB (VECIN, VECCALC, VECOUT); source and work buffer begin at multiples of
32 bytes, *dst* at one of what it takes. The work buffer may be *src* or *dst*.

Raises:
    CallError: a number or data type is out of its limits.
    ModelError: bounds, alignment, position, mask or the size of the work buffer are wrong when the kernel runs.
"""

extreme = Family(
    """
The value goes to the first element of *dst*, with *cal_index* the index of its first place in *src* to the
second, as an integer of the value's width. *shared_tmp_buffer* takes value and index of each repeat, in whole
blocks; with *cal_index* those of the following rounds too.
"""
    + TENSOR,
    pipe=Pipe.V,
    dtypes=FLOATS,
    template=("dst",),
)


@extreme.overload
def extreme_mask_form(
    dst: Dst[LocalTensor],
    src: Src[LocalTensor],
    shared_tmp_buffer: InOut[LocalTensor],
    mask: Mask,
    repeat_time: ManyRepeats,
    src_rep_stride: Stride,
    cal_index: bool = False,
) -> None: ...


@extreme.overload
def extreme_count_form(
    dst: Dst[LocalTensor],
    src: Src[LocalTensor],
    shared_tmp_buffer: InOut[LocalTensor],
    count: Count,
    cal_index: bool = False,
) -> None: ...


reduce_max = extreme("reduce_max", "ReduceMax", doc="the largest element of a tensor; NaN wins")
reduce_min = extreme("reduce_min", "ReduceMin", doc="the smallest element of a tensor; NaN wins")

tensor_sum = Family(
    f"""
{SUM} In the first form the sums of the repeats are summed the same way, in *shared_tmp_buffer*, which has an
element a repeat, in whole blocks. The second form adds them one after the other and needs no work buffer.
"""
    + TENSOR,
    pipe=Pipe.V,
    dtypes=FLOATS,
    template=("dst",),
)


@tensor_sum.overload
def sum_mask_form(
    dst: Dst[LocalTensor],
    src: Src[LocalTensor],
    shared_tmp_buffer: InOut[LocalTensor],
    mask: Mask,
    repeat_time: ManyRepeats,
    src_rep_stride: Stride,
) -> None: ...


@tensor_sum.overload
def sum_count_form(
    dst: Dst[LocalTensor], src: Src[LocalTensor], shared_tmp_buffer: InOut[LocalTensor], count: Count
) -> None: ...


reduce_sum = tensor_sum("reduce_sum", "ReduceSum", doc="the sum of a tensor.")


def _check_index(name: str, bound: dict[str, Any]) -> None:
    if bound["src"].dtype.name == "float16" and bound["cal_index"] is True:
        check_range(name, bound, "count", 0, 65536, ": the index of a float16 result has 16 bits")


@reduce_max.verifier
def _(bound: dict[str, Any]) -> None:
    _check_index("asc.reduce_max", bound)


@reduce_min.verifier
def _(bound: dict[str, Any]) -> None:
    _check_index("asc.reduce_min", bound)
