"""Parameters of moves from L1 to L0A and L0B."""

from __future__ import annotations

from typing import Annotated

from asc_plugins import DataType, ParamStruct, Scalar, UInt8, UInt16, UInt32, UInt64
from asc_plugins.params import Length

Int16 = Annotated[int, Scalar("int16", ge=-(2**15), le=2**15 - 1)]
Int32 = Annotated[int, Scalar("int32", ge=-(2**31), le=2**31 - 1)]
Reserved = Annotated[int, Scalar("uint8", ge=0, le=0)]
Flag = Annotated[int, Scalar("uint8", ge=0, le=1)]
PadList = Annotated[list[int] | tuple[int, ...], Scalar("uint8", ge=0, le=255), Length(4)]
PadValue = Annotated[float, Scalar(like="dtype")]
Pixels = Annotated[int, Scalar("uint16", ge=0, le=4095)]
PadPixels = Annotated[int, Scalar("uint16", ge=0, le=32)]


class LoadData2DParams(ParamStruct):
    """Fractals of 512 bytes that LoadData moves.

    Args:
        start_index: first fractal of the source.
        repeat_times: number of fractals; 0 moves nothing.
        src_stride: fractals from one of the source to the next; 0 reads the same again.
        sid: reserved, 0.
        dst_gap: fractals between the end of one of the destination and the begin of the next.
        if_transpose: transposes each fractal of 16 by 16.
        addr_mode: 0 walks up in the source, 1 down.
    """

    start_index: UInt16 = 0
    repeat_times: UInt8 = 1
    src_stride: UInt16 = 0
    sid: Reserved = 0
    dst_gap: UInt16 = 0
    if_transpose: bool = False
    addr_mode: Flag = 0


class LoadData2DParamsV2(ParamStruct):
    """A rectangle of fractals of 512 bytes that LoadData moves (not on Atlas A2/A3).

    Args:
        m_start_position: first fractal along M.
        k_start_position: first fractal along K.
        m_step: fractals along M.
        k_step: fractals along K.
        src_stride: fractals from a column of the source to the next.
        dst_stride: fractals from a column of the destination to the next.
        if_transpose: transposes each fractal.
        sid: reserved, 0.
    """

    m_start_position: UInt32 = 0
    k_start_position: UInt32 = 0
    m_step: UInt16 = 0
    k_step: UInt16 = 0
    src_stride: Int32 = 0
    dst_stride: UInt16 = 0
    if_transpose: bool = False
    sid: Reserved = 0


class LoadData2dTransposeParams(ParamStruct):
    """Square blocks that LoadDataWithTranspose moves: 32 by 32 elements of 8 bits, 16 by 16 of 16 and 32 bits.

    Args:
        start_index: first block of the source.
        repeat_times: number of blocks.
        src_stride: blocks from one of the source to the next.
        dst_gap: fractals of 512 bytes from the end of a block's first fractal to the begin of the next block's.
        dst_frac_gap: fractals of 512 bytes between the fractals of a block (8 and 32 bits).
        addr_mode: 0 walks up in the source, 1 down.
    """

    start_index: UInt16 = 0
    repeat_times: UInt8 = 1
    src_stride: UInt16 = 0
    dst_gap: UInt16 = 0
    dst_frac_gap: UInt16 = 0
    addr_mode: Flag = 0


class LoadData2dTransposeParamsV2(ParamStruct):
    """Fractals that LoadDataWithTranspose moves, gaps in fractals of 512 bytes (not on Atlas A2/A3).

    Args:
        start_index: first fractal of the source.
        repeat_times: number of repeats.
        src_stride: from a repeat of the source to the next.
        dst_gap: from the end of a repeat's first fractal to the begin of the next repeat's, in the destination.
        dst_frac_gap: between the fractals of a repeat, in the destination.
        src_frac_gap: between the fractals of a repeat, in the source.
        addr_mode: 0 walks up in the source, 1 down.
    """

    start_index: UInt16 = 0
    repeat_times: UInt8 = 0
    src_stride: UInt16 = 0
    dst_gap: UInt16 = 0
    dst_frac_gap: UInt16 = 0
    src_frac_gap: UInt16 = 0
    addr_mode: Flag = 0


class LoadData3DParamsV1(ParamStruct):
    """A convolution's input (img2col) that LoadData moves (not on Atlas A2/A3).

    Args:
        pad_list: padding left, right, top, bottom.
        l1_h: height of the source.
        l1_w: width of the source.
        c1_index: first of the source's groups of 32 bytes of channels.
        fetch_filter_w: column of the filter.
        fetch_filter_h: row of the filter.
        left_top_w: column of the filter's position in the source.
        left_top_h: row of the filter's position in the source.
        stride_w: columns the filter moves.
        stride_h: rows the filter moves.
        filter_w: width of the filter.
        filter_h: height of the filter.
        dilation_filter_w: columns between the filter's elements.
        dilation_filter_h: rows between the filter's elements.
        jump_stride: fractals from one of the destination to the next.
        repeat_mode: what changes from repeat to repeat: 0 the filter's position, 1 the source's.
        repeat_time: number of repeats.
        c_size: 1 for sources of 4 channels (16-bit types) or 8 (8-bit types).
        pad_value: value of the padding.
        dtype: type of the elements; that of the tensors when it isn't given.
    """

    pad_list: PadList = (0, 0, 0, 0)
    l1_h: UInt16 = 1
    l1_w: UInt16 = 1
    c1_index: UInt16 = 0
    fetch_filter_w: UInt8 = 0
    fetch_filter_h: UInt8 = 0
    left_top_w: Int16 = 0
    left_top_h: Int16 = 0
    stride_w: UInt8 = 1
    stride_h: UInt8 = 1
    filter_w: UInt8 = 1
    filter_h: UInt8 = 1
    dilation_filter_w: UInt8 = 1
    dilation_filter_h: UInt8 = 1
    jump_stride: UInt8 = 1
    repeat_mode: Flag = 0
    repeat_time: UInt8 = 1
    c_size: UInt8 = 0
    pad_value: PadValue = 0
    dtype: DataType | None = None


class LoadData3DParamsV2(
    ParamStruct,
    order=(
        "pad_list", "l1_h", "l1_w", "channel_size", "k_extension", "m_extension", "k_start_pt", "m_start_pt",
        "stride_w", "stride_h", "filter_w", "filter_h", "dilation_filter_w", "dilation_filter_h",
        "en_transpose", "false", "pad_value", "filter_size_w", "filter_size_h", "f_matrix_ctrl",
    ),
):  # fmt: skip
    """A convolution's input (img2col) that LoadData moves.

    Args:
        pad_list: padding left, right, top, bottom.
        l1_h: height of the source, 1 to 32767.
        l1_w: width of the source, 1 to 32767.
        channel_size: channels of the source.
        k_extension: columns of the destination.
        m_extension: rows of the destination.
        k_start_pt: first column in the matrix that img2col makes.
        m_start_pt: first row in the matrix that img2col makes.
        stride_w: columns the filter moves, 1 to 63.
        stride_h: rows the filter moves, 1 to 63.
        filter_w: width of the filter, modulo 256.
        filter_h: height of the filter, modulo 256.
        dilation_filter_w: columns from an element of the filter to the next.
        dilation_filter_h: rows from an element of the filter to the next.
        en_transpose: transposes (16-bit types).
        pad_value: value of the padding.
        filter_size_w: adds 256 to *filter_w*.
        filter_size_h: adds 256 to *filter_h*.
        f_matrix_ctrl: takes the source's size and padding from SetFmatrix of the right matrix instead of the left.
        dtype: type of the elements; that of the tensors when it isn't given.
    """

    pad_list: PadList = (0, 0, 0, 0)
    l1_h: UInt16 = 1
    l1_w: UInt16 = 1
    channel_size: UInt16 = 1
    k_extension: UInt16 = 1
    m_extension: UInt16 = 1
    k_start_pt: UInt16 = 0
    m_start_pt: UInt16 = 0
    stride_w: UInt8 = 1
    stride_h: UInt8 = 1
    filter_w: UInt8 = 1
    filter_h: UInt8 = 1
    dilation_filter_w: UInt8 = 1
    dilation_filter_h: UInt8 = 1
    en_transpose: bool = False
    pad_value: PadValue = 0
    filter_size_w: bool = False
    filter_size_h: bool = False
    f_matrix_ctrl: bool = False
    dtype: DataType | None = None


class LoadData3DParamsV2Pro(ParamStruct):
    """A convolution's input (img2col) that LoadData moves, positions and filter packed into words.

    Args:
        channel_size: channels of the source.
        en_transpose: transposes (16-bit types).
        en_small_k: reserved.
        filter_size_w: adds 256 to the filter's width.
        filter_size_h: adds 256 to the filter's height.
        f_matrix_ctrl: takes the source's size and padding from SetFmatrix of the right matrix instead of the left.
        ext_config: 16 bits each, lowest first: columns and rows of the destination, first column, first row.
        filter_config: 8 bits each, lowest first: steps of the filter (width, height), its size, its dilation.
    """

    channel_size: UInt16 = 0
    en_transpose: bool = False
    en_small_k: bool = False
    filter_size_w: bool = False
    filter_size_h: bool = False
    f_matrix_ctrl: bool = False
    ext_config: UInt64 = 0
    filter_config: UInt64 = 0x10101010101


class LoadDataRepeatParam(ParamStruct, order=("repeat_stride", "repeat_time", "repeat_mode")):
    """Repeats of LoadData of a convolution's input, set by SetLoadDataRepeat.

    Args:
        repeat_time: number of repeats.
        repeat_stride: from a repeat to the next, in 16 elements.
        repeat_mode: 0 repeats along the height, 1 along the width.
    """

    repeat_time: UInt8 = 1
    repeat_stride: UInt16 = 0
    repeat_mode: Flag = 0


class LoadImageToLocalParams(
    ParamStruct,
    order=(
        "horiz_size", "vert_size", "horiz_start_pos", "vert_start_pos", "src_horiz_size", "top_pad_size",
        "bot_pad_size", "left_pad_size", "right_pad_size",
    ),
):  # fmt: skip
    """The part of a picture that LoadImageToLocal moves, in pixels.

    Args:
        horiz_size: width, 2 to 4095.
        vert_size: height, 2 to 4095.
        horiz_start_pos: first column, even.
        vert_start_pos: first row, even for YUV420SP.
        src_horiz_size: width of the whole picture, 2 to 4095.
        top_pad_size: padding above, up to 32.
        bot_pad_size: padding below, up to 32.
        left_pad_size: padding on the left, up to 32.
        right_pad_size: padding on the right, up to 32.
        sid: reserved, 0.
    """

    horiz_size: Annotated[int, Scalar("uint16", ge=2, le=4095)] = 2
    vert_size: Annotated[int, Scalar("uint16", ge=2, le=4095)] = 2
    horiz_start_pos: Pixels = 0
    vert_start_pos: Pixels = 0
    src_horiz_size: Annotated[int, Scalar("uint16", ge=2, le=4095)] = 2
    top_pad_size: PadPixels = 0
    bot_pad_size: PadPixels = 0
    left_pad_size: PadPixels = 0
    right_pad_size: PadPixels = 0
    sid: Reserved = 0
