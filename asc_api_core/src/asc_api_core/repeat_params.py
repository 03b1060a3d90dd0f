"""Strides of vector instructions: blocks are 32 bytes, repeats 8 blocks."""

from __future__ import annotations

from asc_plugins import ParamStruct, UInt8, UInt16


class BinaryRepeatParams(ParamStruct):
    """Strides of instructions with two sources, in blocks of 32 bytes.

    ``*_blk_stride`` is the distance of the blocks of a repeat, ``*_rep_stride`` that of the repeats.
    """

    dst_blk_stride: UInt8 = 1
    src0_blk_stride: UInt8 = 1
    src1_blk_stride: UInt8 = 1
    dst_rep_stride: UInt8 = 8
    src0_rep_stride: UInt8 = 8
    src1_rep_stride: UInt8 = 8


class UnaryRepeatParams(ParamStruct):
    """Strides of instructions with one source, in blocks of 32 bytes.

    ``*_blk_stride`` is the distance of the blocks of a repeat, ``*_rep_stride`` that of the repeats.
    """

    dst_blk_stride: UInt16 = 1
    src_blk_stride: UInt16 = 1
    dst_rep_stride: UInt8 = 8
    src_rep_stride: UInt8 = 8
