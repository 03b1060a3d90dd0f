"""Strides of vector instructions: blocks are 32 bytes, repeats 8 blocks."""

from __future__ import annotations

from asc_plugins import ParamStruct, UInt8, UInt16


class BinaryRepeatParams(ParamStruct):
    """Strides of instructions with two sources, in blocks of 32 bytes.

    Args:
        dst_blk_stride: from a block of the destination to the next one of the same repeat.
        src0_blk_stride: the same of the first source.
        src1_blk_stride: the same of the second source.
        dst_rep_stride: from the begin of a repeat of the destination to that of the next.
        src0_rep_stride: the same of the first source.
        src1_rep_stride: the same of the second source.
    """

    dst_blk_stride: UInt8 = 1
    src0_blk_stride: UInt8 = 1
    src1_blk_stride: UInt8 = 1
    dst_rep_stride: UInt8 = 8
    src0_rep_stride: UInt8 = 8
    src1_rep_stride: UInt8 = 8


class UnaryRepeatParams(
    ParamStruct,
    aliases={
        "block_count": "dst_blk_stride",
        "block_len": "src_blk_stride",
        "src_stride": "dst_rep_stride",
        "dst_stride": "src_rep_stride",
    },
):
    """Strides of instructions with one source, in blocks of 32 bytes.

    The names ``block_count``, ``block_len``, ``src_stride`` and ``dst_stride``, which pyasc's documentation gives,
    stand for the four fields in their order.

    Args:
        dst_blk_stride: from a block of the destination to the next one of the same repeat.
        src_blk_stride: the same of the source.
        dst_rep_stride: from the begin of a repeat of the destination to that of the next.
        src_rep_stride: the same of the source.
    """

    dst_blk_stride: UInt16 = 1
    src_blk_stride: UInt16 = 1
    dst_rep_stride: UInt8 = 8
    src_rep_stride: UInt8 = 8


class BrcbRepeatParams(ParamStruct):
    """Strides of Brcb's destination, in blocks of 32 bytes.

    Args:
        dst_blk_stride: from a block to the next one of the same repeat.
        dst_rep_stride: from the begin of a repeat to that of the next.
    """

    dst_blk_stride: UInt16 = 1
    dst_rep_stride: UInt16 = 8


class GatherRepeatParams(ParamStruct):
    """Strides of Gatherb's destination, in blocks of 32 bytes.

    Args:
        dst_blk_stride: from a block to the next one of the same repeat; 0 counts as 1.
        dst_rep_stride: from the begin of a repeat to that of the next.
    """

    dst_blk_stride: UInt8 = 1
    dst_rep_stride: UInt8 = 8


class CopyRepeatParams(ParamStruct):
    """Strides of Copy, in blocks of 32 bytes.

    Args:
        dst_stride: from a block of the destination to the next one of the same repeat.
        src_stride: the same of the source.
        dst_repeat_size: from the begin of a repeat of the destination to that of the next.
        src_repeat_size: the same of the source.
    """

    dst_stride: UInt16 = 0
    src_stride: UInt16 = 0
    dst_repeat_size: UInt16 = 0
    src_repeat_size: UInt16 = 0
