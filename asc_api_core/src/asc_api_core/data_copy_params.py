"""Parameters of data moves."""

from __future__ import annotations

from typing import Annotated, Any

from asc_plugins import CallError, ConstExpr, DataType, ParamStruct, PlainValue, Scalar, UInt8, UInt16, UInt32, UInt64

from .enums import BlockMode, DeqScale, QuantModes, pad_t

#: A number of the struct's element type.
Element = Annotated[float, Scalar(like="dtype")]


class DataCopyParams(ParamStruct):
    """Blocks moved by DataCopy, lengths and gaps in blocks of 32 bytes.

    Args:
        block_count: number of bursts.
        block_len: length of a burst.
        src_stride: gap of the source, from the end of a burst to the begin of the next.
        dst_stride: the same of the destination.
    """

    block_count: UInt16 = 1
    block_len: UInt16 = 0
    src_stride: UInt16 = 0
    dst_stride: UInt16 = 0


class DataCopyEnhancedParams(ParamStruct):
    """What a DataCopy between local memories does beside moving.

    Args:
        block_mode: what a block is.
        deq_scale: dequantisation on the way.
        deq_value_in: its factor, as the bits of the hardware's register.
        sid_store_mode_in: half of the block that receives an 8-bit result: 0 lower, 1 upper, 2 both.
        is_relu_in: negative results become 0.
        pad_mode_in: padding.
        pad_value_in: value of the padding, as bits.
    """

    block_mode: BlockMode = BlockMode.BLOCK_MODE_NORMAL
    deq_scale: DeqScale = DeqScale.DEQ_NONE
    deq_value_in: UInt64 = 0
    sid_store_mode_in: UInt8 = 0
    is_relu_in: bool = False
    pad_mode_in: pad_t = pad_t.PAD_NONE
    pad_value_in: UInt64 = 0


class DataCopyExtParams(ParamStruct):
    """Blocks moved by DataCopyPad.

    Args:
        block_count: number of bursts.
        block_len: length of a burst in bytes.
        src_stride: gap of the source, from the end of a burst to the begin of the next: in bytes in global memory, in
            blocks of 32 bytes in a local one.
        dst_stride: the same of the destination.
        rsv: reserved.
    """

    block_count: UInt16 = 1
    block_len: UInt32 = 0
    src_stride: UInt32 = 0
    dst_stride: UInt32 = 0
    rsv: UInt32 = 0


class DataCopyPadParams(ParamStruct):
    """Padding of DataCopyPad, with a value given as bits.

    Args:
        is_pad: True pads with *padding_value*, False with values that aren't specified.
        left_padding: elements before each burst, at most 32 bytes.
        right_padding: elements after each burst, at most 32 bytes.
        padding_value: the value's bits.
    """

    is_pad: bool = False
    left_padding: UInt8 = 0
    right_padding: UInt8 = 0
    padding_value: UInt64 = 0


class DataCopyPadExtParams(ParamStruct):
    """Padding of DataCopyPad.

    Args:
        dtype: element type of the tensors.
        is_pad: True pads with *padding_value*, False with values that aren't specified.
        left_padding: elements before each burst, at most 32 bytes.
        right_padding: elements after each burst, at most 32 bytes.
        padding_value: value of the padding; 0 where elements have 64 bits.
    """

    dtype: DataType
    is_pad: bool = False
    left_padding: UInt8 = 0
    right_padding: UInt8 = 0
    padding_value: Element = 0

    @classmethod
    def verify(cls, fields: dict[str, Any]) -> None:
        dtype = fields["dtype"]
        for name in ("left_padding", "right_padding"):
            count = fields[name]
            if isinstance(count, int) and count * dtype.sizeof() > 32:
                raise CallError(
                    f"DataCopyPadExtParams: '{name}' is {count} elements of {dtype.name}, "
                    f"{count * dtype.sizeof()} bytes; it must be at most 32 bytes",
                    code="ASC-E302",
                )


class SliceInfo(ParamStruct):
    """The part of one dimension that a DataCopy of slices moves.

    ``slice_info[i]`` is the field number *i*, ``slice_info[0:]`` the whole.

    Args:
        start_index: first element.
        end_index: last element; 31 when it isn't given.
        stride: elements between two bursts.
        burst_len: length of a burst in blocks of 32 bytes; 1 in all dimensions but the first. 32 when it isn't given.
        shape_value: elements of the whole dimension.
    """

    start_index: UInt32 = 0
    end_index: UInt32 | None = None
    stride: UInt32 = 0
    burst_len: UInt32 | None = None
    shape_value: UInt32 = 0

    def _set(self, fields: dict[str, Any], form: int) -> None:
        defaults = {"end_index": 31, "burst_len": 32}
        super()._set({n: defaults[n] if v is None else v for n, v in fields.items()}, form)

    def __getitem__(self, key: Any) -> SliceInfo | PlainValue | int:
        names = [p.name for p in self.signature()]
        key = ConstExpr.unwrap(key)
        if isinstance(key, slice) and key.start in (None, 0) and key.stop is None and key.step is None:
            return self
        if isinstance(key, int) and not isinstance(key, bool) and 0 <= key < len(names):
            field: PlainValue | int = getattr(self, names[key])
            return field
        raise CallError(
            "the index of a SliceInfo is a constant, 0 to 4, or the slice [0:]",
            hint=f"its fields have names: {', '.join(names)}",
            code="ASC-E305",
        )


class Nd2NzParams(ParamStruct):
    """A move from rows (ND) to fractals (NZ).

    Args:
        nd_num: number of matrices, 0 to 4095.
        n_value: rows of a matrix, 0 to 16384.
        d_value: columns of a matrix.
        src_nd_matrix_stride: elements from a matrix of the source to the next.
        src_d_value: elements from a row of the source to the next, at least 1.
        dst_nz_c0_stride: from a part of a row to the next one in the destination, in blocks of 32 bytes, 1 to 16384.
        dst_nz_n_stride: from a row to the next one in the destination, in blocks of 32 bytes, 1 to 16384.
        dst_nz_matrix_stride: elements from a matrix of the destination to the next, at least 1.
    """

    nd_num: Annotated[int, Scalar("uint16", ge=0, le=4095)]
    n_value: Annotated[int, Scalar("uint16", ge=0, le=16384)]
    d_value: UInt16
    src_nd_matrix_stride: UInt16
    src_d_value: UInt16
    dst_nz_c0_stride: UInt16
    dst_nz_n_stride: UInt16
    dst_nz_matrix_stride: UInt16


class Nz2NdParamsFull(ParamStruct):
    """A move from fractals (NZ) to rows (ND).

    Args:
        nd_num: number of matrices, 0 to 4095.
        n_value: rows of a matrix, 1 to 8192.
        d_value: columns of a matrix, 1 to 8192 and a multiple of 16.
        src_nd_matrix_stride: from a matrix of the source to the next, in 256 elements, 1 to 512.
        src_n_stride: from a column of fractals of the source to the next, in 16 elements, 0 to 4096.
        dst_d_stride: elements from a row of the destination to the next, at least 1.
        dst_nd_matrix_stride: elements from a matrix of the destination to the next, at least 1.
    """

    nd_num: Annotated[int, Scalar("uint16", ge=0, le=4095)]
    n_value: UInt16
    d_value: UInt16
    src_nd_matrix_stride: UInt16
    src_n_stride: UInt16
    dst_d_stride: UInt16
    dst_nd_matrix_stride: UInt16


class DataCopyCO12DstParams(ParamStruct):
    """A move of a matrix from L0C.

    Args:
        n_size: columns.
        m_size: rows.
        dst_stride: from a column of fractals of the destination to the next in blocks of 32 bytes, or elements from a
            row to the next with *nz2nd_en*.
        src_stride: from a column of fractals of the source to the next, in 16 elements.
        quant_pre: quantisation on the way.
        relu_pre: 1 makes negative results 0; 0 doesn't.
        channel_split: writes float32 in fractals of 8 columns instead of 16.
        nz2nd_en: writes rows instead of fractals.
    """

    n_size: UInt16
    m_size: UInt16
    dst_stride: UInt32
    src_stride: UInt16
    quant_pre: QuantModes = QuantModes.NoQuant
    relu_pre: UInt8 = 0
    channel_split: bool = False
    nz2nd_en: bool = False
