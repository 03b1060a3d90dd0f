"""Moves of data between memories."""

from __future__ import annotations

from typing import Annotated, Any

from asc_api_core.aipp_params import AippParams
from asc_api_core.data_copy_params import (
    DataCopyCO12DstParams,
    DataCopyEnhancedParams,
    DataCopyExtParams,
    DataCopyPadExtParams,
    DataCopyPadParams,
    DataCopyParams,
    Nd2NzParams,
    Nz2NdParamsFull,
    SliceInfo,
)
from asc_api_core.enums import AippInputFormat, TPosition
from asc_api_core.load_params import LoadImageToLocalParams
from asc_api_core.repeat_params import CopyRepeatParams
from asc_api_core.tensor import GlobalTensor, LocalTensor
from asc_plugins import CallError, Const, Dst, Mask, Pipe, Repeat, Scalar, Src, UInt32, api
from asc_plugins.emit import Emitter, OpText
from asc_plugins.params import describe

from . import move_limits as limits
from .move_pipes import MOVES

PAIRS = ("int16", "uint16", "float16", "bfloat16", "int32", "uint32", "float32")
BYTES = ("int8", "uint8")
WIDE = ("int64", "uint64", "float64")
ALL = (*BYTES, *PAIRS, *WIDE)

#: Biases widen from float16 on their way from L1 to the bias table; matrices narrow from L1 to L0C.
BIAS = (*ALL, ("float32", "float16"))
MATRIX = (*ALL, ("float16", "float32"), ("bfloat16", "float32"))


@api("Copy", pipe=Pipe.V, dtypes=PAIRS, template=("dst", "is_set_mask"), model="copy.h")
def copy(
    dst: Dst[LocalTensor],
    src: Src[LocalTensor],
    mask: Mask,
    repeat_time: Repeat,
    repeat_params: CopyRepeatParams,
    is_set_mask: Const[bool] = True,
) -> None:
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


copy.verifier(
    limits.check_fields("asc.copy", "repeat_params", {"dst_repeat_size": (0, 4095), "src_repeat_size": (0, 4095)})
)


@api("DataCopy", dtypes=ALL, verify=limits.check_blocks, role=MOVES)
def data_copy(dst: Dst[LocalTensor | GlobalTensor], src: Src[LocalTensor | GlobalTensor], count: UInt32) -> None:
    """Copies *count* elements, or what the parameters say, between memories.

    Ways: global memory to and from UB and L1, UB to UB and L1, L1 to the bias table (C2) and the Fixpipe buffer
    (C2PIPE2GM); with ``DataCopyCO12DstParams`` L0C to global memory and L1. Tensors begin at multiples of 32 bytes in
    UB and L1, 64 in the bias table, 128 in the Fixpipe buffer. *count* elements are a multiple of 32 bytes;
    ``data_copy_pad`` moves other lengths. Writes to global memory honour ``set_atomic_add`` and its kin.
    """


@data_copy.overload(
    name="blocks", dtypes=BIAS, verify=limits.check_fields("asc.data_copy", "repeat_params", limits.BURSTS)
)
def _(
    dst: Dst[LocalTensor | GlobalTensor], src: Src[LocalTensor | GlobalTensor], repeat_params: DataCopyParams
) -> None:
    """Copies bursts of blocks with gaps.

    A block has 32 bytes, 64 on the way to the bias table and 128 on that to the Fixpipe buffer; gaps of L1 count in 32
    bytes. On the way to the Fixpipe buffer the gaps count from the begin of a burst to that of the next. On that to
    the bias table float16 may become float32.
    """


@data_copy.overload(
    name="enhanced",
    dtypes=MATRIX,
    model="data_copy_enhanced.h",
    verify=limits.check_fields("asc.data_copy", "intri_params", limits.BURSTS),
)
def _(
    dst: Dst[LocalTensor | GlobalTensor],
    src: Src[LocalTensor | GlobalTensor],
    intri_params: DataCopyParams,
    enhanced_params: DataCopyEnhancedParams,
) -> None:
    """Copies bursts as without *enhanced_params*, which stay at their defaults; or matrices from L1 to L0C.

    With ``BlockMode.BLOCK_MODE_MATRIX`` a burst is *block_len* fractals of 16 by 16 elements, gaps count in 32 bytes
    in L1 and in fractals in L0C, and float32 may become float16 or bfloat16.
    """


@data_copy.verifier
def _check_way(bound: dict[str, Any]) -> None:
    if isinstance(bound["dst"], GlobalTensor) and isinstance(bound["src"], GlobalTensor):
        raise CallError(
            "asc.data_copy doesn't copy within global memory",
            hint="copy into a LocalTensor, and from there to the destination",
            code="ASC-E301",
        )


def _check_slices(bound: dict[str, Any]) -> None:
    _check_way(bound)
    if isinstance(bound["dst"], LocalTensor) and isinstance(bound["src"], LocalTensor):
        raise CallError(
            "asc.data_copy copies slices between global memory and UB, not within UB",
            hint="asc.DataCopyParams copies blocks with gaps within UB",
            code="ASC-E301",
        )
    first, second = bound["slice_list1"], bound["slice_list2"]
    dims = bound["dim_value"]
    if len(first) != len(second) or not 1 <= len(first) <= 8:
        raise CallError(
            f"asc.data_copy: the lists have {len(first)} and {len(second)} slices; "
            "both must have as many, 1 to 8, one a dimension",
            code="ASC-E302",
        )
    if isinstance(dims, int) and not 1 <= dims <= len(first):
        raise CallError(f"asc.data_copy: 'dim_value' is {dims}; the lists have {len(first)} slices", code="ASC-E302")
    for name in ("slice_list1", "slice_list2"):
        for index, part in enumerate(bound[name][1:], 1):
            length = limits.known(part, "burst_len")
            if length not in (None, 1):
                raise CallError(
                    f"asc.data_copy: {name}[{index}].burst_len is {length}; it is 1 in every dimension but the first",
                    code="ASC-E302",
                )


def _emit_slices(op: OpText, emitter: Emitter) -> str:
    lists = []
    for name in ("slice_list1", "slice_list2"):
        parts = op.operands(name)
        lists.append(emitter.temporary("SliceInfo", name, f"{{{', '.join(parts)}}}", f"[{len(parts)}]"))
    return f"DataCopy({', '.join([op.operand('dst'), op.operand('src'), *lists, op.operand('dim_value')])})"


@data_copy.overload(
    name="slices",
    dtypes=(*BYTES, *PAIRS),
    model="data_copy_slice.h",
    emit=_emit_slices,
    verify=_check_slices,
)
def _(
    dst: Dst[LocalTensor | GlobalTensor],
    src: Src[LocalTensor | GlobalTensor],
    slice_list1: list[SliceInfo],
    slice_list2: list[SliceInfo],
    dim_value: UInt32 = 1,
) -> None:
    """Copies slices of arrays with several dimensions between global memory and UB.

    Args:
        dst: destination, an array of the shape that the slices' *shape_value* give.
        src: source, the same.
        slice_list1: slices of the destination, the last dimension of the array first; at most 8.
        slice_list2: slices of the source; as many parts in each dimension, and bursts of the same length.
        dim_value: number of dimensions.
    """


@data_copy.overload(
    name="nd2nz",
    dtypes=(*BYTES, *PAIRS),
    model="data_copy_nz.h",
    verify=limits.check_fields("asc.data_copy", "intri_params", limits.ND_TO_NZ, ("nd_num", "n_value", "d_value")),
)
def _(dst: Dst[LocalTensor], src: Src[LocalTensor | GlobalTensor], intri_params: Nd2NzParams) -> None:
    """Copies rows into columns of fractals (ND to NZ): global memory to L1 or UB, UB to L1 (one matrix).

    A row's last block of 32 bytes is filled with zeros.
    """


def _check_nz2nd(bound: dict[str, Any]) -> None:
    limits.check_multiple("asc.data_copy", bound["intri_params"], "d_value", 16)


@data_copy.overload(
    name="nz2nd",
    dtypes=PAIRS,
    model="data_copy_nz.h",
    verify=limits.check_fields("asc.data_copy", "intri_params", limits.NZ_TO_ND, ("nd_num",)),
)
def _(dst: Dst[GlobalTensor], src: Src[LocalTensor], intri_params: Nz2NdParamsFull) -> None:
    """Copies columns of 16 elements into rows (NZ to ND), from UB to global memory."""


data_copy.overloads[-1].verifiers.append(_check_nz2nd)


@data_copy.overload(
    name="co1",
    dtypes=(),
    model="data_copy_co1.h",
    verify=limits.check_fields("asc.data_copy", "intri_params", limits.RESULT, ("n_size", "m_size")),
)
def _(dst: Dst[GlobalTensor | LocalTensor], src: Src[LocalTensor], intri_params: DataCopyCO12DstParams) -> None:
    """Moves a matrix out of L0C, to global memory or L1, converted on the way.

    Types and ``quant_pre``: those of ``fixpipe``. A factor of quantisation is set by ``set_fix_pipe_pre_quant_flag``.
    """


data_copy.overloads[-1].verifiers.append(limits.check_quantisation("asc.data_copy", "intri_params", None))


@api("DataCopyPad", dtypes=ALL, model="data_copy_pad.h", verify=limits.check_padding, role=MOVES)
def data_copy_pad(
    dst: Dst[LocalTensor],
    src: Src[GlobalTensor],
    data_copy_params: DataCopyExtParams,
    pad_params: DataCopyPadExtParams,
) -> None:
    """Copies bursts of any number of bytes between global memory and UB.

    Into UB each burst takes whole blocks of 32 bytes. With padding, *left_padding* elements stand before a burst and
    at least *right_padding* behind it: *padding_value* with *is_pad*, else what ``set_pad_value`` set. Without
    padding the rest of the last block holds the burst's first element. Gaps are bytes in global memory, blocks of 32
    bytes in UB; tensors in UB begin at multiples of 32 bytes.
    """


@data_copy_pad.overload(name="out", verify=limits.check_padding)
def _(dst: Dst[GlobalTensor], src: Src[LocalTensor], data_copy_params: DataCopyExtParams) -> None:
    """From UB to global memory; each burst begins at a block of 32 bytes."""


@data_copy_pad.overload(name="nd2nz", dtypes=(*BYTES, *PAIRS), verify=limits.check_padding)
def _(
    dst: Dst[LocalTensor], src: Src[LocalTensor], data_copy_params: DataCopyExtParams, nd2nz_params: Nd2NzParams
) -> None:
    """From UB to L1: bursts make the rows of a matrix, which becomes columns of fractals.

    Gaps of the destination are bytes between the rows; *nd2nz_params* takes one matrix out of them.
    """


@data_copy_pad.overload(name="blocks", verify=limits.check_padding)
def _(
    dst: Dst[LocalTensor], src: Src[GlobalTensor], data_copy_params: DataCopyParams, pad_params: DataCopyPadParams
) -> None:
    """The first form with 16-bit lengths in bytes, and the padding's value as bits."""


@data_copy_pad.overload(name="blocks_out", verify=limits.check_padding)
def _(dst: Dst[GlobalTensor], src: Src[LocalTensor], data_copy_params: DataCopyParams) -> None:
    """From UB to global memory, with 16-bit lengths in bytes."""


@data_copy_pad.overload(name="blocks_nd2nz", dtypes=(*BYTES, *PAIRS), verify=limits.check_padding)
def _(
    dst: Dst[LocalTensor], src: Src[LocalTensor], data_copy_params: DataCopyParams, nd2nz_params: Nd2NzParams
) -> None:
    """From UB to L1, with 16-bit lengths in bytes."""


data_copy_pad.verifier(limits.check_fields("asc.data_copy_pad", "data_copy_params", limits.PAD_BURSTS))
for _form in data_copy_pad:
    if any(p.name == "nd2nz_params" for p in _form.params):
        _form.verifiers.append(limits.check_fields("asc.data_copy_pad", "nd2nz_params", limits.ND_TO_NZ_LOCAL))


def _build_pad_value(builder: Any, padding_value: Any, pos: TPosition | None) -> None:
    """The register takes the bits of the value as it is, so its type isn't changed."""
    pos = TPosition.MAX if pos is None else pos
    if pos not in (TPosition.MAX, TPosition.VECIN, TPosition.VECOUT):
        raise CallError(
            f"asc.set_pad_value: 'pos' is {describe(pos)}; it must be TPosition.MAX, VECIN or VECOUT",
            code="ASC-E302",
        )
    builder.create("asc.set_pad_value", [builder.materialize(padding_value).handle], [], {"pos": pos})


def _emit_pad_value(op: OpText, emitter: Emitter) -> str:
    value = op.operand(0)
    if op.attribute("pos") == TPosition.MAX.cpp:
        return f"SetPadValue({value})"
    return f"SetPadValue<{op.operand_type(0).cpp}, {op.cpp('pos')}>({value})"


@api("SetPadValue", model="data_copy_pad.h", build=_build_pad_value, emit=_emit_pad_value)
def set_pad_value(padding_value: Annotated[int | float, Scalar()], pos: TPosition | None = TPosition.MAX) -> None:
    """Sets what ``data_copy_pad`` without *is_pad* pads with.

    Args:
        padding_value: the value, of the tensor's type: its bits are used as they are.
        pos: ``VECIN``, ``VECOUT`` or ``MAX``, which is both.
    """


def _check_picture(bound: dict[str, Any]) -> None:
    two_planes = bound["input_format"] is AippInputFormat.YUV420SP_U8
    if two_planes != ("src1" in bound):
        raise CallError(
            f"asc.set_aipp_functions: {bound['input_format'].name} "
            + ("has two planes, 'src0' and 'src1'" if two_planes else "has one plane, 'src0'"),
            code="ASC-E302",
        )


@api("SetAippFunctions", dtypes=(("uint8",),), model="load_image.h", verify=_check_picture)
def set_aipp_functions(src0: Src[GlobalTensor], input_format: AippInputFormat, config: AippParams) -> None:
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


@set_aipp_functions.overload(name="planes", dtypes=(("uint8", "uint8"),), verify=_check_picture)
def _(src0: Src[GlobalTensor], src1: Src[GlobalTensor], input_format: AippInputFormat, config: AippParams) -> None:
    """Of two planes, YUV420SP."""


@api("LoadImageToLocal", pipe=Pipe.MTE2, dtypes=("int8", "float16"), model="load_image.h")
def load_image_to_local(dst: Dst[LocalTensor], load_data_params: LoadImageToLocalParams) -> None:
    """Loads a part of a picture from global memory to L1, preprocessed as ``set_aipp_functions`` says.

    Args:
        dst: destination in L1, begins at a multiple of 32 bytes.
        load_data_params: the part of the picture and the padding around it, in pixels.
    """
