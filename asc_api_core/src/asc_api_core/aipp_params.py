"""What the picture preprocessing (AIPP) does on the way into the core."""

from __future__ import annotations

from typing import Annotated, Any

from asc_plugins import CallError, DataType, ParamStruct, Scalar, UInt8

Element = Annotated[float, Scalar(like="dtype")]
Half = Annotated[float, Scalar("float16")]
Coefficient = Annotated[int, Scalar("int16", ge=-(2**15), le=2**15 - 1)]


class AippPaddingParams(ParamStruct, aggregate=True):
    """Padding around the picture.

    Args:
        padding_mode: 0 constant, 1 copies rows and columns, 2 copies blocks, 3 mirrors blocks.
        padding_value_ch0: constant of channel 0.
        padding_value_ch1: constant of channel 1.
        padding_value_ch2: constant of channel 2.
        padding_value_ch3: constant of channel 3.
        dtype: type of the result; that of AippParams when it isn't given.
    """

    padding_mode: Annotated[int, Scalar("uint32", ge=0, le=3)] = 0
    padding_value_ch0: Element = 0
    padding_value_ch1: Element = 0
    padding_value_ch2: Element = 0
    padding_value_ch3: Element = 0
    dtype: DataType | None = None


class AippSwapParams(ParamStruct, aggregate=True):
    """Exchange of channels.

    Args:
        is_swap_rb: exchanges red and blue.
        is_swap_uv: exchanges U and V.
        is_swap_ax: exchanges alpha (or X) with the colours.
    """

    is_swap_rb: bool = False
    is_swap_uv: bool = False
    is_swap_ax: bool = False


class AippSingleLineParams(ParamStruct, aggregate=True):
    """Copy of single lines.

    Args:
        is_single_line_copy: copies one line of the picture only.
    """

    is_single_line_copy: bool = False


class AippDataTypeConvParams(ParamStruct, aggregate=True):
    """Conversion of types: ``(pixel - mean - min) * var`` of each channel.

    Args:
        dtc_mean_ch0: mean of channel 0.
        dtc_mean_ch1: mean of channel 1.
        dtc_mean_ch2: mean of channel 2.
        dtc_min_ch0: least value of channel 0.
        dtc_min_ch1: least value of channel 1.
        dtc_min_ch2: least value of channel 2.
        dtc_var_ch0: factor of channel 0.
        dtc_var_ch1: factor of channel 1.
        dtc_var_ch2: factor of channel 2.
        dtc_round_mode: 0 rounds ties away from zero, 1 to even.
    """

    dtc_mean_ch0: UInt8 = 0
    dtc_mean_ch1: UInt8 = 0
    dtc_mean_ch2: UInt8 = 0
    dtc_min_ch0: Half = 0.0
    dtc_min_ch1: Half = 0.0
    dtc_min_ch2: Half = 0.0
    dtc_var_ch0: Half = 1.0
    dtc_var_ch1: Half = 1.0
    dtc_var_ch2: Half = 1.0
    dtc_round_mode: Annotated[int, Scalar("uint32", ge=0, le=1)] = 0


class AippChannelPaddingParams(ParamStruct, aggregate=True):
    """Padding of the channels.

    Args:
        c_padding_mode: 0 pads to 32 bytes, 1 to 4 channels.
        c_padding_value: value of the padding.
        dtype: type of the result; that of AippParams when it isn't given.
    """

    c_padding_mode: Annotated[int, Scalar("uint32", ge=0, le=1)] = 0
    c_padding_value: Element = 0
    dtype: DataType | None = None


class AippColorSpaceConvParams(ParamStruct, aggregate=True):
    """Conversion between YUV and RGB by a matrix and offsets.

    Args:
        is_enable_csc: switches it on.
        csc_matrix_r0_c0: row 0, column 0 of the matrix.
        csc_matrix_r0_c1: row 0, column 1 of the matrix.
        csc_matrix_r0_c2: row 0, column 2 of the matrix.
        csc_matrix_r1_c0: row 1, column 0 of the matrix.
        csc_matrix_r1_c1: row 1, column 1 of the matrix.
        csc_matrix_r1_c2: row 1, column 2 of the matrix.
        csc_matrix_r2_c0: row 2, column 0 of the matrix.
        csc_matrix_r2_c1: row 2, column 1 of the matrix.
        csc_matrix_r2_c2: row 2, column 2 of the matrix.
        csc_bias_in_0: offset of channel 0 from RGB to YUV.
        csc_bias_in_1: offset of channel 1 from RGB to YUV.
        csc_bias_in_2: offset of channel 2 from RGB to YUV.
        csc_bias_out_0: offset of channel 0 from YUV to RGB.
        csc_bias_out_1: offset of channel 1 from YUV to RGB.
        csc_bias_out_2: offset of channel 2 from YUV to RGB.
    """

    is_enable_csc: bool = False
    csc_matrix_r0_c0: Coefficient = 0
    csc_matrix_r0_c1: Coefficient = 0
    csc_matrix_r0_c2: Coefficient = 0
    csc_matrix_r1_c0: Coefficient = 0
    csc_matrix_r1_c1: Coefficient = 0
    csc_matrix_r1_c2: Coefficient = 0
    csc_matrix_r2_c0: Coefficient = 0
    csc_matrix_r2_c1: Coefficient = 0
    csc_matrix_r2_c2: Coefficient = 0
    csc_bias_in_0: UInt8 = 0
    csc_bias_in_1: UInt8 = 0
    csc_bias_in_2: UInt8 = 0
    csc_bias_out_0: UInt8 = 0
    csc_bias_out_1: UInt8 = 0
    csc_bias_out_2: UInt8 = 0


class AippParams(ParamStruct, aggregate=True):
    """Everything SetAippFunctions sets; parts that aren't given keep their defaults.

    Args:
        dtype: type of the result: int8 or float16.
        padding_params: padding around the picture.
        swap_params: exchange of channels.
        single_line_params: copy of single lines.
        dtc_params: conversion of types.
        c_padding_params: padding of the channels.
        csc_params: conversion of colours.
    """

    dtype: DataType
    padding_params: AippPaddingParams | None = None
    swap_params: AippSwapParams | None = None
    single_line_params: AippSingleLineParams | None = None
    dtc_params: AippDataTypeConvParams | None = None
    c_padding_params: AippChannelPaddingParams | None = None
    csc_params: AippColorSpaceConvParams | None = None

    @classmethod
    def verify(cls, fields: dict[str, Any]) -> None:
        dtype = fields["dtype"]
        if dtype.name not in ("int8", "float16"):
            raise CallError(f"AippParams: 'dtype' is {dtype.name}; it must be int8 or float16", code="ASC-E303")
        for name in ("padding_params", "c_padding_params"):
            own = getattr(fields[name], "dtype", None)
            if own is not None and own is not dtype:
                raise CallError(f"AippParams: '{name}' is for {own.name}, not for {dtype.name}", code="ASC-E303")
