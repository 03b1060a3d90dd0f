"""Parameters of gathering, transposing, sorting and dequantising."""

from __future__ import annotations

from typing import Annotated, Any

from asc_plugins import CallError, ParamStruct, Scalar, UInt8, UInt16
from asc_plugins.params import Length

from .enums import TransposeType


class GatherMaskParams(ParamStruct):
    """Repeats and strides of GatherMask, in blocks of 32 bytes.

    Args:
        src0_block_stride: from a block of the source to the next one of the same repeat.
        repeat_times: number of repeats.
        src0_repeat_stride: from the begin of a repeat of the source to that of the next.
        src1_repeat_stride: the same of the mask.
    """

    src0_block_stride: UInt8 = 1
    repeat_times: UInt16 = 1
    src0_repeat_stride: UInt16 = 0
    src1_repeat_stride: UInt8 = 0


class TransDataTo5HDParams(ParamStruct):
    """Repeats of TransDataTo5HD.

    Args:
        dst_high_half: half of the destination's blocks that 8-bit types go to: True upper, False lower.
        src_high_half: half of the source's blocks that 8-bit types come from: True upper, False lower.
        repeat_times: number of repeats; 0 does nothing.
        dst_rep_stride: from a repeat of the destination to the next, in blocks of 32 bytes.
        src_rep_stride: the same of the source.
    """

    dst_high_half: bool = False
    src_high_half: bool = False
    repeat_times: UInt8 = 1
    dst_rep_stride: UInt16 = 0
    src_rep_stride: UInt16 = 0


class TransposeParamsExt(ParamStruct):
    """Sizes of what Transpose transposes; a single block of 16 by 16 needs none.

    Args:
        n_size: size N.
        c_size: size C, up to 4095.
        h_size: size H; H times W is at most 4095.
        w_size: size W.
        transpose_type: what becomes of it.
    """

    n_size: UInt16 = 0
    c_size: Annotated[int, Scalar("uint16", ge=0, le=4095)] = 0
    h_size: UInt16 = 0
    w_size: UInt16 = 0
    transpose_type: TransposeType = TransposeType.TRANSPOSE_ND2ND_B16


class MrgSort4Info(ParamStruct):
    """Queues that MrgSort merges.

    Args:
        element_lengths: length of each of up to 4 queues, 0 to 4095; those left out have none.
        if_exhausted_suspension: stops as soon as one queue is empty.
        valid_bit: which queues take part, a bit each: 3, 7 or 15.
        repeat_times: number of merges; more than one takes 4 queues of one length.
    """

    element_lengths: Annotated[list[int], Scalar("uint16", ge=0, le=4095), Length(4, least=2)]
    if_exhausted_suspension: bool = False
    valid_bit: UInt16 = 15
    repeat_times: UInt8 = 1

    @classmethod
    def verify(cls, fields: dict[str, Any]) -> None:
        bits = fields["valid_bit"]
        if isinstance(bits, int) and bits not in (3, 7, 15):
            raise CallError(
                f"MrgSort4Info: 'valid_bit' is {bits}; it must be 3 (two queues), 7 (three) or 15 (four)",
                code="ASC-E302",
            )


class VdeqInfo(ParamStruct):
    """Dequantisation of the 16 elements of a block, for SetDeqScale.

    Args:
        scale: 16 factors.
        offset: 16 offsets, -256 to 255.
        sign_mode: 16 flags: True for signed 8-bit results, False for unsigned.
    """

    scale: Annotated[list[float], Scalar("float32"), Length(16)]
    offset: Annotated[list[int], Scalar("int16", ge=-256, le=255), Length(16)]
    sign_mode: Annotated[list[bool], Scalar("bool"), Length(16)]
