"""Parameters of matrix multiplication and of what stands before and after it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, ClassVar

from asc_plugins import CallError, ConstExpr, DataType, ParamStruct, Scalar, UInt16, UInt32, UInt64
from asc_plugins.params import describe

from .enums import CO2Layout, QuantModes

#: Rows, columns and depth of a multiplication.
Extent = Annotated[int, Scalar("uint16", ge=0, le=4095)]
#: 0 off, 2 on but for the last Mmad of an accumulation, 3 on.
UnitFlag = Annotated[int, Scalar("uint8", ge=0, le=3)]
Fill = Annotated[int, Scalar("uint16", ge=0, le=32767)]


class MmadParams(
    ParamStruct,
    forms=(
        ("m", "n", "k", "is_bias", "fm_offset", "en_ssparse", "en_winograd_a", "en_winograd_b"),
        ("m", "n", "k", "unit_flag", "cmatrix_source", "cmatrix_init_val"),
    ),
):
    """Sizes and sources of a multiplication: *m* by *k* times *k* by *n*.

    Args:
        m: rows of the left matrix, 0 to 4095.
        n: columns of the right matrix, 0 to 4095.
        k: columns of the left and rows of the right matrix, 0 to 4095.
        is_bias: adds to what the destination holds.
        fm_offset: not used on Atlas A2/A3.
        en_ssparse: not used on Atlas A2/A3.
        en_winograd_a: not used on Atlas A2/A3.
        en_winograd_b: not used on Atlas A2/A3.
        unit_flag: lets Fixpipe run behind Mmad fractal by fractal: 0 off, 2 on and kept, 3 on and reset.
        cmatrix_source: where the initial matrix is: True in the bias table, False in L0C.
        cmatrix_init_val: True starts with zeros, False with the initial matrix.
    """

    m: Extent = 0
    n: Extent = 0
    k: Extent = 0
    is_bias: bool = False
    fm_offset: int = 0
    en_ssparse: bool = False
    en_winograd_a: bool = False
    en_winograd_b: bool = False
    unit_flag: UnitFlag = 0
    cmatrix_source: bool = False
    cmatrix_init_val: bool = True


class InitConstValueParams(ParamStruct):
    """A value written over L1, L0A or L0B.

    Args:
        repeat_times: number of repeats, 0 to 32767; 0 writes nothing.
        block_num: blocks of a repeat, 0 to 32767: of 32 bytes in L1, of 512 in L0A and L0B.
        dst_gap: blocks between two repeats, 0 to 32767.
        init_value: the value.
        dtype: its type; that of the tensor when it isn't given.
    """

    repeat_times: Fill = 0
    block_num: Fill = 0
    dst_gap: Fill = 0
    init_value: Annotated[float, Scalar(like="dtype")] = 0
    dtype: DataType | None = None


@dataclass(frozen=True)
class FixpipeConfig:
    """The layout Fixpipe writes, a template argument.

    ``FixpipeConfig.cfg_nz`` and ``FixpipeConfig.cfg_row_major``, with or without a call, are the two of Ascend C.

    Raises:
        CallError: *layout* isn't a constant ``CO2Layout``, or isn't supported on Atlas A2/A3.
    """

    layout: CO2Layout

    cfg_nz: ClassVar[FixpipeConfig]
    cfg_row_major: ClassVar[FixpipeConfig]

    def __post_init__(self) -> None:
        layout = ConstExpr.unwrap(self.layout)
        object.__setattr__(self, "layout", layout)
        if not isinstance(layout, CO2Layout):
            raise CallError(f"FixpipeConfig takes a CO2Layout, not {describe(layout)}", code="ASC-E301")
        if layout is CO2Layout.COLUMN_MAJOR:
            raise CallError(
                "FixpipeConfig: COLUMN_MAJOR is not supported on Atlas A2/A3",
                hint="use CO2Layout.NZ or CO2Layout.ROW_MAJOR",
                code="ASC-E302",
            )

    def __call__(self) -> FixpipeConfig:
        return self

    @property
    def cpp(self) -> str:
        """The constant in Ascend C."""
        return f"CFG_{self.layout.name}"


FixpipeConfig.cfg_nz = FixpipeConfig(CO2Layout.NZ)
FixpipeConfig.cfg_row_major = FixpipeConfig(CO2Layout.ROW_MAJOR)


class FixpipeParamsV220(
    ParamStruct,
    order=(
        "n_size", "m_size", "src_stride", "dst_stride", "relu_en", "quant_pre", "deq_scalar", "nd_num", "src_nd_stride",
        "dst_nd_stride", "unit_flag", "is_channel_split",
    ),
):  # fmt: skip
    """A matrix in L0C that Fixpipe moves out.

    Args:
        n_size: columns, 0 to 4095: a multiple of 16, or of 8 with *is_channel_split*; 0 moves nothing.
        m_size: rows; at most 8192 when rows are written. 0 moves nothing.
        src_stride: from a column of fractals of the source to the next, in 16 elements.
        dst_stride: from a column of fractals of the destination to the next in blocks of 32 bytes, or elements of a
            row when rows are written; not 0.
        quant_pre: quantisation on the way.
        deq_scalar: its factor, as the bits of the hardware's register.
        nd_num: number of matrices.
        src_nd_stride: from a matrix of the source to the next, in fractals, up to 512.
        dst_nd_stride: elements from a matrix of the destination to the next.
        relu_en: negative results become 0.
        unit_flag: runs behind Mmad fractal by fractal: 0 off, 2 on and kept, 3 on and reset.
        is_channel_split: writes float32 in fractals of 8 columns instead of 16.
    """

    n_size: Extent
    m_size: UInt16
    src_stride: UInt16
    dst_stride: UInt32
    quant_pre: QuantModes = QuantModes.NoQuant
    deq_scalar: UInt64 = 0
    nd_num: UInt16 = 1
    src_nd_stride: UInt16 = 0
    dst_nd_stride: UInt16 = 0
    relu_en: bool = False
    unit_flag: UnitFlag = 0
    is_channel_split: bool = False
