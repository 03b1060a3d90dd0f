# Written by `asc stubs`; change the declarations instead.
# mypy: disable-error-code="overload-cannot-match, overload-overlap, override, misc, assignment"
import builtins as _b
import enum as _enum
import typing as _t
from collections.abc import Iterator as _Iterator, Sequence as _Sequence
from typing import Any as _Any

from typing_extensions import Self as _Self
from asc_core.diagnostics import CompileError as CompileError
from asc_core.errors import ModelError as ModelError
from asc_core.errors import ToolchainError as ToolchainError
from asc_core.options import CodegenOptions as CodegenOptions
from asc_core.options import CompileOptions as CompileOptions
from asc_core.options import LaunchOptions as LaunchOptions

from . import profiler as profiler

_P = _t.ParamSpec("_P")
_Q = _t.ParamSpec("_Q")
_R = _t.TypeVar("_R")
_S = _t.TypeVar("_S")

class _Kernel(_t.Generic[_P, _R]):
    def __call__(self, *args: _P.args, **kwargs: _P.kwargs) -> _R: ...
    def __getitem__(
        self, launch: _b.int | _b.tuple[_b.int | None, _Any] | LaunchOptions | None
    ) -> _Launcher[_P]: ...
    @_t.overload
    def __get__(self, instance: None, owner: _Any = None) -> _Kernel[_P, _R]: ...
    @_t.overload
    def __get__(
        self: _Kernel[_t.Concatenate[_S, _Q], _R], instance: _S, owner: _Any = None
    ) -> _Kernel[_Q, _R]: ...

class _Launcher(_t.Generic[_P]):
    core_num: _b.int | None
    def __call__(self, *args: _P.args, **kwargs: _P.kwargs) -> None: ...

@_t.overload
def jit(fn: _t.Callable[_P, _R]) -> _Kernel[_P, _R]: ...
@_t.overload
def jit(**options: _Any) -> _t.Callable[[_t.Callable[_P, _R]], _Kernel[_P, _R]]: ...

void: DataType

int8: DataType

int16: DataType

int32: DataType

int64: DataType

uint8: DataType

uint16: DataType

uint32: DataType

uint64: DataType

float16: DataType

bfloat16: DataType

float32: DataType

float64: DataType

int_: DataType

float_: DataType

half: DataType

double: DataType

class AippInputFormat(_enum.IntEnum):
    """Image formats of ``LoadImageToLocal``."""
    YUV420SP_U8 = 0
    XRGB8888_U8 = 1
    RGB888_U8 = 4
    YUV400_U8 = 9

class AtomicDtype(_enum.IntEnum):
    """Data types of atomic writes."""
    ATOMIC_NONE = 0
    ATOMIC_F32 = 1
    ATOMIC_F16 = 2
    ATOMIC_S16 = 3
    ATOMIC_S32 = 4
    ATOMIC_S8 = 5
    ATOMIC_BF16 = 6

class AtomicOp(_enum.IntEnum):
    """Operations of atomic writes."""
    ATOMIC_SUM = 0

class BatchMode(_enum.IntEnum):
    """How a batched Matmul relates to the size of L1."""
    NONE = 0
    BATCH_LESS_THAN_L1 = 1
    BATCH_LARGE_THAN_L1 = 2
    SINGLE_LARGE_THAN_L1 = 3

class BatchOutMode(_enum.IntEnum):
    """How many batches of a Matmul are written at once."""
    SINGLE_BATCH = 0
    MULTI_BATCH = 1
    DYNAMIC = 2

class BlockMode(_enum.IntEnum):
    """Shape of the blocks that an enhanced DataCopy moves."""
    BLOCK_MODE_NORMAL = 0
    BLOCK_MODE_MATRIX = 1
    BLOCK_MODE_VECTOR = 2
    BLOCK_MODE_SMALL_CHANNEL = 3
    BLOCK_MODE_DEPTHWISE = 4

class CMPMODE(_enum.IntEnum):
    """Relations of ``Compare``."""
    LT = 0
    GT = 1
    EQ = 2
    LE = 3
    GE = 4
    NE = 5

class CO2Layout(_enum.IntEnum):
    """Layout of the matrix that Fixpipe writes."""
    NZ = 0
    ROW_MAJOR = 1
    COLUMN_MAJOR = 2

class CacheLine(_enum.IntEnum):
    """How much of the data cache an instruction covers."""
    SINGLE_CACHE_LINE = 0
    ENTIRE_DATA_CACHE = 1

class CacheMode(_enum.IntEnum):
    """Hint for the L2 cache."""
    CACHE_MODE_NORMAL = 0
    CACHE_MODE_DISABLE = 1
    CACHE_MODE_LAST = 2
    CACHE_MODE_PERSISTENT = 4

class CacheRwMode(_enum.IntEnum):
    """Accesses that an L2 cache hint is for."""
    READ = 1
    WRITE = 2
    RW = 3

class CubeFormat(_enum.IntEnum):
    """Matrix layouts of Matmul."""
    ND = 0
    NZ = 1

class DataFormat(_enum.IntEnum):
    """Data layouts of tensors."""
    ND = 0
    NZ = 1
    NCHW = 2
    NC1HWC0 = 3
    NHWC = 4

class DcciDst(_enum.IntEnum):
    """Memory whose cache lines an instruction covers."""
    CACHELINE_ALL = 0
    CACHELINE_UB = 1
    CACHELINE_OUT = 2
    CACHELINE_ATOMIC = 3

class DeqScale(_enum.IntEnum):
    """Dequantisation of an enhanced DataCopy."""
    DEQ_NONE = 0
    DEQ = 1
    VDEQ = 2
    DEQ8 = 3
    VDEQ8 = 4
    DEQ16 = 5
    VDEQ16 = 6

class GatherMaskMode(_enum.IntEnum):
    """Version of ``GatherMask``."""
    DEFAULT = 0

class HardEvent(_enum.IntEnum):
    """Pairs of pipes of a flag: the first sets it, the second waits for it."""
    MTE2_MTE1 = 0
    MTE1_MTE2 = 1
    MTE1_M = 2
    M_MTE1 = 3
    MTE2_V = 4
    V_MTE2 = 5
    MTE3_V = 6
    V_MTE3 = 7
    M_V = 8
    V_M = 9
    V_V = 10
    MTE3_MTE1 = 11
    MTE1_MTE3 = 12
    MTE1_V = 13
    MTE2_M = 14
    M_MTE2 = 15
    V_MTE1 = 16
    M_FIX = 17
    FIX_M = 18
    MTE3_MTE2 = 19
    MTE2_MTE3 = 20
    S_V = 21
    V_S = 22
    S_MTE2 = 23
    MTE2_S = 24
    S_MTE3 = 25
    MTE3_S = 26
    MTE2_FIX = 27
    FIX_MTE2 = 28
    FIX_S = 29
    M_S = 30
    FIX_MTE3 = 31
    MTE1_FIX = 32
    FIX_MTE1 = 33
    FIX_FIX = 34

class Hardware(_enum.IntEnum):
    """Memories of an AI core."""
    GM = 0
    UB = 1
    L1 = 2
    L0A = 3
    L0B = 4
    L0C = 5
    BIAS = 6
    FIXBUF = 7
    MAX = 8

class IterateMode(_enum.IntEnum):
    """Iterate functions a Matmul object provides."""
    ITERATE_MODE_NORMAL = 1
    ITERATE_MODE_ALL = 2
    ITERATE_MODE_BATCH = 4
    ITERATE_MODE_N_BATCH = 8
    ITERATE_MODE_DEFAULT = 255

class IterateOrder(_enum.IntEnum):
    """Direction in which Matmul walks over its blocks."""
    ORDER_M = 0
    ORDER_N = 1
    UNDEF = 2

class LayoutMode(_enum.IntEnum):
    """Layout of a batched Matmul."""
    NONE = 0
    NORMAL = 1
    BSNGD = 2
    SBNGD = 3
    BNGS1S2 = 4

class MaskMode(_enum.IntEnum):
    """How the vector mask is read: bits or first elements of each repeat, or a number of elements in all."""
    NORMAL = 0
    COUNTER = 1

class MatmulConfigMode(_enum.IntEnum):
    """Templates of Matmul."""
    CONFIG_NORM = 1
    CONFIG_MDL = 2
    CONFIG_SPECIALMDL = 3
    CONFIG_IBSHARE = 4

class MatmulPolicy(_enum.IntEnum):
    """Policies of Matmul."""
    MatmulPolicy = 0
    TrianUpperMatmulPolicy = 1
    TrianLowerMatmulPolicy = 2
    NBuffer33MatmulPolicy = 3

class MemDsbT(_enum.IntEnum):
    """Memories a data barrier waits for."""
    ALL = 0
    DDR = 1
    UB = 2
    SEQ = 3

class PipeID(_enum.IntEnum):
    """Pipes of an AI core."""
    PIPE_S = 0
    PIPE_V = 1
    PIPE_M = 2
    PIPE_MTE1 = 3
    PIPE_MTE2 = 4
    PIPE_MTE3 = 5
    PIPE_ALL = 6
    PIPE_MTE4 = 7
    PIPE_MTE5 = 8
    PIPE_V2 = 9
    PIPE_FIX = 10

class QuantModes(_enum.IntEnum):
    """Quantisation of Fixpipe and DataCopy from L0C."""
    NoQuant = 0
    F322F16 = 1
    F322BF16 = 2
    DEQF16 = 3
    VDEQF16 = 4
    QF322B8_PRE = 5
    VQF322B8_PRE = 6
    REQ8 = 7
    VREQ8 = 8

class ReduceOrder(_enum.IntEnum):
    """What a WholeReduce writes for each repeat."""
    ORDER_VALUE_INDEX = 0
    ORDER_INDEX_VALUE = 1
    ORDER_ONLY_VALUE = 2
    ORDER_ONLY_INDEX = 3

class RoundMode(_enum.IntEnum):
    """Rounding of ``Cast``."""
    CAST_NONE = 0
    CAST_RINT = 1
    CAST_FLOOR = 2
    CAST_CEIL = 3
    CAST_ROUND = 4
    CAST_TRUNC = 5
    CAST_ODD = 6

class ScheduleType(_enum.IntEnum):
    """Schedules of Matmul."""
    INNER_PRODUCT = 0
    OUTER_PRODUCT = 1

class SelMode(_enum.IntEnum):
    """Sources of ``Select``."""
    VSEL_CMPMASK_SPR = 0
    VSEL_TENSOR_SCALAR_MODE = 1
    VSEL_TENSOR_TENSOR_MODE = 2

class TPosition(_enum.IntEnum):
    """Logical positions of tensors; each stands for one of the core's memories."""
    GM = 0
    A1 = 1
    A2 = 2
    B1 = 3
    B2 = 4
    C1 = 5
    C2 = 6
    CO1 = 7
    CO2 = 8
    VECIN = 9
    VECOUT = 10
    VECCALC = 11
    MAX = 12

class TransposeType(_enum.IntEnum):
    """Kinds of ``Transpose``."""
    TRANSPOSE_TYPE_NONE = 0
    TRANSPOSE_NZ2ND_0213 = 1
    TRANSPOSE_NZ2NZ_0213 = 2
    TRANSPOSE_NZ2NZ_012_WITH_N = 3
    TRANSPOSE_NZ2ND_012_WITH_N = 4
    TRANSPOSE_NZ2ND_012_WITHOUT_N = 5
    TRANSPOSE_NZ2NZ_012_WITHOUT_N = 6
    TRANSPOSE_ND2ND_ONLY = 7
    TRANSPOSE_ND_UB_GM = 8
    TRANSPOSE_GRAD_ND_UB_GM = 9
    TRANSPOSE_ND2ND_B16 = 10
    TRANSPOSE_NCHW2NHWC = 11
    TRANSPOSE_NHWC2NCHW = 12

class pad_t(_enum.IntEnum):
    """Padding modes of an enhanced DataCopy."""
    PAD_NONE = 0
    PAD_MODE1 = 1
    PAD_MODE2 = 2
    PAD_MODE3 = 3
    PAD_MODE4 = 4
    PAD_MODE5 = 5
    PAD_MODE6 = 6
    PAD_MODE7 = 7
    PAD_MODE8 = 8

class BinaryRepeatParams:
    """Strides of instructions with two sources, in blocks of 32 bytes.

    Args:
        dst_blk_stride: from a block of the destination to the next one of the same repeat.
        src0_blk_stride: the same of the first source.
        src1_blk_stride: the same of the second source.
        dst_rep_stride: from the begin of a repeat of the destination to that of the next.
        src0_rep_stride: the same of the first source.
        src1_rep_stride: the same of the second source.
    """
    def __init__(self, dst_blk_stride: _b.int = 1, src0_blk_stride: _b.int = 1, src1_blk_stride: _b.int = 1, dst_rep_stride: _b.int = 8, src0_rep_stride: _b.int = 8, src1_rep_stride: _b.int = 8) -> None: ...

class UnaryRepeatParams:
    """Strides of instructions with one source, in blocks of 32 bytes.

    The names ``block_count``, ``block_len``, ``src_stride`` and ``dst_stride``, which pyasc's documentation gives,
    stand for the four fields in their order.

    Args:
        dst_blk_stride: from a block of the destination to the next one of the same repeat.
        src_blk_stride: the same of the source.
        dst_rep_stride: from the begin of a repeat of the destination to that of the next.
        src_rep_stride: the same of the source.
    """
    def __init__(self, dst_blk_stride: _b.int = 1, src_blk_stride: _b.int = 1, dst_rep_stride: _b.int = 8, src_rep_stride: _b.int = 8) -> None: ...

class BrcbRepeatParams:
    """Strides of Brcb's destination, in blocks of 32 bytes.

    Args:
        dst_blk_stride: from a block to the next one of the same repeat.
        dst_rep_stride: from the begin of a repeat to that of the next.
    """
    def __init__(self, dst_blk_stride: _b.int = 1, dst_rep_stride: _b.int = 8) -> None: ...

class GatherRepeatParams:
    """Strides of Gatherb's destination, in blocks of 32 bytes.

    Args:
        dst_blk_stride: from a block to the next one of the same repeat; 0 counts as 1.
        dst_rep_stride: from the begin of a repeat to that of the next.
    """
    def __init__(self, dst_blk_stride: _b.int = 1, dst_rep_stride: _b.int = 8) -> None: ...

class CopyRepeatParams:
    """Strides of Copy, in blocks of 32 bytes.

    Args:
        dst_stride: from a block of the destination to the next one of the same repeat.
        src_stride: the same of the source.
        dst_repeat_size: from the begin of a repeat of the destination to that of the next.
        src_repeat_size: the same of the source.
    """
    def __init__(self, dst_stride: _b.int = 0, src_stride: _b.int = 0, dst_repeat_size: _b.int = 0, src_repeat_size: _b.int = 0) -> None: ...

class DataCopyParams:
    """Blocks moved by DataCopy, lengths and gaps in blocks of 32 bytes.

    Args:
        block_count: number of bursts.
        block_len: length of a burst.
        src_stride: gap of the source, from the end of a burst to the begin of the next.
        dst_stride: the same of the destination.
    """
    def __init__(self, block_count: _b.int = 1, block_len: _b.int = 0, src_stride: _b.int = 0, dst_stride: _b.int = 0) -> None: ...

class DataCopyEnhancedParams:
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
    def __init__(self, block_mode: BlockMode = ..., deq_scale: DeqScale = ..., deq_value_in: _b.int = 0, sid_store_mode_in: _b.int = 0, is_relu_in: _b.bool = False, pad_mode_in: pad_t = ..., pad_value_in: _b.int = 0) -> None: ...

class DataCopyExtParams:
    """Blocks moved by DataCopyPad.

    Args:
        block_count: number of bursts.
        block_len: length of a burst in bytes.
        src_stride: gap of the source, from the end of a burst to the begin of the next: in bytes in global memory, in
            blocks of 32 bytes in a local one.
        dst_stride: the same of the destination.
        rsv: reserved.
    """
    def __init__(self, block_count: _b.int = 1, block_len: _b.int = 0, src_stride: _b.int = 0, dst_stride: _b.int = 0, rsv: _b.int = 0) -> None: ...

class DataCopyPadParams:
    """Padding of DataCopyPad, with a value given as bits.

    Args:
        is_pad: True pads with *padding_value*, False with values that aren't specified.
        left_padding: elements before each burst, at most 32 bytes.
        right_padding: elements after each burst, at most 32 bytes.
        padding_value: the value's bits.
    """
    def __init__(self, is_pad: _b.bool = False, left_padding: _b.int = 0, right_padding: _b.int = 0, padding_value: _b.int = 0) -> None: ...

class DataCopyPadExtParams:
    """Padding of DataCopyPad.

    Args:
        dtype: element type of the tensors.
        is_pad: True pads with *padding_value*, False with values that aren't specified.
        left_padding: elements before each burst, at most 32 bytes.
        right_padding: elements after each burst, at most 32 bytes.
        padding_value: value of the padding; 0 where elements have 64 bits.
    """
    def __init__(self, dtype: DataType, is_pad: _b.bool = False, left_padding: _b.int = 0, right_padding: _b.int = 0, padding_value: _b.float = 0) -> None: ...

class SliceInfo:
    """The part of one dimension that a DataCopy of slices moves.

    ``slice_info[i]`` is the field number *i*, ``slice_info[0:]`` the whole.

    Args:
        start_index: first element.
        end_index: last element; 31 when it isn't given.
        stride: elements between two bursts.
        burst_len: length of a burst in blocks of 32 bytes; 1 in all dimensions but the first. 32 when it isn't given.
        shape_value: elements of the whole dimension.
    """
    def __init__(self, start_index: _b.int = 0, end_index: _b.int | None = None, stride: _b.int = 0, burst_len: _b.int | None = None, shape_value: _b.int = 0) -> None: ...

class Nd2NzParams:
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
    def __init__(self, nd_num: _b.int, n_value: _b.int, d_value: _b.int, src_nd_matrix_stride: _b.int, src_d_value: _b.int, dst_nz_c0_stride: _b.int, dst_nz_n_stride: _b.int, dst_nz_matrix_stride: _b.int) -> None: ...

class Nz2NdParamsFull:
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
    def __init__(self, nd_num: _b.int, n_value: _b.int, d_value: _b.int, src_nd_matrix_stride: _b.int, src_n_stride: _b.int, dst_d_stride: _b.int, dst_nd_matrix_stride: _b.int) -> None: ...

class DataCopyCO12DstParams:
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
    def __init__(self, n_size: _b.int, m_size: _b.int, dst_stride: _b.int, src_stride: _b.int, quant_pre: QuantModes = ..., relu_pre: _b.int = 0, channel_split: _b.bool = False, nz2nd_en: _b.bool = False) -> None: ...

class LoadData2DParams:
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
    def __init__(self, start_index: _b.int = 0, repeat_times: _b.int = 1, src_stride: _b.int = 0, sid: _b.int = 0, dst_gap: _b.int = 0, if_transpose: _b.bool = False, addr_mode: _b.int = 0) -> None: ...

class LoadData2DParamsV2:
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
    def __init__(self, m_start_position: _b.int = 0, k_start_position: _b.int = 0, m_step: _b.int = 0, k_step: _b.int = 0, src_stride: _b.int = 0, dst_stride: _b.int = 0, if_transpose: _b.bool = False, sid: _b.int = 0) -> None: ...

class LoadData2dTransposeParams:
    """Square blocks that LoadDataWithTranspose moves: 32 by 32 elements of 8 bits, 16 by 16 of 16 and 32 bits.

    Args:
        start_index: first block of the source.
        repeat_times: number of blocks.
        src_stride: blocks from one of the source to the next.
        dst_gap: fractals of 512 bytes from the end of a block's first fractal to the begin of the next block's.
        dst_frac_gap: fractals of 512 bytes between the fractals of a block (8 and 32 bits).
        addr_mode: 0 walks up in the source, 1 down.
    """
    def __init__(self, start_index: _b.int = 0, repeat_times: _b.int = 1, src_stride: _b.int = 0, dst_gap: _b.int = 0, dst_frac_gap: _b.int = 0, addr_mode: _b.int = 0) -> None: ...

class LoadData2dTransposeParamsV2:
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
    def __init__(self, start_index: _b.int = 0, repeat_times: _b.int = 0, src_stride: _b.int = 0, dst_gap: _b.int = 0, dst_frac_gap: _b.int = 0, src_frac_gap: _b.int = 0, addr_mode: _b.int = 0) -> None: ...

class LoadData3DParamsV1:
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
    def __init__(self, pad_list: list[int] = ..., l1_h: _b.int = 1, l1_w: _b.int = 1, c1_index: _b.int = 0, fetch_filter_w: _b.int = 0, fetch_filter_h: _b.int = 0, left_top_w: _b.int = 0, left_top_h: _b.int = 0, stride_w: _b.int = 1, stride_h: _b.int = 1, filter_w: _b.int = 1, filter_h: _b.int = 1, dilation_filter_w: _b.int = 1, dilation_filter_h: _b.int = 1, jump_stride: _b.int = 1, repeat_mode: _b.int = 0, repeat_time: _b.int = 1, c_size: _b.int = 0, pad_value: _b.float = 0, dtype: DataType | None = None) -> None: ...

class LoadData3DParamsV2:
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
    def __init__(self, pad_list: list[int] = ..., l1_h: _b.int = 1, l1_w: _b.int = 1, channel_size: _b.int = 1, k_extension: _b.int = 1, m_extension: _b.int = 1, k_start_pt: _b.int = 0, m_start_pt: _b.int = 0, stride_w: _b.int = 1, stride_h: _b.int = 1, filter_w: _b.int = 1, filter_h: _b.int = 1, dilation_filter_w: _b.int = 1, dilation_filter_h: _b.int = 1, en_transpose: _b.bool = False, pad_value: _b.float = 0, filter_size_w: _b.bool = False, filter_size_h: _b.bool = False, f_matrix_ctrl: _b.bool = False, dtype: DataType | None = None) -> None: ...

class LoadData3DParamsV2Pro:
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
    def __init__(self, channel_size: _b.int = 0, en_transpose: _b.bool = False, en_small_k: _b.bool = False, filter_size_w: _b.bool = False, filter_size_h: _b.bool = False, f_matrix_ctrl: _b.bool = False, ext_config: _b.int = 0, filter_config: _b.int = 1103823438081) -> None: ...

class LoadDataRepeatParam:
    """Repeats of LoadData of a convolution's input, set by SetLoadDataRepeat.

    Args:
        repeat_time: number of repeats.
        repeat_stride: from a repeat to the next, in 16 elements.
        repeat_mode: 0 repeats along the height, 1 along the width.
    """
    def __init__(self, repeat_time: _b.int = 1, repeat_stride: _b.int = 0, repeat_mode: _b.int = 0) -> None: ...

class LoadImageToLocalParams:
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
    def __init__(self, horiz_size: _b.int = 2, vert_size: _b.int = 2, horiz_start_pos: _b.int = 0, vert_start_pos: _b.int = 0, src_horiz_size: _b.int = 2, top_pad_size: _b.int = 0, bot_pad_size: _b.int = 0, left_pad_size: _b.int = 0, right_pad_size: _b.int = 0, sid: _b.int = 0) -> None: ...

class MmadParams:
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
    @_t.overload
    def __init__(self, m: _b.int = 0, n: _b.int = 0, k: _b.int = 0, is_bias: _b.bool = False, fm_offset: _b.int = 0, en_ssparse: _b.bool = False, en_winograd_a: _b.bool = False, en_winograd_b: _b.bool = False) -> None: ...
    @_t.overload
    def __init__(self, m: _b.int = 0, n: _b.int = 0, k: _b.int = 0, unit_flag: _b.int = 0, cmatrix_source: _b.bool = False, cmatrix_init_val: _b.bool = True) -> None: ...

class InitConstValueParams:
    """A value written over L1, L0A or L0B.

    Args:
        repeat_times: number of repeats, 0 to 32767; 0 writes nothing.
        block_num: blocks of a repeat, 0 to 32767: of 32 bytes in L1, of 512 in L0A and L0B.
        dst_gap: blocks between two repeats, 0 to 32767.
        init_value: the value.
        dtype: its type; that of the tensor when it isn't given.
    """
    def __init__(self, repeat_times: _b.int = 0, block_num: _b.int = 0, dst_gap: _b.int = 0, init_value: _b.float = 0, dtype: DataType | None = None) -> None: ...

class FixpipeParamsV220:
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
    def __init__(self, n_size: _b.int, m_size: _b.int, src_stride: _b.int, dst_stride: _b.int, quant_pre: QuantModes = ..., deq_scalar: _b.int = 0, nd_num: _b.int = 1, src_nd_stride: _b.int = 0, dst_nd_stride: _b.int = 0, relu_en: _b.bool = False, unit_flag: _b.int = 0, is_channel_split: _b.bool = False) -> None: ...

class GatherMaskParams:
    """Repeats and strides of GatherMask, in blocks of 32 bytes.

    Args:
        src0_block_stride: from a block of the source to the next one of the same repeat.
        repeat_times: number of repeats.
        src0_repeat_stride: from the begin of a repeat of the source to that of the next.
        src1_repeat_stride: the same of the mask.
    """
    def __init__(self, src0_block_stride: _b.int = 1, repeat_times: _b.int = 1, src0_repeat_stride: _b.int = 0, src1_repeat_stride: _b.int = 0) -> None: ...

class TransDataTo5HDParams:
    """Repeats of TransDataTo5HD.

    Args:
        dst_high_half: half of the destination's blocks that 8-bit types go to: True upper, False lower.
        src_high_half: half of the source's blocks that 8-bit types come from: True upper, False lower.
        repeat_times: number of repeats; 0 does nothing.
        dst_rep_stride: from a repeat of the destination to the next, in blocks of 32 bytes.
        src_rep_stride: the same of the source.
    """
    def __init__(self, dst_high_half: _b.bool = False, src_high_half: _b.bool = False, repeat_times: _b.int = 1, dst_rep_stride: _b.int = 0, src_rep_stride: _b.int = 0) -> None: ...

class TransposeParamsExt:
    """Sizes of what Transpose transposes; a single block of 16 by 16 needs none.

    Args:
        n_size: size N.
        c_size: size C, up to 4095.
        h_size: size H; H times W is at most 4095.
        w_size: size W.
        transpose_type: what becomes of it.
    """
    def __init__(self, n_size: _b.int = 0, c_size: _b.int = 0, h_size: _b.int = 0, w_size: _b.int = 0, transpose_type: TransposeType = ...) -> None: ...

class MrgSort4Info:
    """Queues that MrgSort merges.

    Args:
        element_lengths: length of each of up to 4 queues, 0 to 4095; those left out have none.
        if_exhausted_suspension: stops as soon as one queue is empty.
        valid_bit: which queues take part, a bit each: 3, 7 or 15.
        repeat_times: number of merges; more than one takes 4 queues of one length.
    """
    def __init__(self, element_lengths: list[int], if_exhausted_suspension: _b.bool = False, valid_bit: _b.int = 15, repeat_times: _b.int = 1) -> None: ...

class VdeqInfo:
    """Dequantisation of the 16 elements of a block, for SetDeqScale.

    Args:
        scale: 16 factors.
        offset: 16 offsets, -256 to 255.
        sign_mode: 16 flags: True for signed 8-bit results, False for unsigned.
    """
    def __init__(self, scale: list[float], offset: list[int], sign_mode: list[bool]) -> None: ...

class CheckLocalMemoryIAParam:
    """A range of UB whose accesses CheckLocalMemoryIA watches.

    Args:
        enable_bit: number of the register, 0 to 3.
        start_addr: begin in blocks of 32 bytes.
        end_addr: end in blocks of 32 bytes.
        is_scalar_read: watches reads of the scalar unit.
        is_scalar_write: watches writes of the scalar unit.
        is_vector_read: watches reads of the vector unit.
        is_vector_write: watches writes of the vector unit.
        is_mte_read: watches reads of data moves.
        is_mte_write: watches writes of data moves.
        is_enable: switches the register on.
    """
    def __init__(self, enable_bit: _b.int = 0, start_addr: _b.int = 0, end_addr: _b.int = 0, is_scalar_read: _b.bool = False, is_scalar_write: _b.bool = False, is_vector_read: _b.bool = False, is_vector_write: _b.bool = False, is_mte_read: _b.bool = False, is_mte_write: _b.bool = False, is_enable: _b.bool = False) -> None: ...

class AippPaddingParams:
    """Padding around the picture.

    Args:
        padding_mode: 0 constant, 1 copies rows and columns, 2 copies blocks, 3 mirrors blocks.
        padding_value_ch0: constant of channel 0.
        padding_value_ch1: constant of channel 1.
        padding_value_ch2: constant of channel 2.
        padding_value_ch3: constant of channel 3.
        dtype: type of the result; that of AippParams when it isn't given.
    """
    def __init__(self, padding_mode: _b.int = 0, padding_value_ch0: _b.float = 0, padding_value_ch1: _b.float = 0, padding_value_ch2: _b.float = 0, padding_value_ch3: _b.float = 0, dtype: DataType | None = None) -> None: ...

class AippSwapParams:
    """Exchange of channels.

    Args:
        is_swap_rb: exchanges red and blue.
        is_swap_uv: exchanges U and V.
        is_swap_ax: exchanges alpha (or X) with the colours.
    """
    def __init__(self, is_swap_rb: _b.bool = False, is_swap_uv: _b.bool = False, is_swap_ax: _b.bool = False) -> None: ...

class AippSingleLineParams:
    """Copy of single lines.

    Args:
        is_single_line_copy: copies one line of the picture only.
    """
    def __init__(self, is_single_line_copy: _b.bool = False) -> None: ...

class AippDataTypeConvParams:
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
    def __init__(self, dtc_mean_ch0: _b.int = 0, dtc_mean_ch1: _b.int = 0, dtc_mean_ch2: _b.int = 0, dtc_min_ch0: _b.float = 0.0, dtc_min_ch1: _b.float = 0.0, dtc_min_ch2: _b.float = 0.0, dtc_var_ch0: _b.float = 1.0, dtc_var_ch1: _b.float = 1.0, dtc_var_ch2: _b.float = 1.0, dtc_round_mode: _b.int = 0) -> None: ...

class AippChannelPaddingParams:
    """Padding of the channels.

    Args:
        c_padding_mode: 0 pads to 32 bytes, 1 to 4 channels.
        c_padding_value: value of the padding.
        dtype: type of the result; that of AippParams when it isn't given.
    """
    def __init__(self, c_padding_mode: _b.int = 0, c_padding_value: _b.float = 0, dtype: DataType | None = None) -> None: ...

class AippColorSpaceConvParams:
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
    def __init__(self, is_enable_csc: _b.bool = False, csc_matrix_r0_c0: _b.int = 0, csc_matrix_r0_c1: _b.int = 0, csc_matrix_r0_c2: _b.int = 0, csc_matrix_r1_c0: _b.int = 0, csc_matrix_r1_c1: _b.int = 0, csc_matrix_r1_c2: _b.int = 0, csc_matrix_r2_c0: _b.int = 0, csc_matrix_r2_c1: _b.int = 0, csc_matrix_r2_c2: _b.int = 0, csc_bias_in_0: _b.int = 0, csc_bias_in_1: _b.int = 0, csc_bias_in_2: _b.int = 0, csc_bias_out_0: _b.int = 0, csc_bias_out_1: _b.int = 0, csc_bias_out_2: _b.int = 0) -> None: ...

class AippParams:
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
    def __init__(self, dtype: DataType, padding_params: AippPaddingParams | None = None, swap_params: AippSwapParams | None = None, single_line_params: AippSingleLineParams | None = None, dtc_params: AippDataTypeConvParams | None = None, c_padding_params: AippChannelPaddingParams | None = None, csc_params: AippColorSpaceConvParams | None = None) -> None: ...

_T = _t.TypeVar("_T")
ConstExpr: _t.TypeAlias = _t.Annotated[_T, "known at compile time"]

class DataType:
    """A scalar or element type, for instance ``DataType("float16")``.

    Objects are interned: two of the same name are the same object. ``int``, ``half``, ``float`` and
    ``double`` are accepted as other names of int32, float16, float32 and float64.

    Raises:
        ValueError: the name is not one of a kernel's types.
    """
    name: _b.str
    @_b.property
    def bitwidth(self) -> _b.int:
        """Width of a value in bits; a bool takes 8 in memory."""
    @_b.property
    def cpp(self) -> _b.str:
        """The type's name in Ascend C."""
    @_b.property
    def mlir(self) -> _b.str:
        """The type's spelling as the element type of a tensor in ASC-IR."""
    @_b.property
    def mlir_scalar(self) -> _b.str:
        """The type's spelling as a scalar in ASC-IR, where integers are signless."""
    def is_int(self) -> _b.bool:
        """True for signed and unsigned integers, not for bool."""
    def is_float(self) -> _b.bool:
        """True for floating-point types."""
    def is_bool(self) -> _b.bool:
        """True for bool."""
    def is_numeric(self) -> _b.bool:
        """True for integers and floating-point types."""
    def is_signed(self) -> _b.bool:
        """True for signed integers."""
    def is_unsigned(self) -> _b.bool:
        """True for unsigned integers."""
    def is_void(self) -> _b.bool:
        """True for void."""
    def sizeof(self) -> _b.int:
        """Size of an element in bytes; void has none and gives 0."""
    def limits(self) -> _b.tuple[_b.int, _b.int]:
        """Smallest and largest value of an integer type or bool.

        Raises:
            TypeError: the type is neither.
        """

class GlobalAddress(_t.Protocol):
    """An address in global memory: the value of a kernel's array argument.

    Attributes:
        dtype: type of the elements it points to.
    """
    @_b.property
    def dtype(self) -> _Any: ...
    def __add__(self, offset: _Any, /) -> _Any: ...
    def __sub__(self, offset: _Any, /) -> _Any: ...

class range:
    """A loop of the emitted code: ``asc.range(stop)``, ``(start, stop)`` or ``(start, stop, step)``.

    Bounds are constants or run-time integers; a negative step counts down. A loop whose bounds are constant and
    equal runs zero times, as in Python.

    Raises:
        CallError: a bound isn't a whole number, or the step is 0.
    """
    start: _b.int
    stop: _b.int
    step: _b.int
    def __init__(self, *bounds: _b.int) -> None: ...
    def __iter__(self) -> _Iterator[_b.int]: ...

class static_range:
    """A loop unrolled at compile time; its index is a constant in each copy of the body. Bounds are constants.

    Raises:
        CallError: a bound isn't a constant whole number, or the step is 0.
    """
    start: _b.int
    stop: _b.int
    step: _b.int
    def __init__(self, *bounds: _b.int) -> None: ...
    def __iter__(self) -> _Iterator[_b.int]: ...

class LocalTensor:
    """A tensor in one of the core's memories (UB, L1, L0A, L0B, L0C, BT); Ascend C's ``LocalTensor``.

    ``tensor[offset:]`` and ``tensor[offset]`` are views that begin *offset* elements later.
    """
    dtype: DataType
    def retype(self, dtype: DataType) -> None:
        """Gives a tensor made without a type its type."""
    def __getitem__(self, key: _Any) -> _Self: ...
    def __setitem__(self, key: _Any, value: _Any) -> None: ...
    @_t.overload
    def __init__(self, dtype: DataType) -> None:
        """A tensor of *dtype* without memory; ``set_addr_with_offset`` gives it a place."""
    @_t.overload
    def __init__(self, dtype: DataType, pos: TPosition | None = ..., addr: _b.int = 0, tile_size: _b.int = 0) -> None:
        """A tensor at a fixed place, without TPipe and TQue.

        Args:
            dtype: type of the elements.
            pos: logical position; it decides the memory.
            addr: offset from the memory's start in bytes, a multiple of 32.
            tile_size: number of elements; 0 reaches to the end of the memory.
        """
    @_t.overload
    def __init__(self, dtype: DataType, addr: _b.int) -> None:
        """A tensor in VECIN that begins at *addr* bytes and reaches to the end of the memory."""
    @_t.overload
    def __init__(self) -> None:
        """A tensor without memory; ``set_addr_with_offset`` gives it place and type."""
    def get_value(self, index: _b.int) -> _b.int:
        """The element at *index*, read by the scalar unit."""
    def set_value(self, index: _b.int, value: _b.float) -> None:
        """Writes the element at *index* with the scalar unit."""
    def get_size(self) -> _b.int:
        """Number of elements."""
    def set_size(self, size: _b.int = 0) -> None:
        """Sets the number of elements."""
    def get_length(self) -> _b.int:
        """Length in bytes."""
    def set_buffer_len(self, data_len: _b.int) -> None:
        """Sets the length in bytes."""
    def get_phy_addr(self, offset: _b.int = 0) -> _b.int:
        """Address in the memory of the element at *offset*."""
    def get_position(self) -> _b.int:
        """Logical position, as the number of a ``TPosition``."""
    def get_user_tag(self) -> _b.int:
        """The number set by ``set_user_tag``."""
    def set_user_tag(self, tag: _b.int = 0) -> None:
        """Attaches a number of the author's to the tensor."""
    def get_shape_info(self) -> ShapeInfo:
        """The shape set by ``set_shape_info``."""
    def set_shape_info(self, shape_info: ShapeInfo) -> None:
        """Attaches a shape to the tensor."""
    def reinterpret_cast(self, dtype: DataType) -> LocalTensor:
        """The same bytes as elements of another type."""
    def set_addr_with_offset(self, src: LocalTensor, offset: _b.int) -> None:
        """Makes the tensor begin *offset* elements after the begin of *src*."""
    def print(self, data_len: _b.int) -> None:
        """Prints the first *data_len* elements."""
    def to_file(self, file_name: _b.str) -> None:
        """Writes the elements to a file (Model only)."""

class GlobalTensor:
    """A tensor in global memory; Ascend C's ``GlobalTensor``.

    It has no type and no memory until ``set_global_buffer``. ``tensor[offset:]`` and ``tensor[offset]`` are views
    that begin *offset* elements later.
    """
    dtype: DataType
    def retype(self, dtype: DataType) -> None:
        """Gives a tensor made without a type its type."""
    def __getitem__(self, key: _Any) -> _Self: ...
    def __setitem__(self, key: _Any, value: _Any) -> None: ...
    def __init__(self) -> None:
        """A tensor without memory."""
    def set_global_buffer(self, buffer: GlobalAddress | None = None, buffer_size: _b.int | None = None) -> None:
        """Places the tensor at *buffer*; it takes the address's element type.

        Args:
            buffer: the address, a kernel's array argument or one plus an offset.
            buffer_size: number of elements; without it the tensor reaches to the end of the caller's array.
        """
    def get_value(self, offset: _b.int) -> _b.int:
        """The element at *offset*, read by the scalar unit."""
    def set_value(self, offset: _b.int, value: _b.float) -> None:
        """Writes the element at *offset* with the scalar unit."""
    def get_size(self) -> _b.int:
        """Number of elements given to ``set_global_buffer``."""
    def get_phy_addr(self, offset: _b.int = 0) -> GlobalAddress:
        """Address of the element at *offset*."""
    def get_shape_info(self) -> ShapeInfo:
        """The shape set by ``set_shape_info``."""
    def set_shape_info(self, shape_info: ShapeInfo) -> None:
        """Attaches a shape to the tensor."""
    def set_l2_cache_hint(self, mode: CacheMode = ..., rw_mode: CacheRwMode = ...) -> None:
        """Tells the L2 cache how the tensor is used; it changes no result."""

class ShapeInfo:
    """A shape, the shape before padding and a data format; Ascend C's ``ShapeInfo``."""
    @_t.overload
    def __init__(self) -> None:
        """A shape without dimensions."""
    @_t.overload
    def __init__(self, shape: Array, original_shape: Array | None = None, data_format: DataFormat = ...) -> None:
        """A shape from arrays of uint32 or int32, at most 8 dimensions."""
    def shape(self, dim: _b.int) -> _b.int:
        """Size of dimension *dim*."""
    def original_shape(self, dim: _b.int) -> _b.int:
        """Size of dimension *dim* before padding."""

class Struct:
    """Base of structs passed to kernels by value; a subclass lists its fields::

        class Tiling(asc.Struct):
            rows = Field(asc.int32)
            scale = Field(asc.float32, default=1.0)

    On the host ``Tiling(rows=4)`` makes one, in a kernel too. The layout is C's, with *pack* (a class argument,
    8 by default) as the largest alignment.

    Raises:
        TypeError: an unknown field, or one without a default is missing; a value of a wrong type.
        OverflowError: a value its field can't hold.
    """
    ctypes_struct: _Any
    def __init__(self, **fields: _Any) -> None: ...
    @_b.property
    def in_kernel(self) -> _b.bool:
        """True for the value inside a kernel, False for the host's."""
    @_b.classmethod
    def of(cls, ctypes_struct: _Any) -> _Any:
        """The host's struct that lies in memory as *ctypes_struct*."""
    @_b.classmethod
    def get_ir_type(cls) -> _Any:
        """The type of the struct in ASC-IR."""
    @_b.classmethod
    def cpp_name(cls) -> _b.str:
        """The struct's name in Ascend C, the class's where C++ has no other use for it."""
    @_b.classmethod
    def definition(cls) -> _b.str:
        """The struct's definition in Ascend C after those of the structs it holds, one a line."""
    @_b.classmethod
    def get_field(cls, name: _b.str) -> _Any:
        """The field called *name*.

        Raises:
            AttributeError: there is none.
        """
    def addressof(self) -> _b.int:
        """Address of the host's struct."""
    def pack(self) -> _b.bytes:
        """The host's struct as bytes, in C's layout."""
    def create_local(self) -> _Any:
        """A copy inside the kernel that can be changed on its own."""

class LocalMemAllocator:
    """Hands out the space of one memory front to back; Ascend C's ``LocalMemAllocator``.

    It can't be used together with TPipe.
    """
    def __init__(self, hard: Hardware = ...) -> None:
        """An allocator of the memory *hard*."""
    def get_cur_addr(self) -> _b.int:
        """Offset in bytes at which the next tensor will begin."""
    @_t.overload
    def alloc(self, pos: TPosition, data_type: DataType, tile_size: _b.int) -> LocalTensor:
        """A tensor of *tile_size* (a constant) elements."""
    @_t.overload
    def alloc(self, pos: TPosition, data_type: DataType, tile_size: _b.int) -> LocalTensor:
        """A tensor of *tile_size* (a run-time number) elements."""

class FixpipeConfig:
    """The layout Fixpipe writes, a template argument.

    ``FixpipeConfig.cfg_nz`` and ``FixpipeConfig.cfg_row_major``, with or without a call, are the two of Ascend C.

    Raises:
        CallError: *layout* isn't a constant ``CO2Layout``, or isn't supported on Atlas A2/A3.
    """
    layout: CO2Layout
    @_b.property
    def cpp(self) -> _b.str:
        """The constant in Ascend C."""
    def __init__(self, layout: CO2Layout) -> None: ...

class LocalTensorAuto(LocalTensor):
    """A tensor in UB whose place the compiler finds: ``LocalTensorAuto(asc.float16, 256)``.

    Args:
        dtype: type of the elements, an integer or float type.
        shape: number of elements, or the sizes of all dimensions; constants or run-time integers.

    Attributes:
        shape: the sizes; None when one is known at run time only.

    Raises:
        CallError: another element type, or a size that isn't a positive whole number.
    """
    shape: TensorShape | None
    def __init__(self, dtype: DataType, shape: _Any) -> None: ...
    def get_size(self) -> _Any:
        """Number of elements; a constant when the shape is."""

class MrgSortSrcList:
    """Two to four queues that MrgSort merges; those left out repeat the first and take no part.

    Args:
        dtype: type of the elements, float16 or float32.
        src1: the first queue.
        src2: the second queue.
        src3: the third queue.
        src4: the fourth queue.
    """
    def __init__(self, dtype: DataType, src1: LocalTensor, src2: LocalTensor, src3: LocalTensor | None = None, src4: LocalTensor | None = None) -> None: ...

class TensorShape:
    """Sizes of a tensor's dimensions: ``TensorShape(4, 8)``, ``TensorShape([4, 8])`` or ``TensorShape(32)``.

    Raises:
        TypeError: a size isn't a whole number.
        ValueError: a size is negative.
    """
    @_b.property
    def size(self) -> _b.int:
        """Number of elements."""

class KnownTypes:
    """All data types as attributes; a bool counts as int8, as it lies in memory."""

class Array:
    """An array made by :func:`array`; ``values[i]`` reads and ``values[i] = v`` writes an element.

    Attributes:
        dtype: type of the elements.
        length: number of elements.
    """
    dtype: DataType
    length: _b.int
    def __len__(self) -> _b.int: ...
    def __getitem__(self, index: _Any) -> _Any: ...
    def __setitem__(self, index: _Any, value: _Any) -> None: ...

def get_shape_size(shape_info: ShapeInfo) -> _b.int:
    """Number of elements of a shape."""

def array(dtype: DataType, length_or_values: _Any, fill_value: _Any = None) -> Array:
    """An array in the scalar unit's memory: ``array(dtype, length, fill_value)`` or ``array(dtype, values)``.

    Args:
        dtype: an integer or float type.
        length_or_values: number of elements (a positive constant), or the elements (constants or run-time numbers).
        fill_value: value of all elements of an array given by its length; without it they are unspecified.

    Raises:
        CallError: another element type, a length that isn't a positive constant, or a fill value with elements.
    """

def number(value: _Any, dtype: DataType) -> _Any:
    """A constant or run-time number converted to *dtype*, as a run-time number."""

def ceildiv(x: _Any, y: _Any) -> _Any:
    """``x / y`` rounded towards positive infinity, of constant or run-time integers.

    The smallest number by -1 is itself, as by ``//``.

    Raises:
        CallError: an operand isn't an integer, or the constant *y* is 0.
    """

def static_assert(test: _Any, message: _b.str | None = None) -> None:
    """Stops the compilation with *message* when *test*, a compile-time condition, doesn't hold.

    Raises:
        CallError: the condition doesn't hold, or isn't known at compile time.
    """

def property(prop: _Any) -> _Any:
    """The value of a constant of Ascend C's headers: ``asc.property(asc.ONE_BLK_SIZE)``."""

def inline(code: _b.str, args: _Any = None, before_function: _b.bool = False) -> None:
    """Writes Ascend C text as it stands into the kernel.

    Args:
        code: the text; ``$0``, ``$1``… stand for *args*.
        args: constants or run-time numbers, tensors and other values of the kernel.
        before_function: write it before the kernel's function instead of at this place (no *args* then).
    """

DEFAULT_C0_SIZE: _Any

ONE_BLK_SIZE: _Any

TOTAL_L1_SIZE: _Any

TOTAL_L0C_SIZE: _Any

def data_sync_barrier(arg0: MemDsbT) -> None:
    """Following instructions wait until the accesses to memory before them are done; Ascend C's ``DataSyncBarrier``.

    Args:
        arg0: the memory whose accesses are waited for: DDR (global memory), UB, ALL (both) or SEQ.
    """

def set_flag(event: HardEvent, event_id: _b.int = 0) -> None:
    """The first pipe of *event* sets a flag when its work so far is done; Ascend C's ``SetFlag``.

    Each flag is waited for once (``wait_flag``) before it is set again.

    Args:
        event: the two pipes, ``HardEvent.MTE2_V`` from MTE2 to V.
        event_id: number of the flag among those of *event*, 0..7; the toolchain uses 6 and 7 itself. With TPipe,
            ``alloc_event_id`` and ``fetch_event_id`` give free ones.
    """

def wait_flag(event: HardEvent, event_id: _b.int = 0) -> None:
    """The second pipe of *event* waits for a flag and clears it; Ascend C's ``WaitFlag``.

    Args:
        event: the two pipes, as in ``set_flag``.
        event_id: number of the flag, 0..7, as in ``set_flag``.
    """

def pipe_barrier(pipe: PipeID) -> None:
    """A pipe starts nothing before its work so far is done; Ascend C's ``PipeBarrier``.

    Args:
        pipe: the pipe, or ``PIPE_ALL`` for all; the scalar unit (``PIPE_S``) needs no barrier.
    """

def cross_core_set_flag(flag_id: _b.int, mode_id: _b.int, pipe: PipeID) -> None:
    """Tells other cores that *pipe* has done its work so far; Ascend C's ``CrossCoreSetFlag``.

    The receivers' counter of the flag rises by one when all senders have set it; a counter reaches 15 at most.

    Args:
        flag_id: number of the flag, 0..15; ``sync_all`` uses 11 to 14 and Matmul the first ones.
        mode_id: 0 among all AIC or among all AIV cores, 1 among the AIV cores of a block, 2 between the AIC core and
            the AIV cores of a block.
        pipe: the pipe that sets the flag; PIPE_V, PIPE_M, PIPE_MTE1, PIPE_MTE2, PIPE_MTE3 or PIPE_FIX.
    """

def cross_core_wait_flag(flag_id: _b.int, mode_id: _b.int = 0, pipe: PipeID = ...) -> None:
    """All pipes wait until the counter of a flag isn't 0, and lower it; Ascend C's ``CrossCoreWaitFlag``.

    Args:
        flag_id: number of the flag, 0..15.
        mode_id: the mode it was set with, 0..2.
        pipe: the pipe that waits; on Atlas A2 and A3 all do.
    """

@_t.overload
def sync_all(is_aiv_only: _b.bool = True) -> None:
    """Waits until all cores are here, by flags of the hardware; Ascend C's ``SyncAll``.

    Args:
        is_aiv_only: all AIV cores meet; False, in kernels of both kinds of core only: all cores meet.
    """
@_t.overload
def sync_all(gm_workspace: GlobalTensor, ub_workspace: LocalTensor, used_cores: _b.int = 0, is_aiv_only: _b.bool = True) -> None:
    """Waits until the AIV cores are here, by counters in memory; Ascend C's ``SyncAll``.

    Args:
        gm_workspace: int32, 32 bytes a core, all 0 when the kernel starts.
        ub_workspace: int32, 32 bytes a core, in VECIN, VECOUT or VECCALC.
        used_cores: the first *used_cores* AIV cores meet, not more than there are; 0 stands for all.
        is_aiv_only: the kernel runs on AIV cores only.
    """

def ib_set(gm_workspace: GlobalTensor, ub_workspace: LocalTensor, block_idx: _b.int, event_id: _b.int, is_aiv_only: _b.bool = True) -> None:
    """Tells the AIV core that waits in ``ib_wait`` that this one is here; ``IBSet``.

    Args:
        gm_workspace: int32, all 0 when the kernel starts; at least ``32 * (cores * event_id + block_idx + 1)`` bytes.
        ub_workspace: int32, 32 bytes in VECIN, VECOUT or VECCALC.
        block_idx: number of the block that sets the flag, below the number of cores.
        event_id: tells the flags of a block apart; at least 0.
        is_aiv_only: False in kernels of both kinds of core, where two AIV cores belong to a block.
    """

def ib_wait(gm_workspace: GlobalTensor, ub_workspace: LocalTensor, block_idx: _b.int, event_id: _b.int, is_aiv_only: _b.bool = True) -> None:
    """Waits until an AIV core has called ``ib_set`` with these arguments; ``IBWait``.

    Args:
        gm_workspace: int32, all 0 when the kernel starts; at least ``32 * (cores * event_id + block_idx + 1)`` bytes.
        ub_workspace: int32, 32 bytes in VECIN, VECOUT or VECCALC.
        block_idx: number of the block that sets the flag, below the number of cores.
        event_id: tells the flags of a block apart; at least 0.
        is_aiv_only: False in kernels of both kinds of core, where two AIV cores belong to a block.
    """

@_t.overload
def data_cache_clean_and_invalid(entire_type: CacheLine, dst: GlobalTensor) -> None:
    """Writes the data cache back to memory and forgets it; Ascend C's ``DataCacheCleanAndInvalid``.

    Args:
        entire_type: the line of *dst*'s start up to its end at 64 bytes, or the whole cache.
        dst: the tensor.
    """
@_t.overload
def data_cache_clean_and_invalid(entire_type: CacheLine, dcci_dst: DcciDst, dst: GlobalTensor) -> None:
    """Writes the data cache back to the memory *dcci_dst* and forgets it.

    Args:
        entire_type: the line of *dst*'s start up to its end at 64 bytes, or the whole cache.
        dcci_dst: CACHELINE_OUT or CACHELINE_ALL for global memory, CACHELINE_UB for UB.
        dst: the tensor.
    """
@_t.overload
def data_cache_clean_and_invalid(entire_type: CacheLine, dst: GlobalTensor, dcci_dst: DcciDst) -> None:
    """The same with the tensor before *dcci_dst*."""

def icache_preload(pre_fetch_len: _b.int) -> None:
    """Loads the instruction cache with what follows; it changes no result. Ascend C's ``ICachePreLoad``.

    Args:
        pre_fetch_len: length in units of 2 KiB, below 16 on an AIC core and below 8 on an AIV core.
    """

def get_icache_preload_status() -> _b.int:
    """0 when the load of ``icache_preload`` is done, 1 while it isn't; Ascend C's ``GetICachePreloadStatus``."""

def data_cache_preload(src: GlobalTensor, cache_offset: _b.int) -> None:
    """Loads a line of the data cache; it changes no result. Ascend C's ``DataCachePreload``.

    Args:
        src: a tensor of uint64.
        cache_offset: place of the line in bytes from the tensor's start.
    """

def set_hf32_mode(hf32_mode: _b.bool) -> None:
    """Rounds float32 sources of ``mmad`` to HF32 (11 bits of mantissa) first, or not; Ascend C's ``SetHF32Mode``."""

def set_hf32_trans_mode(trans_mode: _b.bool) -> None:
    """How ``mmad`` rounds to HF32: to nearest, ties to even (False) or towards zero (True).

    Ascend C's ``SetHF32TransMode``.
    """

def set_mm_layout_transform(mm_layout_mode: _b.bool) -> None:
    """Order in which ``mmad`` makes its result: M first (False) or N first (True); it changes no number.

    Ascend C's ``SetMMLayoutTransform``.
    """

def init_soc_state() -> None:
    """Resets what outlives a kernel: atomic writes, mask and mask mode, padding and limit of ``load_data``.

    A kernel without TPipe begins with it. Ascend C's ``InitSocState``.
    """

def get_sys_workspace() -> GlobalAddress:
    """Address of the system's workspace of 16 MiB, uint8; Ascend C's ``GetSysWorkSpacePtr``."""

def set_sys_workspace(workspace: GlobalAddress) -> None:
    """Sets the system's workspace where none is set yet; Ascend C's ``SetSysWorkspace``."""

def get_hccl_context(index: _b.int) -> GlobalAddress:
    """Address of the collective communication's context *index* (0 or 1), uint8; Ascend C's ``GetHcclContext``."""

def set_hccl_context(index: _b.int, context: GlobalAddress) -> None:
    """Sets the collective communication's context *index* (0 or 1); Ascend C's ``SetHcclContext``."""

def ascend_is_aic() -> _b.bool:
    """True on an AIC (cube) core; ``ASCEND_IS_AIC``."""

def ascend_is_aiv() -> _b.bool:
    """True on an AIV (vector) core; ``ASCEND_IS_AIV``."""

def copy(dst: LocalTensor, src: LocalTensor, mask: _b.int | _b.list[_b.int], repeat_time: _b.int, repeat_params: CopyRepeatParams, is_set_mask: _b.bool = True) -> None:
    """Copies within UB under a mask, with strides; executed by the vector pipe.

    In counter mode *mask* is the number of elements of each repeat, and *repeat_time* counts.

    Args:
        dst: destination, begins at a multiple of 32 bytes.
        src: source of the same type, begins at a multiple of 32 bytes.
        mask: number of elements of a repeat, or bits in 64-bit words.
        repeat_time: number of repeats, 0..255; 0 copies nothing.
        repeat_params: strides in blocks of 32 bytes; those of repeats are at most 4095.
        is_set_mask: False uses the mask set before by ``set_vector_mask``.
    """

@_t.overload
def data_copy(dst: LocalTensor | GlobalTensor, src: LocalTensor | GlobalTensor, count: _b.int) -> None:
    """Copies *count* elements, or what the parameters say, between memories.

    Ways: global memory to and from UB and L1, UB to UB and L1, L1 to the bias table (C2) and the Fixpipe buffer
    (C2PIPE2GM); with ``DataCopyCO12DstParams`` L0C to global memory and L1. Tensors begin at multiples of 32 bytes in
    UB and L1, 64 in the bias table, 128 in the Fixpipe buffer. *count* elements are a multiple of 32 bytes;
    ``data_copy_pad`` moves other lengths. Writes to global memory honour ``set_atomic_add`` and its kin.
    """
@_t.overload
def data_copy(dst: LocalTensor | GlobalTensor, src: LocalTensor | GlobalTensor, repeat_params: DataCopyParams) -> None:
    """Copies bursts of blocks with gaps.

    A block has 32 bytes, 64 on the way to the bias table and 128 on that to the Fixpipe buffer; gaps of L1 count in 32
    bytes. On the way to the Fixpipe buffer the gaps count from the begin of a burst to that of the next. On that to
    the bias table float16 may become float32.
    """
@_t.overload
def data_copy(dst: LocalTensor | GlobalTensor, src: LocalTensor | GlobalTensor, intri_params: DataCopyParams, enhanced_params: DataCopyEnhancedParams) -> None:
    """Copies bursts as without *enhanced_params*, which stay at their defaults; or matrices from L1 to L0C.

    With ``BlockMode.BLOCK_MODE_MATRIX`` a burst is *block_len* fractals of 16 by 16 elements, gaps count in 32 bytes
    in L1 and in fractals in L0C, and float32 may become float16 or bfloat16.
    """
@_t.overload
def data_copy(dst: LocalTensor | GlobalTensor, src: LocalTensor | GlobalTensor, slice_list1: list[SliceInfo], slice_list2: list[SliceInfo], dim_value: _b.int = 1) -> None:
    """Copies slices of arrays with several dimensions between global memory and UB.

    Args:
        dst: destination, an array of the shape that the slices' *shape_value* give.
        src: source, the same.
        slice_list1: slices of the destination, the last dimension of the array first; at most 8.
        slice_list2: slices of the source; as many parts in each dimension, and bursts of the same length.
        dim_value: number of dimensions.
    """
@_t.overload
def data_copy(dst: LocalTensor, src: LocalTensor | GlobalTensor, intri_params: Nd2NzParams) -> None:
    """Copies rows into columns of fractals (ND to NZ): global memory to L1 or UB, UB to L1 (one matrix).

    A row's last block of 32 bytes is filled with zeros.
    """
@_t.overload
def data_copy(dst: GlobalTensor, src: LocalTensor, intri_params: Nz2NdParamsFull) -> None:
    """Copies columns of 16 elements into rows (NZ to ND), from UB to global memory."""
@_t.overload
def data_copy(dst: LocalTensor | GlobalTensor, src: LocalTensor, intri_params: DataCopyCO12DstParams) -> None:
    """Moves a matrix out of L0C, to global memory or L1, converted on the way.

    Types and ``quant_pre``: those of ``fixpipe``. A factor of quantisation is set by ``set_fix_pipe_pre_quant_flag``.
    """

@_t.overload
def data_copy_pad(dst: LocalTensor, src: GlobalTensor, data_copy_params: DataCopyExtParams, pad_params: DataCopyPadExtParams) -> None:
    """Copies bursts of any number of bytes between global memory and UB.

    Into UB each burst takes whole blocks of 32 bytes. With padding, *left_padding* elements stand before a burst and
    at least *right_padding* behind it: *padding_value* with *is_pad*, else what ``set_pad_value`` set. Without
    padding the rest of the last block holds the burst's first element. Gaps are bytes in global memory, blocks of 32
    bytes in UB; tensors in UB begin at multiples of 32 bytes.
    """
@_t.overload
def data_copy_pad(dst: GlobalTensor, src: LocalTensor, data_copy_params: DataCopyExtParams) -> None:
    """From UB to global memory; each burst begins at a block of 32 bytes."""
@_t.overload
def data_copy_pad(dst: LocalTensor, src: LocalTensor, data_copy_params: DataCopyExtParams, nd2nz_params: Nd2NzParams) -> None:
    """From UB to L1: bursts make the rows of a matrix, which becomes columns of fractals.

    Gaps of the destination are bytes between the rows; *nd2nz_params* takes one matrix out of them.
    """
@_t.overload
def data_copy_pad(dst: LocalTensor, src: GlobalTensor, data_copy_params: DataCopyParams, pad_params: DataCopyPadParams) -> None:
    """The first form with 16-bit lengths in bytes, and the padding's value as bits."""
@_t.overload
def data_copy_pad(dst: GlobalTensor, src: LocalTensor, data_copy_params: DataCopyParams) -> None:
    """From UB to global memory, with 16-bit lengths in bytes."""
@_t.overload
def data_copy_pad(dst: LocalTensor, src: LocalTensor, data_copy_params: DataCopyParams, nd2nz_params: Nd2NzParams) -> None:
    """From UB to L1, with 16-bit lengths in bytes."""

def set_pad_value(padding_value: _b.int | _b.float, pos: TPosition | None = ...) -> None:
    """Sets what ``data_copy_pad`` without *is_pad* pads with.

    Args:
        padding_value: the value, of the tensor's type: its bits are used as they are.
        pos: ``VECIN``, ``VECOUT`` or ``MAX``, which is both.
    """

@_t.overload
def set_aipp_functions(src0: GlobalTensor, input_format: AippInputFormat, config: AippParams) -> None:
    """Sets the picture that ``load_image_to_local`` loads, and how it is preprocessed.

    In this order: channels are exchanged, colours are converted (a matrix in 1/256, rounded, within 0..255; from YUV
    the offsets of the input are subtracted first, from RGB those of the output added), types are converted, and padding
    is put around and behind the channels. ``padding_mode`` 2 repeats the block beside the padding, 3 mirrors it.

    Args:
        src0: the picture, uint8; of YUV420SP the plane of Y.
        src1: the plane of U and V of YUV420SP.
        input_format: format of the picture. XRGB8888 with X first needs ``is_swap_ax``.
        config: the steps; its ``dtype`` is that of the result.
    """
@_t.overload
def set_aipp_functions(src0: GlobalTensor, src1: GlobalTensor, input_format: AippInputFormat, config: AippParams) -> None:
    """Of two planes, YUV420SP."""

def load_image_to_local(dst: LocalTensor, load_data_params: LoadImageToLocalParams) -> None:
    """Loads a part of a picture from global memory to L1, preprocessed as ``set_aipp_functions`` says.

    Args:
        dst: destination in L1, begins at a multiple of 32 bytes.
        load_data_params: the part of the picture and the padding around it, in pixels.
    """

def init_determine_compute_workspace(gm_workspace: GlobalTensor, ub_workspace: LocalTensor) -> None:
    """Prepares the workspaces; Ascend C's ``InitDetermineComputeWorkspace``.

    For kernels of AIV cores only. ``init_determine_compute_workspace`` comes first, then each block calls
    ``wait_pre_block`` and ``notify_next_block`` equally often.

    Args:
        gm_workspace: int32, 32 bytes a block.
        ub_workspace: int32, 32 bytes a block and 32 more, in VECIN, VECOUT or VECCALC.
    """

def wait_pre_block(gm_workspace: GlobalTensor, ub_workspace: LocalTensor) -> None:
    """Waits until the block before this one is done; Ascend C's ``WaitPreBlock``.

    For kernels of AIV cores only. ``init_determine_compute_workspace`` comes first, then each block calls
    ``wait_pre_block`` and ``notify_next_block`` equally often.

    Args:
        gm_workspace: int32, 32 bytes a block.
        ub_workspace: int32, 32 bytes a block and 32 more, in VECIN, VECOUT or VECCALC.
    """

def notify_next_block(gm_workspace: GlobalTensor, ub_workspace: LocalTensor) -> None:
    """Lets the next block go on; Ascend C's ``NotifyNextBlock``.

    For kernels of AIV cores only. ``init_determine_compute_workspace`` comes first, then each block calls
    ``wait_pre_block`` and ``notify_next_block`` equally often.

    Args:
        gm_workspace: int32, 32 bytes a block.
        ub_workspace: int32, 32 bytes a block and 32 more, in VECIN, VECOUT or VECCALC.
    """

def printf(desc: _b.str, *params: _Any) -> None:
    """Prints text; that of a launch comes out in the order of its blocks when it ends. Ascend C's ``printf``.

    Args:
        desc: the text. Conversions are those of C: ``%d %i`` signed, ``%u`` unsigned and ``%x`` hexadecimal integers
            (also with ``l`` and ``ll``), ``%f %F`` floats, ``%s`` text, ``%p`` addresses, ``%%`` a percent sign.
        params: a value for each conversion: run-time numbers (float16 and bfloat16 too), constants, addresses and
            constant text.
    """

def dump_tensor(tensor: LocalTensor | GlobalTensor, desc: _b.int, dump_size: _b.int, shape_info: ShapeInfo | None = None) -> None:
    """Prints elements of a tensor in UB, L1, L0C or global memory; Ascend C's ``DumpTensor``.

    Args:
        tensor: the tensor; its start is aligned as its memory demands (UB and L1 32, L0C 64 bytes).
        desc: a number printed before the elements.
        dump_size: number of elements; more than 30 KiB of them aren't printed.
        shape_info: prints them in the rows of a shape, ``-`` for elements past *dump_size*.
    """

def dump_acc_chk_point(tensor: LocalTensor | GlobalTensor, index: _b.int, count_off: _b.int, dump_size: _b.int) -> None:
    """Prints elements of a tensor from one of them on; Ascend C's ``DumpAccChkPoint``.

    Args:
        tensor: the tensor, in UB, L1, L0C or global memory.
        index: a number printed before the elements.
        count_off: number of the first element; it is aligned as the memory demands.
        dump_size: number of elements; more than 30 KiB of them aren't printed.
    """

def print_time_stamp(desc_id: _b.int) -> None:
    """Prints the system's counter, as ``get_system_cycle`` gives it; Ascend C's ``PrintTimeStamp``.

    Args:
        desc_id: a number printed with it; those below 65536 are Ascend C's own.
    """

def metrics_prof_start() -> None:
    """Begins the part that msprof measures; Ascend C's ``MetricsProfStart``."""

def metrics_prof_stop() -> None:
    """Ends the part that msprof measures; Ascend C's ``MetricsProfStop``."""

@_t.overload
def fixpipe(dst: GlobalTensor, src: LocalTensor, params: FixpipeParamsV220, config: FixpipeConfig = ...) -> None:
    """Moves a matrix out of L0C to global memory, converted on the way.

    Types and ``quant_pre``: float32 to float32 (``NoQuant``), float16 (``F322F16``), bfloat16 (``F322BF16``), int8 and
    uint8 (``QF322B8_PRE``); int32 to int32 (``NoQuant``), float16 (``DEQF16``), int8 and uint8 (``REQ8``). ReLU comes
    with the factor. Numbers round to nearest even; 8-bit results saturate. In NZ two columns of 8-bit fractals merge.

    Args:
        dst: destination; atomic writes are honoured.
        src: the matrix in L0C (CO1), columns of fractals of 16 by 16.
        params: sizes, strides, quantisation.
        config: ``FixpipeConfig.cfg_row_major`` writes rows, ``FixpipeConfig.cfg_nz`` columns of fractals.
    """
@_t.overload
def fixpipe(dst: GlobalTensor, src: LocalTensor, cbuf_workspace: LocalTensor, params: FixpipeParamsV220, config: FixpipeConfig = ...) -> None:
    """Quantises each column by a factor of its own: ``VQF322B8_PRE``, ``VDEQF16`` or ``VREQ8``.

    *cbuf_workspace* holds the factors, uint64, in L1.
    """

def set_fix_pipe_pre_quant_flag(config: _b.int) -> None:
    """Sets the factor that ``data_copy`` out of L0C quantises with, as the bits of the hardware's register."""

def read_gm_by_pass_dcache(addr: GlobalAddress) -> _Any:
    """The number at an address in global memory as memory holds it; Ascend C's ``ReadGmByPassDCache``.

    Args:
        addr: address of an integer of 8 to 64 bits.

    Raises:
        CallError: the type is another one.
        ModelError: the number lies outside of the launch's arrays.
    """

def write_gm_by_pass_dcache(addr: GlobalAddress, value: _b.int) -> None:
    """Writes a number to an address in global memory; Ascend C's ``WriteGmByPassDCache``.

    What other cores write to the same cache line of 64 bytes stays.

    Args:
        addr: address of an integer of 8 to 64 bits.
        value: the number, of the type that *addr* points to.

    Raises:
        CallError: the type is another one.
        ModelError: the number lies outside of the launch's arrays, or in a read-only one.
    """

def set_mask_count() -> None:
    """Counter mode: the mask is the number of elements of an instruction."""

def set_mask_norm() -> None:
    """Normal mode, as at the kernel's start: the mask selects elements of a repeat."""

def reset_mask() -> None:
    """All elements of a repeat take part."""

@_t.overload
def set_vector_mask(length: _b.int, dtype: DataType, mode: MaskMode = ...) -> None:
    """Sets the mask that instructions with ``is_set_mask=False`` use; Ascend C's ``SetVectorMask``.

    Args:
        length: the first *length* elements of a repeat (16-bit types 128, 32-bit 64, 64-bit 32 at most), or in counter
            mode the number of elements of an instruction.
        dtype: type of the elements.
        mode: the mask mode in force: ``set_mask_norm`` or ``set_mask_count`` sets it.
    """
@_t.overload
def set_vector_mask(mask_high: _b.int, mask_low: _b.int, dtype: DataType, mode: MaskMode = ...) -> None:
    """Sets the mask by bits, one an element of a repeat.

    Args:
        mask_high: bits of the elements from 64 on; 0 for types of 32 or 64 bits and in counter mode.
        mask_low: bits of the first 64 elements, or in counter mode the number of elements of an instruction.
        dtype: type of the elements.
        mode: the mask mode in force.
    """

def init_const_value(dst: LocalTensor, init_const_value_params: InitConstValueParams) -> None:
    """Writes one value over blocks of L1 (32 bytes), L0A or L0B (512 bytes).

    *dst* begins at a multiple of 32 bytes in L1, of 512 in L0A and L0B.
    """

@_t.overload
def load_data(dst: LocalTensor, src: LocalTensor | GlobalTensor, params: LoadData2DParams) -> None:
    """Loads fractals of 512 bytes: from L1 to L0A and L0B, from global memory to L1, L0A and L0B.

    A fractal has 16 rows of 32 bytes. Fractals of 16-bit elements may be transposed on their way from L1. Tensors
    begin at multiples of 512 bytes in L0A and L0B, of 32 in L1.
    """
@_t.overload
def load_data(dst: LocalTensor, src: LocalTensor | GlobalTensor, params: LoadData2DParamsV2) -> None:
    """Loads a rectangle of fractals; not supported on Atlas A2/A3, where it ends in an error of Model."""
@_t.overload
def load_data(dst: LocalTensor, src: LocalTensor, params: LoadData3DParamsV1) -> None:
    """Loads a convolution's input; not supported on Atlas A2/A3, where it ends in an error of Model."""
@_t.overload
def load_data(dst: LocalTensor, src: LocalTensor, params: LoadData3DParamsV2) -> None:
    """Loads a part of the matrix that img2col makes of a convolution's input, from L1 to L0A or L0B.

    The input is of the form C1, H, W, C0, with 32 bytes of channels in C0; the matrix has a row for each position of
    the filter and columns C1, filter height, filter width, C0. Into L0B it goes with its rows as the product's k.
    8-bit types go to L0A only, and are not transposed.
    """
@_t.overload
def load_data(dst: LocalTensor, src: LocalTensor, params: LoadData3DParamsV2Pro) -> None:
    """The same with packed parameters; the input's size and padding are those of the ``load_data`` before."""

def load_data_with_sparse(dst: LocalTensor, src: LocalTensor, idx: LocalTensor, load_data_params: LoadData2DParams) -> None:
    """Loads fractals of a sparse matrix B from L1 to L0B, and their index of 128 bytes each to a memory of its own.

    Of *load_data_params* ``start_index`` and ``repeat_times`` count.
    """

@_t.overload
def load_data_with_transpose(dst: LocalTensor, src: LocalTensor, params: LoadData2dTransposeParams) -> None:
    """Loads square blocks from L1 to L0A or L0B, transposed.

    A block has 32 by 32 elements of 8 bits (two fractals, one below the other), 16 by 16 of 16 bits, or 16 by 16 of 32
    bits (two fractals side by side).
    """
@_t.overload
def load_data_with_transpose(dst: LocalTensor, src: LocalTensor, params: LoadData2dTransposeParamsV2) -> None:
    """Not supported on Atlas A2/A3, where it ends in an error of Model."""

@_t.overload
def mmad(dst: LocalTensor, fm: LocalTensor, filter: LocalTensor, params: MmadParams) -> None:
    """Multiplies matrices: ``dst = start + fm * filter``.

    The sums start from zeros, from *dst* or from the bias table, as *params* says; they are made in float32, of int8
    in int32 that saturates. With m = 1 *fm* is one contiguous row (GEMV). ``set_hf32_mode`` shortens float32 first.

    Args:
        dst: the result in L0C (CO1), m by n, columns of fractals of 16 by 16 (Nz); begins at a multiple of 1024 bytes.
        fm: the left matrix in L0A (A2), m by k, rows of fractals (Zz); begins at a multiple of 512 bytes.
        filter: the right matrix in L0B (B2), k by n, rows of transposed fractals (Zn); begins at a multiple of 512
            bytes.
        params: sizes, up to 4095 each (0 does nothing), and where the sums start.
    """
@_t.overload
def mmad(dst: LocalTensor, fm: LocalTensor, filter: LocalTensor, bias: LocalTensor, params: MmadParams) -> None:
    """The sums of a column start from its element of *bias*, which lies in the bias table (C2) or is *dst* itself.

    *params* has ``cmatrix_init_val=False``.
    """

def mmad_with_sparse(dst: LocalTensor, fm: LocalTensor, filter: LocalTensor, mmad_params: MmadParams) -> None:
    """Multiplies with a sparse matrix *filter* that ``load_data_with_sparse`` loaded: two of four elements of k.

    ``k`` counts the elements of *fm*; it is a multiple of 4.
    """

def set_load_data_boundary(boundary: _b.int) -> None:
    """Sets the byte of L1 where ``load_data`` of a convolution's input goes on at the begin of L1; 0 is none."""

def set_load_data_padding_value(pad_value: _b.int | _b.float) -> None:
    """Sets the padding of ``load_data`` of a convolution's input with packed parameters: its bits as they are."""

def set_load_data_repeat(param: LoadDataRepeatParam) -> None:
    """Makes ``load_data`` of a convolution's input repeat, downwards or to the right."""

def scalar_cast(value_in: _b.float, dtype: DataType, round_mode: RoundMode) -> _Any:
    """A float32 converted to int32 or float16; Ascend C's ``ScalarCast``.

    Args:
        value_in: the number.
        dtype: int32, where numbers that don't fit become the nearest one and NaN becomes 0, or float16.
        round_mode: CAST_RINT, CAST_FLOOR, CAST_CEIL or CAST_ROUND to int32; CAST_ODD to float16, which sets the last
            bit of a result that isn't exact.
    """

def scalar_get_sff_value(value_in: _b.int, count_value: _b.int) -> _b.int:
    """Position of the lowest of the 64 bits of *value_in* that is *count_value* (0 or 1), an int64; -1 without one. Ascend C's ``ScalarGetSFFValue``."""

def scalar_get_count_of_value(value_in: _b.int, count_value: _b.int) -> _b.int:
    """Number of the 64 bits of *value_in* that are *count_value* (0 or 1), an int64; Ascend C's ``ScalarGetCountOfValue``."""

def scalar_count_leading_zero(value_in: _b.int) -> _b.int:
    """Number of zeros before the highest one of the 64 bits of *value_in*, an int64; 64 for 0.

    Ascend C's ``ScalarCountLeadingZero``.
    """

def count_bits_cnt_same_as_sign_bit(value_in: _b.int) -> _b.int:
    """Number of bits after the sign bit of *value_in* (64 bits) that equal it, -1 for 0 and -1.

    Ascend C's ``CountBitsCntSameAsSignBit``.
    """

def set_atomic_add(dtype: DataType) -> None:
    """Moves to global memory add to what is there; ``SetAtomicAdd``.

    ``set_atomic_none`` ends it; each core has its own setting.

    Args:
        dtype: type of the elements in global memory: float32, float16, int16, int32, int8 or bfloat16.
    """

def set_atomic_max(dtype: DataType) -> None:
    """Moves to global memory keep the larger value; ``SetAtomicMax``.

    ``set_atomic_none`` ends it; each core has its own setting.

    Args:
        dtype: type of the elements in global memory: float32, float16, int16, int32, int8 or bfloat16.
    """

def set_atomic_min(dtype: DataType) -> None:
    """Moves to global memory keep the smaller value; ``SetAtomicMin``.

    ``set_atomic_none`` ends it; each core has its own setting.

    Args:
        dtype: type of the elements in global memory: float32, float16, int16, int32, int8 or bfloat16.
    """

def set_atomic_type(dtype: DataType) -> None:
    """Sets the element type of the atomic writes in force; ``SetAtomicType``.

    ``set_atomic_none`` ends it; each core has its own setting.

    Args:
        dtype: type of the elements in global memory: float32, float16, int16, int32, int8 or bfloat16.
    """

def set_atomic_none() -> None:
    """Moves to global memory overwrite what is there, as after the kernel's start; Ascend C's ``SetAtomicNone``."""

def set_store_atomic_config(atomic_type: AtomicDtype, atomic_op: AtomicOp) -> None:
    """Sets element type and operation of atomic writes together; Ascend C's ``SetStoreAtomicConfig``.

    Args:
        atomic_type: the elements' type; ``ATOMIC_NONE`` ends atomic writes.
        atomic_op: the operation; the sum is the only one.
    """

def get_store_atomic_config() -> _b.tuple[_b.int, _b.int]:
    """What ``set_store_atomic_config`` has set, as two numbers; Ascend C's ``GetStoreAtomicConfig``.

    Returns:
        The numbers of an ``AtomicDtype`` and of an ``AtomicOp``, each a uint16.
    """

def get_block_idx() -> _b.int:
    """Number of this core among those of its kind, an int64 from 0 on; Ascend C's ``GetBlockIdx``.

    In a kernel of both kinds of core with two AIV cores a block they count from 0 to twice the blocks.
    """

def get_block_num() -> _b.int:
    """Number of blocks of the launch, an int64; Ascend C's ``GetBlockNum``."""

def get_sub_block_idx() -> _b.int:
    """Number of this AIV core in its block, an int64: 0 or 1; 0 on an AIC core; Ascend C's ``GetSubBlockIdx``."""

def get_sub_block_num() -> _b.int:
    """Cores of this core's kind in a block, an int64: 2 on AIV cores of kernels of both kinds of core with two AIV cores a block, otherwise 1; Ascend C's ``GetSubBlockNum``."""

def get_task_ratio() -> _b.int:
    """Cores of this core's kind for each block, an int64, as ``get_sub_block_num``; Ascend C's ``GetTaskRatio``."""

def get_system_cycle() -> _b.int:
    """The system's counter of 50 MHz, an int64: 50 steps are a microsecond; Ascend C's ``GetSystemCycle``.

    The scalar unit reads it; ``pipe_barrier(PipeID.PIPE_ALL)`` before waits for the other pipes.
    """

def get_program_counter() -> _b.int:
    """Address of the instruction that runs, an int64 of 48 bits; Ascend C's ``GetProgramCounter``."""

def get_data_block_size_in_bytes() -> _b.int:
    """Bytes of a block of memory, 32; Ascend C's ``GetDataBlockSizeInBytes``."""

def get_arch_version(core_version: _b.int | None = None) -> _b.int:
    """Version of the AI core's architecture, a uint32 to be read as hexadecimal; Ascend C's ``GetArchVersion``.

    Args:
        core_version: a run-time number that becomes the version from here on.
    """

def trap() -> None:
    """Stops the kernel with an error; Ascend C's ``Trap``."""

@_t.overload
def add(dst: LocalTensor, src0: LocalTensor, src1: LocalTensor, count: _b.int, is_set_mask: _b.bool = True) -> None:
    """``dst = src0 + src1``

    In the first form *is_set_mask* has no effect, as it has none in Ascend C.
    Sources and destination lie in UB (VECIN, VECCALC, VECOUT) and begin at multiples of 32 bytes. The first form computes
    *count* elements; it sets the mask by itself. The second computes *repeat_times* (0..255) repeats of 256 bytes of the
    widest operand; *mask* selects the elements of a repeat by number (1..128 for 16-bit, 1..64 for 32-bit types) or by bits
    (a list of two 64-bit words for 16-bit types, of one for 32-bit), and *repeat_params* gives the strides in blocks of 32
    bytes. In counter mode *mask* is the number of elements in all. With *is_set_mask* False the mask set before by
    ``set_vector_mask`` is used. A count or number of repeats of 0 does nothing. A source may be the destination itself, but
    not overlap it in part.

    Raises:
        CallError: a number or data type is out of its limits.
        ModelError: bounds, alignment, position, mask or overlap are wrong when the kernel runs.
    """
@_t.overload
def add(dst: LocalTensor, src0: LocalTensor, src1: LocalTensor, mask: _b.int | _b.list[_b.int], repeat_times: _b.int, repeat_params: BinaryRepeatParams, is_set_mask: _b.bool = True) -> None: ...

@_t.overload
def sub(dst: LocalTensor, src0: LocalTensor, src1: LocalTensor, count: _b.int, is_set_mask: _b.bool = True) -> None:
    """``dst = src0 - src1``

    In the first form *is_set_mask* has no effect, as it has none in Ascend C.
    Sources and destination lie in UB (VECIN, VECCALC, VECOUT) and begin at multiples of 32 bytes. The first form computes
    *count* elements; it sets the mask by itself. The second computes *repeat_times* (0..255) repeats of 256 bytes of the
    widest operand; *mask* selects the elements of a repeat by number (1..128 for 16-bit, 1..64 for 32-bit types) or by bits
    (a list of two 64-bit words for 16-bit types, of one for 32-bit), and *repeat_params* gives the strides in blocks of 32
    bytes. In counter mode *mask* is the number of elements in all. With *is_set_mask* False the mask set before by
    ``set_vector_mask`` is used. A count or number of repeats of 0 does nothing. A source may be the destination itself, but
    not overlap it in part.

    Raises:
        CallError: a number or data type is out of its limits.
        ModelError: bounds, alignment, position, mask or overlap are wrong when the kernel runs.
    """
@_t.overload
def sub(dst: LocalTensor, src0: LocalTensor, src1: LocalTensor, mask: _b.int | _b.list[_b.int], repeat_times: _b.int, repeat_params: BinaryRepeatParams, is_set_mask: _b.bool = True) -> None: ...

@_t.overload
def mul(dst: LocalTensor, src0: LocalTensor, src1: LocalTensor, count: _b.int, is_set_mask: _b.bool = True) -> None:
    """``dst = src0 * src1``

    In the first form *is_set_mask* has no effect, as it has none in Ascend C.
    Sources and destination lie in UB (VECIN, VECCALC, VECOUT) and begin at multiples of 32 bytes. The first form computes
    *count* elements; it sets the mask by itself. The second computes *repeat_times* (0..255) repeats of 256 bytes of the
    widest operand; *mask* selects the elements of a repeat by number (1..128 for 16-bit, 1..64 for 32-bit types) or by bits
    (a list of two 64-bit words for 16-bit types, of one for 32-bit), and *repeat_params* gives the strides in blocks of 32
    bytes. In counter mode *mask* is the number of elements in all. With *is_set_mask* False the mask set before by
    ``set_vector_mask`` is used. A count or number of repeats of 0 does nothing. A source may be the destination itself, but
    not overlap it in part.

    Raises:
        CallError: a number or data type is out of its limits.
        ModelError: bounds, alignment, position, mask or overlap are wrong when the kernel runs.
    """
@_t.overload
def mul(dst: LocalTensor, src0: LocalTensor, src1: LocalTensor, mask: _b.int | _b.list[_b.int], repeat_times: _b.int, repeat_params: BinaryRepeatParams, is_set_mask: _b.bool = True) -> None: ...

@_t.overload
def div(dst: LocalTensor, src0: LocalTensor, src1: LocalTensor, count: _b.int, is_set_mask: _b.bool = True) -> None:
    """``dst = src0 / src1``

    In the first form *is_set_mask* has no effect, as it has none in Ascend C.
    Sources and destination lie in UB (VECIN, VECCALC, VECOUT) and begin at multiples of 32 bytes. The first form computes
    *count* elements; it sets the mask by itself. The second computes *repeat_times* (0..255) repeats of 256 bytes of the
    widest operand; *mask* selects the elements of a repeat by number (1..128 for 16-bit, 1..64 for 32-bit types) or by bits
    (a list of two 64-bit words for 16-bit types, of one for 32-bit), and *repeat_params* gives the strides in blocks of 32
    bytes. In counter mode *mask* is the number of elements in all. With *is_set_mask* False the mask set before by
    ``set_vector_mask`` is used. A count or number of repeats of 0 does nothing. A source may be the destination itself, but
    not overlap it in part.

    Raises:
        CallError: a number or data type is out of its limits.
        ModelError: bounds, alignment, position, mask or overlap are wrong when the kernel runs.
    """
@_t.overload
def div(dst: LocalTensor, src0: LocalTensor, src1: LocalTensor, mask: _b.int | _b.list[_b.int], repeat_times: _b.int, repeat_params: BinaryRepeatParams, is_set_mask: _b.bool = True) -> None: ...

@_t.overload
def max(dst: LocalTensor, src0: LocalTensor, src1: LocalTensor, count: _b.int, is_set_mask: _b.bool = True) -> None:
    """the larger of ``src0`` and ``src1``; NaN wins

    In the first form *is_set_mask* has no effect, as it has none in Ascend C.
    Sources and destination lie in UB (VECIN, VECCALC, VECOUT) and begin at multiples of 32 bytes. The first form computes
    *count* elements; it sets the mask by itself. The second computes *repeat_times* (0..255) repeats of 256 bytes of the
    widest operand; *mask* selects the elements of a repeat by number (1..128 for 16-bit, 1..64 for 32-bit types) or by bits
    (a list of two 64-bit words for 16-bit types, of one for 32-bit), and *repeat_params* gives the strides in blocks of 32
    bytes. In counter mode *mask* is the number of elements in all. With *is_set_mask* False the mask set before by
    ``set_vector_mask`` is used. A count or number of repeats of 0 does nothing. A source may be the destination itself, but
    not overlap it in part.

    Raises:
        CallError: a number or data type is out of its limits.
        ModelError: bounds, alignment, position, mask or overlap are wrong when the kernel runs.
    """
@_t.overload
def max(dst: LocalTensor, src0: LocalTensor, src1: LocalTensor, mask: _b.int | _b.list[_b.int], repeat_times: _b.int, repeat_params: BinaryRepeatParams, is_set_mask: _b.bool = True) -> None: ...

@_t.overload
def min(dst: LocalTensor, src0: LocalTensor, src1: LocalTensor, count: _b.int, is_set_mask: _b.bool = True) -> None:
    """the smaller of ``src0`` and ``src1``; NaN wins

    In the first form *is_set_mask* has no effect, as it has none in Ascend C.
    Sources and destination lie in UB (VECIN, VECCALC, VECOUT) and begin at multiples of 32 bytes. The first form computes
    *count* elements; it sets the mask by itself. The second computes *repeat_times* (0..255) repeats of 256 bytes of the
    widest operand; *mask* selects the elements of a repeat by number (1..128 for 16-bit, 1..64 for 32-bit types) or by bits
    (a list of two 64-bit words for 16-bit types, of one for 32-bit), and *repeat_params* gives the strides in blocks of 32
    bytes. In counter mode *mask* is the number of elements in all. With *is_set_mask* False the mask set before by
    ``set_vector_mask`` is used. A count or number of repeats of 0 does nothing. A source may be the destination itself, but
    not overlap it in part.

    Raises:
        CallError: a number or data type is out of its limits.
        ModelError: bounds, alignment, position, mask or overlap are wrong when the kernel runs.
    """
@_t.overload
def min(dst: LocalTensor, src0: LocalTensor, src1: LocalTensor, mask: _b.int | _b.list[_b.int], repeat_times: _b.int, repeat_params: BinaryRepeatParams, is_set_mask: _b.bool = True) -> None: ...

@_t.overload
def bitwise_and(dst: LocalTensor, src0: LocalTensor, src1: LocalTensor, count: _b.int, is_set_mask: _b.bool = True) -> None:
    """``dst = src0 & src1``

    In the first form *is_set_mask* has no effect, as it has none in Ascend C.
    Sources and destination lie in UB (VECIN, VECCALC, VECOUT) and begin at multiples of 32 bytes. The first form computes
    *count* elements; it sets the mask by itself. The second computes *repeat_times* (0..255) repeats of 256 bytes of the
    widest operand; *mask* selects the elements of a repeat by number (1..128 for 16-bit, 1..64 for 32-bit types) or by bits
    (a list of two 64-bit words for 16-bit types, of one for 32-bit), and *repeat_params* gives the strides in blocks of 32
    bytes. In counter mode *mask* is the number of elements in all. With *is_set_mask* False the mask set before by
    ``set_vector_mask`` is used. A count or number of repeats of 0 does nothing. A source may be the destination itself, but
    not overlap it in part.

    Raises:
        CallError: a number or data type is out of its limits.
        ModelError: bounds, alignment, position, mask or overlap are wrong when the kernel runs.
    """
@_t.overload
def bitwise_and(dst: LocalTensor, src0: LocalTensor, src1: LocalTensor, mask: _b.int | _b.list[_b.int], repeat_times: _b.int, repeat_params: BinaryRepeatParams, is_set_mask: _b.bool = True) -> None: ...

@_t.overload
def bitwise_or(dst: LocalTensor, src0: LocalTensor, src1: LocalTensor, count: _b.int, is_set_mask: _b.bool = True) -> None:
    """``dst = src0 | src1``

    In the first form *is_set_mask* has no effect, as it has none in Ascend C.
    Sources and destination lie in UB (VECIN, VECCALC, VECOUT) and begin at multiples of 32 bytes. The first form computes
    *count* elements; it sets the mask by itself. The second computes *repeat_times* (0..255) repeats of 256 bytes of the
    widest operand; *mask* selects the elements of a repeat by number (1..128 for 16-bit, 1..64 for 32-bit types) or by bits
    (a list of two 64-bit words for 16-bit types, of one for 32-bit), and *repeat_params* gives the strides in blocks of 32
    bytes. In counter mode *mask* is the number of elements in all. With *is_set_mask* False the mask set before by
    ``set_vector_mask`` is used. A count or number of repeats of 0 does nothing. A source may be the destination itself, but
    not overlap it in part.

    Raises:
        CallError: a number or data type is out of its limits.
        ModelError: bounds, alignment, position, mask or overlap are wrong when the kernel runs.
    """
@_t.overload
def bitwise_or(dst: LocalTensor, src0: LocalTensor, src1: LocalTensor, mask: _b.int | _b.list[_b.int], repeat_times: _b.int, repeat_params: BinaryRepeatParams, is_set_mask: _b.bool = True) -> None: ...

@_t.overload
def add_relu(dst: LocalTensor, src0: LocalTensor, src1: LocalTensor, count: _b.int, is_set_mask: _b.bool = True) -> None:
    """``dst = max(src0 + src1, 0)``

    In the first form *is_set_mask* has no effect, as it has none in Ascend C.
    Sources and destination lie in UB (VECIN, VECCALC, VECOUT) and begin at multiples of 32 bytes. The first form computes
    *count* elements; it sets the mask by itself. The second computes *repeat_times* (0..255) repeats of 256 bytes of the
    widest operand; *mask* selects the elements of a repeat by number (1..128 for 16-bit, 1..64 for 32-bit types) or by bits
    (a list of two 64-bit words for 16-bit types, of one for 32-bit), and *repeat_params* gives the strides in blocks of 32
    bytes. In counter mode *mask* is the number of elements in all. With *is_set_mask* False the mask set before by
    ``set_vector_mask`` is used. A count or number of repeats of 0 does nothing. A source may be the destination itself, but
    not overlap it in part.

    Raises:
        CallError: a number or data type is out of its limits.
        ModelError: bounds, alignment, position, mask or overlap are wrong when the kernel runs.
    """
@_t.overload
def add_relu(dst: LocalTensor, src0: LocalTensor, src1: LocalTensor, mask: _b.int | _b.list[_b.int], repeat_times: _b.int, repeat_params: BinaryRepeatParams, is_set_mask: _b.bool = True) -> None: ...

@_t.overload
def sub_relu(dst: LocalTensor, src0: LocalTensor, src1: LocalTensor, count: _b.int, is_set_mask: _b.bool = True) -> None:
    """``dst = max(src0 - src1, 0)``

    In the first form *is_set_mask* has no effect, as it has none in Ascend C.
    Sources and destination lie in UB (VECIN, VECCALC, VECOUT) and begin at multiples of 32 bytes. The first form computes
    *count* elements; it sets the mask by itself. The second computes *repeat_times* (0..255) repeats of 256 bytes of the
    widest operand; *mask* selects the elements of a repeat by number (1..128 for 16-bit, 1..64 for 32-bit types) or by bits
    (a list of two 64-bit words for 16-bit types, of one for 32-bit), and *repeat_params* gives the strides in blocks of 32
    bytes. In counter mode *mask* is the number of elements in all. With *is_set_mask* False the mask set before by
    ``set_vector_mask`` is used. A count or number of repeats of 0 does nothing. A source may be the destination itself, but
    not overlap it in part.

    Raises:
        CallError: a number or data type is out of its limits.
        ModelError: bounds, alignment, position, mask or overlap are wrong when the kernel runs.
    """
@_t.overload
def sub_relu(dst: LocalTensor, src0: LocalTensor, src1: LocalTensor, mask: _b.int | _b.list[_b.int], repeat_times: _b.int, repeat_params: BinaryRepeatParams, is_set_mask: _b.bool = True) -> None: ...

@_t.overload
def fused_mul_add(dst: LocalTensor, src0: LocalTensor, src1: LocalTensor, count: _b.int, is_set_mask: _b.bool = True) -> None:
    """``dst = src0 * dst + src1``

    In the first form *is_set_mask* has no effect, as it has none in Ascend C.
    Sources and destination lie in UB (VECIN, VECCALC, VECOUT) and begin at multiples of 32 bytes. The first form computes
    *count* elements; it sets the mask by itself. The second computes *repeat_times* (0..255) repeats of 256 bytes of the
    widest operand; *mask* selects the elements of a repeat by number (1..128 for 16-bit, 1..64 for 32-bit types) or by bits
    (a list of two 64-bit words for 16-bit types, of one for 32-bit), and *repeat_params* gives the strides in blocks of 32
    bytes. In counter mode *mask* is the number of elements in all. With *is_set_mask* False the mask set before by
    ``set_vector_mask`` is used. A count or number of repeats of 0 does nothing. A source may be the destination itself, but
    not overlap it in part.

    Raises:
        CallError: a number or data type is out of its limits.
        ModelError: bounds, alignment, position, mask or overlap are wrong when the kernel runs.
    """
@_t.overload
def fused_mul_add(dst: LocalTensor, src0: LocalTensor, src1: LocalTensor, mask: _b.int | _b.list[_b.int], repeat_times: _b.int, repeat_params: BinaryRepeatParams, is_set_mask: _b.bool = True) -> None: ...

@_t.overload
def fused_mul_add_relu(dst: LocalTensor, src0: LocalTensor, src1: LocalTensor, count: _b.int, is_set_mask: _b.bool = True) -> None:
    """``dst = max(src0 * dst + src1, 0)``

    In the first form *is_set_mask* has no effect, as it has none in Ascend C.
    Sources and destination lie in UB (VECIN, VECCALC, VECOUT) and begin at multiples of 32 bytes. The first form computes
    *count* elements; it sets the mask by itself. The second computes *repeat_times* (0..255) repeats of 256 bytes of the
    widest operand; *mask* selects the elements of a repeat by number (1..128 for 16-bit, 1..64 for 32-bit types) or by bits
    (a list of two 64-bit words for 16-bit types, of one for 32-bit), and *repeat_params* gives the strides in blocks of 32
    bytes. In counter mode *mask* is the number of elements in all. With *is_set_mask* False the mask set before by
    ``set_vector_mask`` is used. A count or number of repeats of 0 does nothing. A source may be the destination itself, but
    not overlap it in part.

    Raises:
        CallError: a number or data type is out of its limits.
        ModelError: bounds, alignment, position, mask or overlap are wrong when the kernel runs.
    """
@_t.overload
def fused_mul_add_relu(dst: LocalTensor, src0: LocalTensor, src1: LocalTensor, mask: _b.int | _b.list[_b.int], repeat_times: _b.int, repeat_params: BinaryRepeatParams, is_set_mask: _b.bool = True) -> None: ...

@_t.overload
def mul_add_dst(dst: LocalTensor, src0: LocalTensor, src1: LocalTensor, count: _b.int, is_set_mask: _b.bool = True) -> None:
    """``dst = src0 * src1 + dst``; a float32 destination with float16 sources mustn't overlap them

    In the first form *is_set_mask* has no effect, as it has none in Ascend C.
    Sources and destination lie in UB (VECIN, VECCALC, VECOUT) and begin at multiples of 32 bytes. The first form computes
    *count* elements; it sets the mask by itself. The second computes *repeat_times* (0..255) repeats of 256 bytes of the
    widest operand; *mask* selects the elements of a repeat by number (1..128 for 16-bit, 1..64 for 32-bit types) or by bits
    (a list of two 64-bit words for 16-bit types, of one for 32-bit), and *repeat_params* gives the strides in blocks of 32
    bytes. In counter mode *mask* is the number of elements in all. With *is_set_mask* False the mask set before by
    ``set_vector_mask`` is used. A count or number of repeats of 0 does nothing. A source may be the destination itself, but
    not overlap it in part.

    Raises:
        CallError: a number or data type is out of its limits.
        ModelError: bounds, alignment, position, mask or overlap are wrong when the kernel runs.
    """
@_t.overload
def mul_add_dst(dst: LocalTensor, src0: LocalTensor, src1: LocalTensor, mask: _b.int | _b.list[_b.int], repeat_times: _b.int, repeat_params: BinaryRepeatParams, is_set_mask: _b.bool = True) -> None: ...

@_t.overload
def mul_cast(dst: LocalTensor, src0: LocalTensor, src1: LocalTensor, count: _b.int) -> None:
    """``dst = src0 * src1`` converted to 8 bits: rounded to nearest even, saturated

    Sources and destination lie in UB (VECIN, VECCALC, VECOUT) and begin at multiples of 32 bytes. The first form computes
    *count* elements; it sets the mask by itself. The second computes *repeat_times* (0..255) repeats of 256 bytes of the
    widest operand; *mask* selects the elements of a repeat by number (1..128 for 16-bit, 1..64 for 32-bit types) or by bits
    (a list of two 64-bit words for 16-bit types, of one for 32-bit), and *repeat_params* gives the strides in blocks of 32
    bytes. In counter mode *mask* is the number of elements in all. With *is_set_mask* False the mask set before by
    ``set_vector_mask`` is used. A count or number of repeats of 0 does nothing. A source may be the destination itself, but
    not overlap it in part.

    Raises:
        CallError: a number or data type is out of its limits.
        ModelError: bounds, alignment, position, mask or overlap are wrong when the kernel runs.
    """
@_t.overload
def mul_cast(dst: LocalTensor, src0: LocalTensor, src1: LocalTensor, mask: _b.int | _b.list[_b.int], repeat_times: _b.int, repeat_params: BinaryRepeatParams) -> None: ...

@_t.overload
def add_deq_relu(dst: LocalTensor, src0: LocalTensor, src1: LocalTensor, count: _b.int, is_set_mask: _b.bool = True) -> None:
    """``dst = max((src0 + src1) * scale, 0)`` with the scale of ``set_deq_scale``

    In the first form *is_set_mask* has no effect, as it has none in Ascend C.
    Sources and destination lie in UB (VECIN, VECCALC, VECOUT) and begin at multiples of 32 bytes. The first form computes
    *count* elements; it sets the mask by itself. The second computes *repeat_times* (0..255) repeats of 256 bytes of the
    widest operand; *mask* selects the elements of a repeat by number (1..128 for 16-bit, 1..64 for 32-bit types) or by bits
    (a list of two 64-bit words for 16-bit types, of one for 32-bit), and *repeat_params* gives the strides in blocks of 32
    bytes. In counter mode *mask* is the number of elements in all. With *is_set_mask* False the mask set before by
    ``set_vector_mask`` is used. A count or number of repeats of 0 does nothing. A source may be the destination itself, but
    not overlap it in part.

    Raises:
        CallError: a number or data type is out of its limits.
        ModelError: bounds, alignment, position, mask or overlap are wrong when the kernel runs.
    """
@_t.overload
def add_deq_relu(dst: LocalTensor, src0: LocalTensor, src1: LocalTensor, mask: _b.int | _b.list[_b.int], repeat_times: _b.int, repeat_params: BinaryRepeatParams, is_set_mask: _b.bool = True) -> None: ...

def bilinear_interpolation(dst: LocalTensor, src0: LocalTensor, src0_offset: LocalTensor, src1: LocalTensor, mask: _b.int | _b.list[_b.int], h_repeat: _b.int, repeat_mode: _b.bool, dst_blk_stride: _b.int, v_r_offset: _b.int, v_repeat: _b.int, shared_tmp_buffer: LocalTensor) -> None:
    """Sums of blocks of *src0* times weights of *src1*.

    For each of *v_repeat* vertical steps, *h_repeat* repeats of 8 blocks of 32 bytes are gathered from *src0*,
    multiplied and summed up into a repeat of *dst*.

    Args:
        dst: float16; a vertical step writes one repeat.
        src0: float16.
        src0_offset: uint32; 8 offsets in bytes from the begin of *src0* a repeat, multiples of 32.
        src1: float16; a weight a repeat, or one a block with *repeat_mode*.
        mask: elements of a repeat that take part: their number, or two 64-bit words.
        h_repeat: horizontal repeats, 1..255.
        repeat_mode: False: all blocks of a repeat have one weight; True: each block has its own.
        dst_blk_stride: from a block of *dst* to the next, in blocks of 32 bytes.
        v_r_offset: from a vertical step of *dst* to the next, 128..65534 elements, a multiple of 16.
        v_repeat: vertical steps, 1..255.
        shared_tmp_buffer: uint8; at least 32 bytes for each element of *src0* and *src1*.

    Raises:
        CallError: a number or data type is out of its limits.
        ModelError: bounds, alignment, position, mask, offsets or the buffer are wrong when the kernel runs.
    """

@_t.overload
def adds(dst: LocalTensor, src: LocalTensor, scalar: _b.int | _b.float, count: _b.int, is_set_mask: _b.bool = True) -> None:
    """``dst = src + scalar``

    *scalar* is a number of the tensors' data type. With *is_set_mask* False the first form computes one repeat
    under the mask set before, or in counter mode as many elements as that says.
    Sources and destination lie in UB (VECIN, VECCALC, VECOUT) and begin at multiples of 32 bytes. The first form computes
    *count* elements; it sets the mask by itself. The second computes *repeat_times* (0..255) repeats of 256 bytes of the
    widest operand; *mask* selects the elements of a repeat by number (1..128 for 16-bit, 1..64 for 32-bit types) or by bits
    (a list of two 64-bit words for 16-bit types, of one for 32-bit), and *repeat_params* gives the strides in blocks of 32
    bytes. In counter mode *mask* is the number of elements in all. With *is_set_mask* False the mask set before by
    ``set_vector_mask`` is used. A count or number of repeats of 0 does nothing. A source may be the destination itself, but
    not overlap it in part.

    Raises:
        CallError: a number or data type is out of its limits.
        ModelError: bounds, alignment, position, mask or overlap are wrong when the kernel runs.
    """
@_t.overload
def adds(dst: LocalTensor, src: LocalTensor, scalar: _b.int | _b.float, mask: _b.int | _b.list[_b.int], repeat_times: _b.int, repeat_params: UnaryRepeatParams, is_set_mask: _b.bool = True) -> None: ...

@_t.overload
def muls(dst: LocalTensor, src: LocalTensor, scalar: _b.int | _b.float, count: _b.int, is_set_mask: _b.bool = True) -> None:
    """``dst = src * scalar``

    *scalar* is a number of the tensors' data type. With *is_set_mask* False the first form computes one repeat
    under the mask set before, or in counter mode as many elements as that says.
    Sources and destination lie in UB (VECIN, VECCALC, VECOUT) and begin at multiples of 32 bytes. The first form computes
    *count* elements; it sets the mask by itself. The second computes *repeat_times* (0..255) repeats of 256 bytes of the
    widest operand; *mask* selects the elements of a repeat by number (1..128 for 16-bit, 1..64 for 32-bit types) or by bits
    (a list of two 64-bit words for 16-bit types, of one for 32-bit), and *repeat_params* gives the strides in blocks of 32
    bytes. In counter mode *mask* is the number of elements in all. With *is_set_mask* False the mask set before by
    ``set_vector_mask`` is used. A count or number of repeats of 0 does nothing. A source may be the destination itself, but
    not overlap it in part.

    Raises:
        CallError: a number or data type is out of its limits.
        ModelError: bounds, alignment, position, mask or overlap are wrong when the kernel runs.
    """
@_t.overload
def muls(dst: LocalTensor, src: LocalTensor, scalar: _b.int | _b.float, mask: _b.int | _b.list[_b.int], repeat_times: _b.int, repeat_params: UnaryRepeatParams, is_set_mask: _b.bool = True) -> None: ...

@_t.overload
def maxs(dst: LocalTensor, src: LocalTensor, scalar: _b.int | _b.float, count: _b.int, is_set_mask: _b.bool = True) -> None:
    """the larger of ``src`` and ``scalar``; NaN wins

    *scalar* is a number of the tensors' data type. With *is_set_mask* False the first form computes one repeat
    under the mask set before, or in counter mode as many elements as that says.
    Sources and destination lie in UB (VECIN, VECCALC, VECOUT) and begin at multiples of 32 bytes. The first form computes
    *count* elements; it sets the mask by itself. The second computes *repeat_times* (0..255) repeats of 256 bytes of the
    widest operand; *mask* selects the elements of a repeat by number (1..128 for 16-bit, 1..64 for 32-bit types) or by bits
    (a list of two 64-bit words for 16-bit types, of one for 32-bit), and *repeat_params* gives the strides in blocks of 32
    bytes. In counter mode *mask* is the number of elements in all. With *is_set_mask* False the mask set before by
    ``set_vector_mask`` is used. A count or number of repeats of 0 does nothing. A source may be the destination itself, but
    not overlap it in part.

    Raises:
        CallError: a number or data type is out of its limits.
        ModelError: bounds, alignment, position, mask or overlap are wrong when the kernel runs.
    """
@_t.overload
def maxs(dst: LocalTensor, src: LocalTensor, scalar: _b.int | _b.float, mask: _b.int | _b.list[_b.int], repeat_times: _b.int, repeat_params: UnaryRepeatParams, is_set_mask: _b.bool = True) -> None: ...

@_t.overload
def mins(dst: LocalTensor, src: LocalTensor, scalar: _b.int | _b.float, count: _b.int, is_set_mask: _b.bool = True) -> None:
    """the smaller of ``src`` and ``scalar``; NaN wins

    *scalar* is a number of the tensors' data type. With *is_set_mask* False the first form computes one repeat
    under the mask set before, or in counter mode as many elements as that says.
    Sources and destination lie in UB (VECIN, VECCALC, VECOUT) and begin at multiples of 32 bytes. The first form computes
    *count* elements; it sets the mask by itself. The second computes *repeat_times* (0..255) repeats of 256 bytes of the
    widest operand; *mask* selects the elements of a repeat by number (1..128 for 16-bit, 1..64 for 32-bit types) or by bits
    (a list of two 64-bit words for 16-bit types, of one for 32-bit), and *repeat_params* gives the strides in blocks of 32
    bytes. In counter mode *mask* is the number of elements in all. With *is_set_mask* False the mask set before by
    ``set_vector_mask`` is used. A count or number of repeats of 0 does nothing. A source may be the destination itself, but
    not overlap it in part.

    Raises:
        CallError: a number or data type is out of its limits.
        ModelError: bounds, alignment, position, mask or overlap are wrong when the kernel runs.
    """
@_t.overload
def mins(dst: LocalTensor, src: LocalTensor, scalar: _b.int | _b.float, mask: _b.int | _b.list[_b.int], repeat_times: _b.int, repeat_params: UnaryRepeatParams, is_set_mask: _b.bool = True) -> None: ...

@_t.overload
def leaky_relu(dst: LocalTensor, src: LocalTensor, scalar: _b.int | _b.float, count: _b.int, is_set_mask: _b.bool = True) -> None:
    """``src`` if positive, else ``src * scalar``

    *scalar* is a number of the tensors' data type. With *is_set_mask* False the first form computes one repeat
    under the mask set before, or in counter mode as many elements as that says.
    Sources and destination lie in UB (VECIN, VECCALC, VECOUT) and begin at multiples of 32 bytes. The first form computes
    *count* elements; it sets the mask by itself. The second computes *repeat_times* (0..255) repeats of 256 bytes of the
    widest operand; *mask* selects the elements of a repeat by number (1..128 for 16-bit, 1..64 for 32-bit types) or by bits
    (a list of two 64-bit words for 16-bit types, of one for 32-bit), and *repeat_params* gives the strides in blocks of 32
    bytes. In counter mode *mask* is the number of elements in all. With *is_set_mask* False the mask set before by
    ``set_vector_mask`` is used. A count or number of repeats of 0 does nothing. A source may be the destination itself, but
    not overlap it in part.

    Raises:
        CallError: a number or data type is out of its limits.
        ModelError: bounds, alignment, position, mask or overlap are wrong when the kernel runs.
    """
@_t.overload
def leaky_relu(dst: LocalTensor, src: LocalTensor, scalar: _b.int | _b.float, mask: _b.int | _b.list[_b.int], repeat_times: _b.int, repeat_params: UnaryRepeatParams, is_set_mask: _b.bool = True) -> None: ...

@_t.overload
def shift_left(dst: LocalTensor, src: LocalTensor, scalar: _b.int | _b.float, count: _b.int, is_set_mask: _b.bool = True) -> None:
    """``dst = src << scalar``, by 0..16 or 0..32

    *scalar* is a number of the tensors' data type. With *is_set_mask* False the first form computes one repeat
    under the mask set before, or in counter mode as many elements as that says.
    Sources and destination lie in UB (VECIN, VECCALC, VECOUT) and begin at multiples of 32 bytes. The first form computes
    *count* elements; it sets the mask by itself. The second computes *repeat_times* (0..255) repeats of 256 bytes of the
    widest operand; *mask* selects the elements of a repeat by number (1..128 for 16-bit, 1..64 for 32-bit types) or by bits
    (a list of two 64-bit words for 16-bit types, of one for 32-bit), and *repeat_params* gives the strides in blocks of 32
    bytes. In counter mode *mask* is the number of elements in all. With *is_set_mask* False the mask set before by
    ``set_vector_mask`` is used. A count or number of repeats of 0 does nothing. A source may be the destination itself, but
    not overlap it in part.

    Raises:
        CallError: a number or data type is out of its limits.
        ModelError: bounds, alignment, position, mask or overlap are wrong when the kernel runs.
    """
@_t.overload
def shift_left(dst: LocalTensor, src: LocalTensor, scalar: _b.int | _b.float, mask: _b.int | _b.list[_b.int], repeat_times: _b.int, repeat_params: UnaryRepeatParams, is_set_mask: _b.bool = True) -> None: ...

@_t.overload
def shift_right(dst: LocalTensor, src: LocalTensor, scalar: _b.int | _b.float, count: _b.int, is_set_mask: _b.bool = True) -> None:
    """``dst = src >> scalar``, 0..16 or 0..32 bits; signed types keep their sign

    *scalar* is a number of the tensors' data type. With *is_set_mask* False the first form computes one repeat
    under the mask set before, or in counter mode as many elements as that says.
    Sources and destination lie in UB (VECIN, VECCALC, VECOUT) and begin at multiples of 32 bytes. The first form computes
    *count* elements; it sets the mask by itself. The second computes *repeat_times* (0..255) repeats of 256 bytes of the
    widest operand; *mask* selects the elements of a repeat by number (1..128 for 16-bit, 1..64 for 32-bit types) or by bits
    (a list of two 64-bit words for 16-bit types, of one for 32-bit), and *repeat_params* gives the strides in blocks of 32
    bytes. In counter mode *mask* is the number of elements in all. With *is_set_mask* False the mask set before by
    ``set_vector_mask`` is used. A count or number of repeats of 0 does nothing. A source may be the destination itself, but
    not overlap it in part.

    Raises:
        CallError: a number or data type is out of its limits.
        ModelError: bounds, alignment, position, mask or overlap are wrong when the kernel runs.
    """
@_t.overload
def shift_right(dst: LocalTensor, src: LocalTensor, scalar: _b.int | _b.float, mask: _b.int | _b.list[_b.int], repeat_times: _b.int, repeat_params: UnaryRepeatParams, is_set_mask: _b.bool = True) -> None: ...

@_t.overload
def compare(dst: LocalTensor, src0: LocalTensor, src1: LocalTensor, cmp_mode: CMPMODE, count: _b.int) -> None:
    """Compares elements: bit i of *dst*, from the lowest of each byte on, tells whether ``src0[i]`` has the relation
    *cmp_mode* to ``src1[i]``.

    The forms without *dst* compare one repeat into the register CmpMask, for ``select`` and ``get_cmp_mask``; elements
    that *mask* leaves out get 0 there. NaN is unequal to everything.

    Args:
        dst: uint8 or int8, a bit an element, not overlapping a source. The bits of the repeats follow each other.
        src0: float16, float32, or int32 with CMPMODE.EQ; in UB (VECIN, VECCALC, VECOUT), begins at a multiple of 32
            bytes.
        src1: like *src0*.
        cmp_mode: LT, GT, EQ, LE, GE or NE.
        count: number of elements, a multiple of 256 bytes; 0 does nothing.
        mask: in the forms with *dst* Ascend C takes it, but it has no effect on Atlas A2 and A3: all elements of a
            repeat are compared. In the others the elements that take part: their number, or a list of 64-bit words.
        repeat_times: 0..255 repeats of 256 bytes; 0 does nothing.
        repeat_params: strides of the sources in blocks of 32 bytes.
        is_set_mask: False, in the forms without *dst*: the mask set before by ``set_vector_mask`` is used.

    Raises:
        CallError: a number, data type or mode is out of its limits.
        ModelError: bounds, alignment, position, mask, count or overlap are wrong when the kernel runs.
    """
@_t.overload
def compare(dst: LocalTensor, src0: LocalTensor, src1: LocalTensor, cmp_mode: CMPMODE, mask: _b.int | _b.list[_b.int], repeat_times: _b.int, repeat_params: BinaryRepeatParams, is_set_mask: _b.bool = True) -> None: ...
@_t.overload
def compare(src0: LocalTensor, src1: LocalTensor, cmp_mode: CMPMODE, mask: _b.int | _b.list[_b.int], repeat_params: BinaryRepeatParams, is_set_mask: _b.bool = True) -> None: ...

@_t.overload
def compare_scalar(dst: LocalTensor, src0: LocalTensor, src1_scalar: _b.int | _b.float, cmp_mode: CMPMODE, count: _b.int) -> None:
    """Compares elements with a number: bit i of *dst*, from the lowest of each byte on, tells whether ``src0[i]`` has
    the relation *cmp_mode* to *src1_scalar*.

    Args:
        dst: uint8, a bit an element, not overlapping *src0*. The bits of the repeats follow each other.
        src0: float16, float32, or int32 with CMPMODE.EQ; in UB (VECIN, VECCALC, VECOUT), begins at a multiple of 32
            bytes.
        src1_scalar: a number of the data type of *src0*.
        cmp_mode: LT, GT, EQ, LE, GE or NE.
        count: number of elements, a multiple of 256 bytes; 0 does nothing.
        mask: Ascend C takes it, but it has no effect on Atlas A2 and A3: all elements of a repeat are compared.
        repeat_times: 0..255 repeats of 256 bytes; 0 does nothing.
        repeat_params: strides of the source in blocks of 32 bytes.
        is_set_mask: without effect, like *mask*.

    Raises:
        CallError: a number, data type or mode is out of its limits.
        ModelError: bounds, alignment, position, count or overlap are wrong when the kernel runs.
    """
@_t.overload
def compare_scalar(dst: LocalTensor, src0: LocalTensor, src1_scalar: _b.int | _b.float, cmp_mode: CMPMODE, mask: _b.int | _b.list[_b.int], repeat_times: _b.int, repeat_params: UnaryRepeatParams, is_set_mask: _b.bool = True) -> None: ...

def get_cmp_mask(dst: LocalTensor) -> None:
    """Stores the 16 bytes of the register CmpMask.

    Args:
        dst: of 8-, 16- or 32-bit elements, at least 128 bytes in UB, begins at a multiple of 16 bytes.

    Raises:
        CallError: the data type isn't supported.
        ModelError: size, alignment or position are wrong when the kernel runs.
    """

def set_cmp_mask(src: LocalTensor) -> None:
    """Loads the register CmpMask with 16 bytes, for the forms of ``select`` without a mode's operand.

    Args:
        src: selection bits (mode VSEL_CMPMASK_SPR), copies of the scalar (VSEL_TENSOR_SCALAR_MODE), or the address in
            UB of the selection bits (VSEL_TENSOR_TENSOR_MODE); at least 16 bytes in UB, begins at a multiple of 16.

    Raises:
        CallError: the data type isn't supported.
        ModelError: size, alignment or position are wrong when the kernel runs.
    """

@_t.overload
def select(dst: LocalTensor, sel_mask: LocalTensor, src0: LocalTensor, src1: _b.int | _b.float, sel_mode: SelMode, count: _b.int) -> None:
    """Selects elements by bits: ``dst[i] = src0[i]`` where bit i of *sel_mask* is set, ``src1[i]`` elsewhere.

    The bits count from the lowest of each byte on. The forms without a scalar or tensor *src1*, or without *sel_mask*,
    take it from the register CmpMask, which ``set_cmp_mask`` or ``compare`` set, and their mask from
    ``set_vector_mask``.

    Args:
        dst: float16 or float32, in UB (VECIN, VECCALC, VECOUT), begins at a multiple of 32 bytes; it may be a source.
        sel_mask: uint8, uint16, uint32 or uint64.
        src0: like *dst*.
        src1: like *dst*, or a number.
        sel_mode: VSEL_CMPMASK_SPR: every repeat uses the same 256 bytes' worth of bits; VSEL_TENSOR_SCALAR_MODE: *src1*
            is a number; VSEL_TENSOR_TENSOR_MODE: each repeat uses the bits that follow.
        count: number of elements; 0 does nothing.
        mask: elements of a repeat that are written: their number, or a list of 64-bit words.
        repeat_times: 0..255 repeats of 256 bytes; 0 does nothing.
        repeat_params: strides in blocks of 32 bytes.
        is_set_mask: reserved by Ascend C and without effect.

    Raises:
        CallError: a number, data type or mode is out of its limits.
        ModelError: bounds, alignment, position, mask or overlap are wrong when the kernel runs.
    """
@_t.overload
def select(dst: LocalTensor, sel_mask: LocalTensor, src0: LocalTensor, src1: LocalTensor, sel_mode: SelMode, count: _b.int) -> None: ...
@_t.overload
def select(dst: LocalTensor, sel_mask: LocalTensor, src0: LocalTensor, src1: _b.int | _b.float, sel_mode: SelMode, mask: _b.int | _b.list[_b.int], repeat_times: _b.int, repeat_params: BinaryRepeatParams, is_set_mask: _b.bool = True) -> None: ...
@_t.overload
def select(dst: LocalTensor, sel_mask: LocalTensor, src0: LocalTensor, src1: LocalTensor, sel_mode: SelMode, mask: _b.int | _b.list[_b.int], repeat_times: _b.int, repeat_params: BinaryRepeatParams, is_set_mask: _b.bool = True) -> None: ...
@_t.overload
def select(dst: LocalTensor, sel_mask: LocalTensor, src0: LocalTensor, repeat_times: _b.int, repeat_params: BinaryRepeatParams) -> None: ...
@_t.overload
def select(dst: LocalTensor, src0: LocalTensor, src1: LocalTensor, repeat_times: _b.int, repeat_params: BinaryRepeatParams, sel_mode: SelMode) -> None: ...

@_t.overload
def create_vec_index(dst: LocalTensor, first_value: _b.int | _b.float, count: _b.int) -> None:
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
@_t.overload
def create_vec_index(dst: LocalTensor, first_value: _b.int | _b.float, mask: _b.int | _b.list[_b.int], repeat_times: _b.int, dst_blk_stride: _b.int, dst_rep_stride: _b.int) -> None: ...

@_t.overload
def duplicate(dst: LocalTensor, scalar: _b.int | _b.float, count: _b.int) -> None:
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
@_t.overload
def duplicate(dst: LocalTensor, scalar: _b.int | _b.float, mask: _b.int | _b.list[_b.int], repeat_times: _b.int, dst_block_stride: _b.int, dst_repeat_stride: _b.int, is_set_mask: _b.bool = True) -> None: ...

def block_reduce_sum(dst: LocalTensor, src: LocalTensor, repeat: _b.int, mask: _b.int | _b.list[_b.int], dst_rep_stride: _b.int, src_blk_stride: _b.int, src_rep_stride: _b.int) -> None:
    """the sum of each block. Sums are made by a binary tree of neighbours, each addition rounded to the data type.

    A repeat makes 8 results, one a block of 32 bytes; a block without any element keeps its place in *dst*.
    *dst_rep_stride* counts in 8 results, *dst* begins at a multiple of as many bytes.

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

def block_reduce_max(dst: LocalTensor, src: LocalTensor, repeat: _b.int, mask: _b.int | _b.list[_b.int], dst_rep_stride: _b.int, src_blk_stride: _b.int, src_rep_stride: _b.int) -> None:
    """the largest element of each block; NaN wins

    A repeat makes 8 results, one a block of 32 bytes; a block without any element keeps its place in *dst*.
    *dst_rep_stride* counts in 8 results, *dst* begins at a multiple of as many bytes.

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

def block_reduce_min(dst: LocalTensor, src: LocalTensor, repeat: _b.int, mask: _b.int | _b.list[_b.int], dst_rep_stride: _b.int, src_blk_stride: _b.int, src_rep_stride: _b.int) -> None:
    """the smallest element of each block; NaN wins

    A repeat makes 8 results, one a block of 32 bytes; a block without any element keeps its place in *dst*.
    *dst_rep_stride* counts in 8 results, *dst* begins at a multiple of as many bytes.

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

def pair_reduce_sum(dst: LocalTensor, src: LocalTensor, repeat_time: _b.int, mask: _b.int | _b.list[_b.int], dst_rep_stride: _b.int, src_blk_stride: _b.int, src_rep_stride: _b.int, is_set_mask: _b.bool = True) -> None:
    """the sums of neighbours, ``src[2i] + src[2i + 1]``

    A repeat makes 128 bytes of results; a pair without any element keeps its place in *dst*. *dst_rep_stride* counts
    in 128 bytes, *dst* begins at a multiple of 32.

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

def repeat_reduce_sum(dst: LocalTensor, src: LocalTensor, repeat_time: _b.int, mask: _b.int, dst_blk_stride: _b.int, src_blk_stride: _b.int, dst_rep_stride: _b.int, src_rep_stride: _b.int, is_set_mask: _b.bool = True) -> None:
    """the sum of each repeat. Sums are made by a binary tree of neighbours, each addition rounded to the data type.

    A repeat makes one result; *dst_rep_stride* counts in results. *dst_blk_stride* has no effect, as in Ascend C.

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

def whole_reduce_sum(dst: LocalTensor, src: LocalTensor, mask: _b.int | _b.list[_b.int], repeat_time: _b.int, dst_rep_stride: _b.int, src_blk_stride: _b.int, src_rep_stride: _b.int, is_set_mask: _b.bool = True) -> None:
    """the sum of each repeat. Sums are made by a binary tree of neighbours, each addition rounded to the data type.

    A repeat makes one result; *dst_rep_stride* counts in results.

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

def whole_reduce_max(dst: LocalTensor, src: LocalTensor, mask: _b.int | _b.list[_b.int], repeat_time: _b.int, dst_rep_stride: _b.int, src_blk_stride: _b.int, src_rep_stride: _b.int, order: ReduceOrder | None = ..., is_set_mask: _b.bool = True) -> None:
    """the largest element of each repeat; NaN wins

    A repeat makes a value and the index, within the repeat, of its first place, in *order*: ORDER_VALUE_INDEX,
    ORDER_INDEX_VALUE, ORDER_ONLY_VALUE or ORDER_ONLY_INDEX; None is ORDER_VALUE_INDEX. The index is an integer of the
    value's width, alone one of 32 bits. *dst_rep_stride* counts in what a repeat makes, *dst* begins at a multiple of
    as many bytes.

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

def whole_reduce_min(dst: LocalTensor, src: LocalTensor, mask: _b.int | _b.list[_b.int], repeat_time: _b.int, dst_rep_stride: _b.int, src_blk_stride: _b.int, src_rep_stride: _b.int, order: ReduceOrder | None = ..., is_set_mask: _b.bool = True) -> None:
    """the smallest element of each repeat; NaN wins

    A repeat makes a value and the index, within the repeat, of its first place, in *order*: ORDER_VALUE_INDEX,
    ORDER_INDEX_VALUE, ORDER_ONLY_VALUE or ORDER_ONLY_INDEX; None is ORDER_VALUE_INDEX. The index is an integer of the
    value's width, alone one of 32 bits. *dst_rep_stride* counts in what a repeat makes, *dst* begins at a multiple of
    as many bytes.

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

@_t.overload
def reduce_max(dst: LocalTensor, src: LocalTensor, shared_tmp_buffer: LocalTensor, mask: _b.int | _b.list[_b.int], repeat_time: _b.int, src_rep_stride: _b.int, cal_index: _b.bool = False) -> None:
    """the largest element of a tensor; NaN wins

    The value goes to the first element of *dst*, with *cal_index* the index of its first place in *src* to the
    second, as an integer of the value's width. *shared_tmp_buffer* takes value and index of each repeat, in whole
    blocks; with *cal_index* those of the following rounds too.

    The first form reduces *repeat_time* repeats of 256 bytes whose begins lie *src_rep_stride* blocks of 32 bytes
    apart; *mask* selects the elements of a repeat: their number (1..128 of float16, 1..64 of float32), or a list of
    64-bit words. The second form reduces the first *count* elements. A count or number of repeats of 0 does nothing.
    All tensors are float16 or float32, in UB (VECIN, VECCALC, VECOUT); source and work buffer begin at multiples of
    32 bytes, *dst* at one of what it takes. The work buffer may be *src* or *dst*.

    Raises:
        CallError: a number or data type is out of its limits.
        ModelError: bounds, alignment, position, mask or the size of the work buffer are wrong when the kernel runs.
    """
@_t.overload
def reduce_max(dst: LocalTensor, src: LocalTensor, shared_tmp_buffer: LocalTensor, count: _b.int, cal_index: _b.bool = False) -> None: ...

@_t.overload
def reduce_min(dst: LocalTensor, src: LocalTensor, shared_tmp_buffer: LocalTensor, mask: _b.int | _b.list[_b.int], repeat_time: _b.int, src_rep_stride: _b.int, cal_index: _b.bool = False) -> None:
    """the smallest element of a tensor; NaN wins

    The value goes to the first element of *dst*, with *cal_index* the index of its first place in *src* to the
    second, as an integer of the value's width. *shared_tmp_buffer* takes value and index of each repeat, in whole
    blocks; with *cal_index* those of the following rounds too.

    The first form reduces *repeat_time* repeats of 256 bytes whose begins lie *src_rep_stride* blocks of 32 bytes
    apart; *mask* selects the elements of a repeat: their number (1..128 of float16, 1..64 of float32), or a list of
    64-bit words. The second form reduces the first *count* elements. A count or number of repeats of 0 does nothing.
    All tensors are float16 or float32, in UB (VECIN, VECCALC, VECOUT); source and work buffer begin at multiples of
    32 bytes, *dst* at one of what it takes. The work buffer may be *src* or *dst*.

    Raises:
        CallError: a number or data type is out of its limits.
        ModelError: bounds, alignment, position, mask or the size of the work buffer are wrong when the kernel runs.
    """
@_t.overload
def reduce_min(dst: LocalTensor, src: LocalTensor, shared_tmp_buffer: LocalTensor, count: _b.int, cal_index: _b.bool = False) -> None: ...

@_t.overload
def reduce_sum(dst: LocalTensor, src: LocalTensor, shared_tmp_buffer: LocalTensor, mask: _b.int | _b.list[_b.int], repeat_time: _b.int, src_rep_stride: _b.int) -> None:
    """the sum of a tensor.

    Sums are made by a binary tree of neighbours, each addition rounded to the data type. In the first form the sums of the repeats are summed the same way, in *shared_tmp_buffer*, which has an
    element a repeat, in whole blocks. The second form adds them one after the other and needs no work buffer.

    The first form reduces *repeat_time* repeats of 256 bytes whose begins lie *src_rep_stride* blocks of 32 bytes
    apart; *mask* selects the elements of a repeat: their number (1..128 of float16, 1..64 of float32), or a list of
    64-bit words. The second form reduces the first *count* elements. A count or number of repeats of 0 does nothing.
    All tensors are float16 or float32, in UB (VECIN, VECCALC, VECOUT); source and work buffer begin at multiples of
    32 bytes, *dst* at one of what it takes. The work buffer may be *src* or *dst*.

    Raises:
        CallError: a number or data type is out of its limits.
        ModelError: bounds, alignment, position, mask or the size of the work buffer are wrong when the kernel runs.
    """
@_t.overload
def reduce_sum(dst: LocalTensor, src: LocalTensor, shared_tmp_buffer: LocalTensor, count: _b.int) -> None: ...

def get_reduce_repeat_sum_spr(dtype: DataType) -> _Any:
    """The result of the last ``reduce_sum`` of the first *count* elements; Ascend C's ``GetReduceRepeatSumSpr``.

    On an AIC core it is 0.

    Args:
        dtype: float16 or float32, that of the reduction.

    Raises:
        CallError: *dtype* is another one.
        ModelError: no such reduction came before, or one of another data type.
    """

def get_acc_val(dtype: DataType) -> _Any:
    """The older name of ``get_reduce_repeat_sum_spr``; Ascend C's ``GetAccVal``.

    On an AIC core it is 0.

    Args:
        dtype: float16 or float32, that of the reduction.

    Raises:
        CallError: *dtype* is another one.
        ModelError: no such reduction came before, or one of another data type.
    """

def get_reduce_repeat_max_min_spr(dtype: DataType) -> _b.tuple[_Any, _Any]:
    """Value and index of the last extreme that was searched; Ascend C's ``GetReduceRepeatMaxMinSpr``.

    ``whole_reduce_max`` and ``whole_reduce_min`` leave the extreme of all repeats and its index among their elements,
    the first one of equals; ``reduce_max`` and ``reduce_min`` leave the extreme and an index without meaning. Their
    sources must be contiguous (*src_blk_stride* 1, *src_rep_stride* 8), their mask not in counter mode. The index is
    a uint16 of float16, a uint32 of float32. On an AIC core both are 0.

    Args:
        dtype: float16 or float32, that of the reduction.

    Raises:
        CallError: *dtype* is another one.
        ModelError: no such reduction came before, or one of another data type, or one with strides or in counter mode.
    """

def get_reduce_max_min_count(dtype: DataType) -> _b.tuple[_Any, _Any]:
    """The older name of ``get_reduce_repeat_max_min_spr``; Ascend C's ``GetReduceMaxMinCount``.

    ``whole_reduce_max`` and ``whole_reduce_min`` leave the extreme of all repeats and its index among their elements,
    the first one of equals; ``reduce_max`` and ``reduce_min`` leave the extreme and an index without meaning. Their
    sources must be contiguous (*src_blk_stride* 1, *src_rep_stride* 8), their mask not in counter mode. The index is
    a uint16 of float16, a uint32 of float32. On an AIC core both are 0.

    Args:
        dtype: float16 or float32, that of the reduction.

    Raises:
        CallError: *dtype* is another one.
        ModelError: no such reduction came before, or one of another data type, or one with strides or in counter mode.
    """

@_t.overload
def axpy(dst: LocalTensor, src: LocalTensor, scalar: _b.int | _b.float, count: _b.int) -> None:
    """``dst = src * scalar + dst``; *scalar* has the type of *src*. A float32 destination with a float16 source mustn't overlap it.

    Sources and destination lie in UB (VECIN, VECCALC, VECOUT) and begin at multiples of 32 bytes. The first form computes
    *count* elements; it sets the mask by itself. The second computes *repeat_times* (0..255) repeats of 256 bytes of the
    widest operand; *mask* selects the elements of a repeat by number (1..128 for 16-bit, 1..64 for 32-bit types) or by bits
    (a list of two 64-bit words for 16-bit types, of one for 32-bit), and *repeat_params* gives the strides in blocks of 32
    bytes. In counter mode *mask* is the number of elements in all. With *is_set_mask* False the mask set before by
    ``set_vector_mask`` is used. A count or number of repeats of 0 does nothing. A source may be the destination itself, but
    not overlap it in part.

    Raises:
        CallError: a number or data type is out of its limits.
        ModelError: bounds, alignment, position, mask or overlap are wrong when the kernel runs.
    """
@_t.overload
def axpy(dst: LocalTensor, src: LocalTensor, scalar: _b.int | _b.float, mask: _b.int | _b.list[_b.int], repeat_times: _b.int, repeat_params: UnaryRepeatParams, is_set_mask: _b.bool = True) -> None: ...

@_t.overload
def abs(dst: LocalTensor, src: LocalTensor, count: _b.int) -> None:
    """``dst = |src|``

    Sources and destination lie in UB (VECIN, VECCALC, VECOUT) and begin at multiples of 32 bytes. The first form computes
    *count* elements; it sets the mask by itself. The second computes *repeat_times* (0..255) repeats of 256 bytes of the
    widest operand; *mask* selects the elements of a repeat by number (1..128 for 16-bit, 1..64 for 32-bit types) or by bits
    (a list of two 64-bit words for 16-bit types, of one for 32-bit), and *repeat_params* gives the strides in blocks of 32
    bytes. In counter mode *mask* is the number of elements in all. With *is_set_mask* False the mask set before by
    ``set_vector_mask`` is used. A count or number of repeats of 0 does nothing. A source may be the destination itself, but
    not overlap it in part.

    Raises:
        CallError: a number or data type is out of its limits.
        ModelError: bounds, alignment, position, mask or overlap are wrong when the kernel runs.
    """
@_t.overload
def abs(dst: LocalTensor, src: LocalTensor, mask: _b.int | _b.list[_b.int], repeat_times: _b.int, repeat_params: UnaryRepeatParams, is_set_mask: _b.bool = True) -> None: ...

@_t.overload
def exp(dst: LocalTensor, src: LocalTensor, count: _b.int) -> None:
    """``dst`` = e to the power of ``src``

    Sources and destination lie in UB (VECIN, VECCALC, VECOUT) and begin at multiples of 32 bytes. The first form computes
    *count* elements; it sets the mask by itself. The second computes *repeat_times* (0..255) repeats of 256 bytes of the
    widest operand; *mask* selects the elements of a repeat by number (1..128 for 16-bit, 1..64 for 32-bit types) or by bits
    (a list of two 64-bit words for 16-bit types, of one for 32-bit), and *repeat_params* gives the strides in blocks of 32
    bytes. In counter mode *mask* is the number of elements in all. With *is_set_mask* False the mask set before by
    ``set_vector_mask`` is used. A count or number of repeats of 0 does nothing. A source may be the destination itself, but
    not overlap it in part.

    Raises:
        CallError: a number or data type is out of its limits.
        ModelError: bounds, alignment, position, mask or overlap are wrong when the kernel runs.
    """
@_t.overload
def exp(dst: LocalTensor, src: LocalTensor, mask: _b.int | _b.list[_b.int], repeat_times: _b.int, repeat_params: UnaryRepeatParams, is_set_mask: _b.bool = True) -> None: ...

@_t.overload
def ln(dst: LocalTensor, src: LocalTensor, count: _b.int) -> None:
    """``dst`` = natural logarithm of ``src``; NaN of a negative one

    Sources and destination lie in UB (VECIN, VECCALC, VECOUT) and begin at multiples of 32 bytes. The first form computes
    *count* elements; it sets the mask by itself. The second computes *repeat_times* (0..255) repeats of 256 bytes of the
    widest operand; *mask* selects the elements of a repeat by number (1..128 for 16-bit, 1..64 for 32-bit types) or by bits
    (a list of two 64-bit words for 16-bit types, of one for 32-bit), and *repeat_params* gives the strides in blocks of 32
    bytes. In counter mode *mask* is the number of elements in all. With *is_set_mask* False the mask set before by
    ``set_vector_mask`` is used. A count or number of repeats of 0 does nothing. A source may be the destination itself, but
    not overlap it in part.

    Raises:
        CallError: a number or data type is out of its limits.
        ModelError: bounds, alignment, position, mask or overlap are wrong when the kernel runs.
    """
@_t.overload
def ln(dst: LocalTensor, src: LocalTensor, mask: _b.int | _b.list[_b.int], repeat_times: _b.int, repeat_params: UnaryRepeatParams, is_set_mask: _b.bool = True) -> None: ...

@_t.overload
def bitwise_not(dst: LocalTensor, src: LocalTensor, count: _b.int) -> None:
    """``dst = ~src``

    Sources and destination lie in UB (VECIN, VECCALC, VECOUT) and begin at multiples of 32 bytes. The first form computes
    *count* elements; it sets the mask by itself. The second computes *repeat_times* (0..255) repeats of 256 bytes of the
    widest operand; *mask* selects the elements of a repeat by number (1..128 for 16-bit, 1..64 for 32-bit types) or by bits
    (a list of two 64-bit words for 16-bit types, of one for 32-bit), and *repeat_params* gives the strides in blocks of 32
    bytes. In counter mode *mask* is the number of elements in all. With *is_set_mask* False the mask set before by
    ``set_vector_mask`` is used. A count or number of repeats of 0 does nothing. A source may be the destination itself, but
    not overlap it in part.

    Raises:
        CallError: a number or data type is out of its limits.
        ModelError: bounds, alignment, position, mask or overlap are wrong when the kernel runs.
    """
@_t.overload
def bitwise_not(dst: LocalTensor, src: LocalTensor, mask: _b.int | _b.list[_b.int], repeat_times: _b.int, repeat_params: UnaryRepeatParams, is_set_mask: _b.bool = True) -> None: ...

@_t.overload
def reciprocal(dst: LocalTensor, src: LocalTensor, count: _b.int) -> None:
    """``dst = 1 / src``

    Sources and destination lie in UB (VECIN, VECCALC, VECOUT) and begin at multiples of 32 bytes. The first form computes
    *count* elements; it sets the mask by itself. The second computes *repeat_times* (0..255) repeats of 256 bytes of the
    widest operand; *mask* selects the elements of a repeat by number (1..128 for 16-bit, 1..64 for 32-bit types) or by bits
    (a list of two 64-bit words for 16-bit types, of one for 32-bit), and *repeat_params* gives the strides in blocks of 32
    bytes. In counter mode *mask* is the number of elements in all. With *is_set_mask* False the mask set before by
    ``set_vector_mask`` is used. A count or number of repeats of 0 does nothing. A source may be the destination itself, but
    not overlap it in part.

    Raises:
        CallError: a number or data type is out of its limits.
        ModelError: bounds, alignment, position, mask or overlap are wrong when the kernel runs.
    """
@_t.overload
def reciprocal(dst: LocalTensor, src: LocalTensor, mask: _b.int | _b.list[_b.int], repeat_times: _b.int, repeat_params: UnaryRepeatParams, is_set_mask: _b.bool = True) -> None: ...

@_t.overload
def relu(dst: LocalTensor, src: LocalTensor, count: _b.int) -> None:
    """``dst = max(src, 0)``; NaN stays

    Sources and destination lie in UB (VECIN, VECCALC, VECOUT) and begin at multiples of 32 bytes. The first form computes
    *count* elements; it sets the mask by itself. The second computes *repeat_times* (0..255) repeats of 256 bytes of the
    widest operand; *mask* selects the elements of a repeat by number (1..128 for 16-bit, 1..64 for 32-bit types) or by bits
    (a list of two 64-bit words for 16-bit types, of one for 32-bit), and *repeat_params* gives the strides in blocks of 32
    bytes. In counter mode *mask* is the number of elements in all. With *is_set_mask* False the mask set before by
    ``set_vector_mask`` is used. A count or number of repeats of 0 does nothing. A source may be the destination itself, but
    not overlap it in part.

    Raises:
        CallError: a number or data type is out of its limits.
        ModelError: bounds, alignment, position, mask or overlap are wrong when the kernel runs.
    """
@_t.overload
def relu(dst: LocalTensor, src: LocalTensor, mask: _b.int | _b.list[_b.int], repeat_times: _b.int, repeat_params: UnaryRepeatParams, is_set_mask: _b.bool = True) -> None: ...

@_t.overload
def rsqrt(dst: LocalTensor, src: LocalTensor, count: _b.int) -> None:
    """``dst`` = 1 / square root of ``src``

    Sources and destination lie in UB (VECIN, VECCALC, VECOUT) and begin at multiples of 32 bytes. The first form computes
    *count* elements; it sets the mask by itself. The second computes *repeat_times* (0..255) repeats of 256 bytes of the
    widest operand; *mask* selects the elements of a repeat by number (1..128 for 16-bit, 1..64 for 32-bit types) or by bits
    (a list of two 64-bit words for 16-bit types, of one for 32-bit), and *repeat_params* gives the strides in blocks of 32
    bytes. In counter mode *mask* is the number of elements in all. With *is_set_mask* False the mask set before by
    ``set_vector_mask`` is used. A count or number of repeats of 0 does nothing. A source may be the destination itself, but
    not overlap it in part.

    Raises:
        CallError: a number or data type is out of its limits.
        ModelError: bounds, alignment, position, mask or overlap are wrong when the kernel runs.
    """
@_t.overload
def rsqrt(dst: LocalTensor, src: LocalTensor, mask: _b.int | _b.list[_b.int], repeat_times: _b.int, repeat_params: UnaryRepeatParams, is_set_mask: _b.bool = True) -> None: ...

@_t.overload
def sqrt(dst: LocalTensor, src: LocalTensor, count: _b.int) -> None:
    """``dst`` = square root of ``src``

    Sources and destination lie in UB (VECIN, VECCALC, VECOUT) and begin at multiples of 32 bytes. The first form computes
    *count* elements; it sets the mask by itself. The second computes *repeat_times* (0..255) repeats of 256 bytes of the
    widest operand; *mask* selects the elements of a repeat by number (1..128 for 16-bit, 1..64 for 32-bit types) or by bits
    (a list of two 64-bit words for 16-bit types, of one for 32-bit), and *repeat_params* gives the strides in blocks of 32
    bytes. In counter mode *mask* is the number of elements in all. With *is_set_mask* False the mask set before by
    ``set_vector_mask`` is used. A count or number of repeats of 0 does nothing. A source may be the destination itself, but
    not overlap it in part.

    Raises:
        CallError: a number or data type is out of its limits.
        ModelError: bounds, alignment, position, mask or overlap are wrong when the kernel runs.
    """
@_t.overload
def sqrt(dst: LocalTensor, src: LocalTensor, mask: _b.int | _b.list[_b.int], repeat_times: _b.int, repeat_params: UnaryRepeatParams, is_set_mask: _b.bool = True) -> None: ...

@_t.overload
def cast(dst: LocalTensor, src: LocalTensor, round_mode: RoundMode, count: _b.int) -> None:
    """Converts *src* to the data type of *dst*.

    Integers saturate, NaN becomes 0 in them; a float past the largest number becomes infinity. From int32 to float16
    the values are multiplied by the scale of ``set_deq_scale`` and rounded to nearest even, whatever *round_mode* is.

    Args:
        dst: in UB (VECIN, VECCALC, VECOUT), begins at a multiple of 32 bytes. Converting to a narrower type it may be
            *src*.
        src: likewise.
        round_mode: CAST_NONE where the conversion loses nothing; else CAST_RINT (to nearest, ties to even), CAST_FLOOR,
            CAST_CEIL, CAST_ROUND (ties away from zero), CAST_TRUNC or CAST_NONE, which is CAST_RINT; from float32 to
            float16 CAST_ODD too.
        count: number of elements; 0 does nothing.
        mask: elements of a repeat, counted in the wider of both types: their number, or a list of 64-bit words.
        repeat_times: 0..255 repeats of 256 bytes of the wider type; 0 does nothing.
        repeat_params: strides in blocks of 32 bytes.
        is_set_mask: False: the mask set before by ``set_vector_mask`` is used.

    Raises:
        CallError: a number, data type or rounding mode is out of its limits.
        ModelError: bounds, alignment, position, mask or overlap are wrong when the kernel runs.
    """
@_t.overload
def cast(dst: LocalTensor, src: LocalTensor, round_mode: RoundMode, mask: _b.int | _b.list[_b.int], repeat_times: _b.int, repeat_params: UnaryRepeatParams, is_set_mask: _b.bool = True) -> None: ...

@_t.overload
def add_relu_cast(dst: LocalTensor, src0: LocalTensor, src1: LocalTensor, count: _b.int) -> None:
    """``dst = max(src0 + src1, 0)`` converted: rounded to nearest even, integers saturated

    Sources and destination lie in UB (VECIN, VECCALC, VECOUT) and begin at multiples of 32 bytes. The first form computes
    *count* elements; it sets the mask by itself. The second computes *repeat_times* (0..255) repeats of 256 bytes of the
    widest operand; *mask* selects the elements of a repeat by number (1..128 for 16-bit, 1..64 for 32-bit types) or by bits
    (a list of two 64-bit words for 16-bit types, of one for 32-bit), and *repeat_params* gives the strides in blocks of 32
    bytes. In counter mode *mask* is the number of elements in all. With *is_set_mask* False the mask set before by
    ``set_vector_mask`` is used. A count or number of repeats of 0 does nothing. A source may be the destination itself, but
    not overlap it in part.

    Raises:
        CallError: a number or data type is out of its limits.
        ModelError: bounds, alignment, position, mask or overlap are wrong when the kernel runs.
    """
@_t.overload
def add_relu_cast(dst: LocalTensor, src0: LocalTensor, src1: LocalTensor, mask: _b.int | _b.list[_b.int], repeat_times: _b.int, repeat_params: BinaryRepeatParams, is_set_mask: _b.bool = True) -> None: ...

@_t.overload
def sub_relu_cast(dst: LocalTensor, src0: LocalTensor, src1: LocalTensor, count: _b.int) -> None:
    """``dst = max(src0 - src1, 0)`` converted: rounded to nearest even, integers saturated

    Sources and destination lie in UB (VECIN, VECCALC, VECOUT) and begin at multiples of 32 bytes. The first form computes
    *count* elements; it sets the mask by itself. The second computes *repeat_times* (0..255) repeats of 256 bytes of the
    widest operand; *mask* selects the elements of a repeat by number (1..128 for 16-bit, 1..64 for 32-bit types) or by bits
    (a list of two 64-bit words for 16-bit types, of one for 32-bit), and *repeat_params* gives the strides in blocks of 32
    bytes. In counter mode *mask* is the number of elements in all. With *is_set_mask* False the mask set before by
    ``set_vector_mask`` is used. A count or number of repeats of 0 does nothing. A source may be the destination itself, but
    not overlap it in part.

    Raises:
        CallError: a number or data type is out of its limits.
        ModelError: bounds, alignment, position, mask or overlap are wrong when the kernel runs.
    """
@_t.overload
def sub_relu_cast(dst: LocalTensor, src0: LocalTensor, src1: LocalTensor, mask: _b.int | _b.list[_b.int], repeat_times: _b.int, repeat_params: BinaryRepeatParams, is_set_mask: _b.bool = True) -> None: ...

@_t.overload
def cast_deq(dst: LocalTensor, src: LocalTensor, count: _b.int, is_vec_deq: _b.bool = True, half_block: _b.bool = True) -> None:
    """Dequantises *src* by the scale of ``set_deq_scale``, rounding to nearest even.

    From int16 to 8 bits it computes ``src * scale + offset``, saturated; 16 elements, a block of *src*, become half a
    block of *dst*, the other half stays. From int32 to float16 it computes ``src * scale``.

    Args:
        dst: in UB (VECIN, VECCALC, VECOUT), begins at a multiple of 32 bytes. int8 needs a scale with sign, uint8 one
            without.
        src: likewise.
        count: number of elements; 0 does nothing.
        mask: elements of a repeat of *src*: their number, or a list of 64-bit words.
        repeat_times: 0..255 repeats of 256 bytes of *src*; 0 does nothing.
        repeat_params: strides in blocks of 32 bytes.
        is_set_mask: False: the mask set before by ``set_vector_mask`` is used.
        is_vec_deq: from int16: True: element i of a block has triple i of ``set_deq_scale(vdeq, vdeq_info)``; False:
            all have that of ``set_deq_scale(scale, offset, sign_mode)``.
        half_block: to 8 bits: True fills the upper half of a block, False the lower.

    Raises:
        CallError: a number or data type is out of its limits.
        ModelError: bounds, alignment, position, mask, overlap or the scale are wrong when the kernel runs.
    """
@_t.overload
def cast_deq(dst: LocalTensor, src: LocalTensor, mask: _b.int | _b.list[_b.int], repeat_times: _b.int, repeat_params: UnaryRepeatParams, is_set_mask: _b.bool = True, is_vec_deq: _b.bool = True, half_block: _b.bool = True) -> None: ...

@_t.overload
def set_deq_scale(scale: _b.float) -> None:
    """Sets the scale that ``cast``, ``cast_deq`` and ``add_deq_relu`` dequantise by.

    The first form is for results of float16, the other two for results of 8 bits of ``cast_deq``.

    Args:
        scale: a factor; for 8-bit results 10 bits of its mantissa count.
        offset: -256..255, added to the product.
        sign_mode: True for int8 results, False for uint8.
        vdeq: uint64, 128 bytes in UB, that take the triples of *vdeq_info* and keep them until the last use.
        vdeq_info: 16 triples of scale, offset and sign.

    Raises:
        CallError: a number or data type is out of its limits.
        ModelError: bounds, alignment or position are wrong when the kernel runs.
    """
@_t.overload
def set_deq_scale(scale: _b.float, offset: _b.int, sign_mode: _b.bool) -> None: ...
@_t.overload
def set_deq_scale(vdeq: LocalTensor, vdeq_info: VdeqInfo) -> None: ...

class TPipe:
    """The object that manages a core's memories and events; Ascend C's ``TPipe``. A kernel has one."""
    def __init__(self) -> None:
        """Takes the core's memories."""
    def init(self) -> None:
        """Takes the core's memories again after ``destroy``; Ascend C's ``Init``."""
    def destroy(self) -> None:
        """Waits for all pipes and gives memories and events back; Ascend C's ``Destroy``."""
    def reset(self) -> None:
        """Takes all buffers and events back, as after the constructor; Ascend C's ``Reset``."""
    @_t.overload
    def init_buffer(self, buf: TBuf, num: _b.int = 0) -> None:
        """Gives *buf* a buffer of *num* bytes, rounded up to 32; Ascend C's ``InitBuffer``.

        A kernel has at most 64 buffers.
        """
    @_t.overload
    def init_buffer(self, buf: TBuf, *, len: _b.int) -> None:
        """Gives *buf* a buffer of *len* bytes."""
    @_t.overload
    def init_buffer(self, que: TQueBind, num: _b.int = 0, len: _b.int = 0) -> None:
        """Gives *que* *num* buffers of *len* bytes each; *len* is rounded up to 32."""
    def init_buf_pool(self, buf_pool: TBufPool, len: _b.int = 0, share_buf: TBufPool | None = None) -> None:
        """Gives a pool its memory; Ascend C's ``InitBufPool``.

        Args:
            buf_pool: the pool.
            len: length in bytes, at least 1; it is rounded up to 32.
            share_buf: a pool whose memory *buf_pool* has too; its length is at least *len*.
        """
    def alloc_event_id(self, event: HardEvent = ...) -> _b.int:
        """Reserves one of the 8 event ids of *event* until ``release_event_id``; Ascend C's ``AllocEventID``."""
    def release_event_id(self, id: _b.int, event: HardEvent = ...) -> None:
        """Gives an event id that ``alloc_event_id`` reserved back; Ascend C's ``ReleaseEventID``."""
    def fetch_event_id(self, event: HardEvent = ...) -> _b.int:
        """A free event id of *event* for immediate use, without reserving it; Ascend C's ``FetchEventID``."""
    def get_base_addr(self, logic_pos: TPosition | None = None) -> _b.int:
        """Address of the begin of a memory, which tensors' addresses count from (Model only); ``GetBaseAddr``.

        Args:
            logic_pos: the position; VECIN without it.
        """

class TBufPool:
    """A part of UB or L1 that hands out its own buffers; Ascend C's ``TBufPool``.

    ``init_buf_pool`` of a TPipe or of another pool gives it its memory. Pools that share memory are used in turn, with
    ``reset`` between.
    """
    def __init__(self, pos: TPosition, buf_id_size: _b.int = 4) -> None:
        """A pool.

        Args:
            pos: VECIN, VECOUT or VECCALC for UB, A1, B1 or C1 for L1.
            buf_id_size: the most buffers it can give, 1..16, a constant.
        """
    def init_buf_pool(self, buf_pool: TBufPool, len: _b.int = 0, share_buf: TBufPool | None = None) -> None:
        """Gives another pool a part of this one; Ascend C's ``InitBufPool``.

        Args:
            buf_pool: the pool, whose ``buf_id_size`` is not more than this one has left.
            len: length in bytes, at least 1; it is rounded up to 32.
            share_buf: a pool whose memory *buf_pool* has too; its length is at least *len*.
        """
    @_t.overload
    def init_buffer(self, buf: TBuf, num: _b.int = 0) -> None:
        """Gives *buf* a buffer of *num* bytes of this pool, rounded up to 32; Ascend C's ``InitBuffer``."""
    @_t.overload
    def init_buffer(self, buf: TBuf, *, len: _b.int) -> None:
        """Gives *buf* a buffer of *len* bytes."""
    @_t.overload
    def init_buffer(self, que: TQueBind, num: _b.int = 0, len: _b.int = 0) -> None:
        """Gives *que* *num* buffers of *len* bytes each of this pool, rounded up to 32."""
    def reset(self) -> None:
        """Ends the use of the pool's buffers, so that a pool which shares its memory may be used.

        The buffers may be used again later; new ones need ``init_buf_pool`` first. Ascend C's ``Reset``.
        """

class TQueBind:
    """A queue of tensors from one position to another; Ascend C's ``TQueBind``.

    Buffers come from ``TPipe.init_buffer``. A tensor is allocated, filled, enqueued, dequeued, used and freed.
    """
    def __init__(self, src: TPosition = ..., dst: TPosition = ..., depth: _b.int = 0, mask: _b.int = 0) -> None:
        """A queue.

        Args:
            src: position in which tensors are enqueued; it decides the memory.
            dst: position in which they are dequeued.
            depth: tensors that may be enqueued at once, 0..64, a constant; 0 for tensors filled in place.
            mask: conversion between formats on the way, which Atlas A2 and A3 don't have: 0.
        """
    @_t.overload
    def alloc_tensor(self, dtype: DataType) -> LocalTensor:
        """Takes a free buffer of the queue, once what used it before is done; Ascend C's ``AllocTensor``.

        At most 8 tensors of a position are allocated at once.
        """
    @_t.overload
    def alloc_tensor(self, tensor: LocalTensor) -> None:
        """Takes a free buffer of a queue of depth 0 and makes *tensor* stand for it."""
    @_t.overload
    def enque(self, tensor: LocalTensor) -> None:
        """Puts a tensor into the queue, once what writes it is done; Ascend C's ``EnQue``."""
    @_t.overload
    def enque(self, tensor: LocalTensor, src_user_pos: TPosition, dst_user_pos: TPosition) -> None:
        """Puts a tensor into the queue, between the given positions (GM, VECIN, VECOUT, VECCALC; not GM twice)."""
    @_t.overload
    def enque(self, buf: TBufHandle) -> None:
        """Puts a buffer that ``deque`` gave as a handle into the queue."""
    @_t.overload
    def deque(self, dtype: DataType) -> LocalTensor:
        """Takes the oldest tensor out of the queue, which must not be empty; Ascend C's ``DeQue``."""
    @_t.overload
    def deque(self, tensor: LocalTensor) -> None:
        """Takes the tensor out of a queue of depth 0 and makes *tensor* stand for it."""
    @_t.overload
    def deque(self, dtype: DataType, src_user_pos: TPosition, dst_user_pos: TPosition) -> LocalTensor:
        """Takes the oldest tensor out of the queue, between the given positions (GM, VECIN, VECOUT, VECCALC)."""
    @_t.overload
    def deque(self) -> TBufHandle:
        """Takes the oldest buffer out of the queue, as a handle."""
    def free_tensor(self, tensor: LocalTensor) -> None:
        """Gives a tensor's buffer back to the queue; Ascend C's ``FreeTensor``."""
    def free_all_event(self) -> None:
        """Frees all events of the queue's buffers, once nothing works on them; Ascend C's ``FreeAllEvent``."""
    def get_tensor_count_in_que(self) -> _b.int:
        """Number of tensors in the queue, an int32; Ascend C's ``GetTensorCountInQue``."""
    def has_idle_buffer(self) -> _b.bool:
        """True when a buffer is free; Ascend C's ``HasIdleBuffer``."""
    def has_tensor_in_que(self) -> _b.bool:
        """True when the queue holds a tensor; Ascend C's ``HasTensorInQue``."""
    def vacant_in_que(self) -> _b.bool:
        """True when another tensor can be enqueued; Ascend C's ``VacantInQue``."""
    def init_start_buf_handle(self, start_buf_handle: TBufHandle, num: _b.int, len: _b.int) -> None:
        """Gives the queue its buffers, for pools of one's own; Ascend C's ``InitStartBufHandle``.

        Args:
            start_buf_handle: the first of them.
            num: number of buffers; 1 for a TBuf.
            len: length of each in bytes.
        """
    @_t.overload
    def init_buf_handle(self, buf_pool: TBufPool, index: _b.int, buf_handle: TBufHandle, cur_pool_addr: _b.int, len: _b.int) -> None:
        """Gives a buffer its memory, for pools of one's own; Ascend C's ``InitBufHandle``.

        Args:
            buf_pool: the pool.
            index: number of the buffer in the queue.
            buf_handle: the buffer.
            cur_pool_addr: its address, in bytes from the memory's start, a multiple of 32.
            len: its length in bytes; it is rounded up to 32.
        """
    @_t.overload
    def init_buf_handle(self, buf_pool: TBufPool, index: _b.int, buf_handle: TBufHandle, cur_pool_addr: TBufHandle, len: _b.int) -> None:
        """The same with the address as a handle."""

class TQue(TQueBind):
    """A queue of tensors between a copy and a computation; Ascend C's ``TQue``."""
    def __init__(self, pos: TPosition = ..., depth: _b.int = 1, mask: _b.int = 0) -> None:
        """A queue.

        Args:
            pos: position; it decides the memory and the pipes before and after.
            depth: tensors that may be enqueued at once, 0..64, a constant; 0 for tensors filled in place.
            mask: conversion between formats on the way, which Atlas A2 and A3 don't have: 0.
        """

class TBuf(TQueBind):
    """A buffer for temporary values; Ascend C's ``TBuf``. ``TPipe.init_buffer`` gives it its memory."""
    def __init__(self, pos: TPosition) -> None:
        """A buffer at *pos*, which decides the memory."""
    @_t.overload
    def get(self, dtype: DataType, len: _b.int | None = None, shape: _b.int | _b.list[_Any] | _b.tuple[_Any, ...] | None = None) -> LocalTensor:
        """The buffer as a tensor; Ascend C's ``Get``.

        Args:
            dtype: type of the elements.
            len: number of elements; all of the buffer without it.
            shape: sizes whose product is the number of elements, where *len* isn't given.
        """
    @_t.overload
    def get(self, dtype: DataType, shape: _b.int | _b.list[_Any] | _b.tuple[_Any, ...] | None = None) -> LocalTensor:
        """As many elements of the buffer as *shape* has."""
    def get_with_offset(self, size: _b.int, buf_offset: _b.int, dtype: DataType) -> LocalTensor:
        """A part of the buffer as a tensor; Ascend C's ``GetWithOffset``.

        Args:
            size: number of elements.
            buf_offset: begin of the part, in bytes from that of the buffer, a multiple of 32.
            dtype: type of the elements.
        """

class TBufHandle:
    """The framework's handle of a buffer; Ascend C's ``TBufHandle``."""

def get_tpipe_ptr() -> _Any:
    """The kernel's TPipe; Ascend C's ``GetTPipePtr``."""
