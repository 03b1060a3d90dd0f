"""Matrix multiplication: loading of fractals into L0A and L0B, and the product into L0C."""

from __future__ import annotations

from typing import Annotated, Any

from asc_api_core.cube_params import InitConstValueParams, MmadParams
from asc_api_core.load_params import (
    LoadData2DParams,
    LoadData2DParamsV2,
    LoadData2dTransposeParams,
    LoadData2dTransposeParamsV2,
    LoadData3DParamsV1,
    LoadData3DParamsV2,
    LoadData3DParamsV2Pro,
    LoadDataRepeatParam,
)
from asc_api_core.tensor import GlobalTensor, LocalTensor
from asc_plugins import CallError, Dst, InOut, Pipe, Scalar, Src, UInt32, api
from asc_plugins.emit import Emitter, OpText

from . import move_limits as limits
from .move_pipes import MOVES

CUBE = ("int8", "uint8", "int16", "uint16", "float16", "bfloat16", "int32", "uint32", "float32")
SQUARES = ("int8", "uint8", "float16", "bfloat16", "int32", "uint32", "float32")
FILL = ("float16", "int16", "uint16", "bfloat16", "int32", "uint32", "float32")
PRODUCTS = (
    ("float32", "float16", "float16"),
    ("float32", "bfloat16", "bfloat16"),
    ("float32", "float32", "float32"),
    ("int32", "int8", "int8"),
)
BIASED = tuple((*types, types[0]) for types in PRODUCTS)


@api("InitConstValue", pipe=Pipe.MTE2, dtypes=FILL, model="init_const_value.h")
def init_const_value(dst: Dst[LocalTensor], init_const_value_params: InitConstValueParams) -> None:
    """Writes one value over blocks of L1 (32 bytes), L0A or L0B (512 bytes).

    *dst* begins at a multiple of 32 bytes in L1, of 512 in L0A and L0B.
    """


def _check_transpose(bound: dict[str, Any]) -> None:
    if limits.known(bound["params"], "if_transpose") and (
        bound["dst"].dtype.sizeof() != 2 or isinstance(bound["src"], GlobalTensor)
    ):
        raise CallError(
            "asc.load_data: only fractals of 16-bit elements from L1 are transposed, "
            f"not {bound['dst'].dtype.name} from {type(bound['src']).__name__}",
            hint="asc.load_data_with_transpose transposes the other types",
            code="ASC-E302",
        )


@api("LoadData", dtypes=CUBE, model="load_data_2d.h", verify=_check_transpose, role=MOVES)
def load_data(dst: Dst[LocalTensor], src: Src[LocalTensor | GlobalTensor], params: LoadData2DParams) -> None:
    """Loads fractals of 512 bytes: from L1 to L0A and L0B, from global memory to L1, L0A and L0B.

    A fractal has 16 rows of 32 bytes. Fractals of 16-bit elements may be transposed on their way from L1. Tensors
    begin at multiples of 512 bytes in L0A and L0B, of 32 in L1.
    """


@load_data.overload(name="v2")
def _(dst: Dst[LocalTensor], src: Src[LocalTensor | GlobalTensor], params: LoadData2DParamsV2) -> None:
    """Loads a rectangle of fractals; not supported on Atlas A2/A3, where it ends in an error of Model."""


@load_data.overload(name="image_v1", dtypes=("int8", "uint8", "float16"), model="load_data_3d.h")
def _(dst: Dst[LocalTensor], src: Src[LocalTensor], params: LoadData3DParamsV1) -> None:
    """Loads a convolution's input; not supported on Atlas A2/A3, where it ends in an error of Model."""


@load_data.overload(
    name="image",
    dtypes=SQUARES,
    model="load_data_3d.h",
    verify=limits.check_fields(
        "asc.load_data", "params", limits.IMAGE, ("l1_h", "l1_w", "channel_size", "k_extension", "m_extension")
    ),
)
def _(dst: Dst[LocalTensor], src: Src[LocalTensor], params: LoadData3DParamsV2) -> None:
    """Loads a part of the matrix that img2col makes of a convolution's input, from L1 to L0A or L0B.

    The input is of the form C1, H, W, C0, with 32 bytes of channels in C0; the matrix has a row for each position of
    the filter and columns C1, filter height, filter width, C0. Into L0B it goes with its rows as the product's k.
    8-bit types go to L0A only, and are not transposed.
    """


@load_data.overload(name="image_pro", dtypes=SQUARES, model="load_data_3d.h")
def _(dst: Dst[LocalTensor], src: Src[LocalTensor], params: LoadData3DParamsV2Pro) -> None:
    """The same with packed parameters; the input's size and padding are those of the ``load_data`` before."""


def _check_image(bound: dict[str, Any]) -> None:
    if bound["dst"].dtype.sizeof() == 1 and limits.known(bound["params"], "en_transpose"):
        raise CallError(
            "asc.load_data: elements of 8 bits aren't transposed",
            hint="asc.load_data_with_transpose transposes them",
            code="ASC-E302",
        )


for _form in load_data.overloads[-2:]:
    _form.verifiers.append(_check_image)


@api("LoadDataWithSparse", pipe=Pipe.MTE1, dtypes=(("int8", "int8", "uint8"),), model="mmad_sparse.h")
def load_data_with_sparse(
    dst: Dst[LocalTensor], src: Src[LocalTensor], idx: Src[LocalTensor], load_data_params: LoadData2DParams
) -> None:
    """Loads fractals of a sparse matrix B from L1 to L0B, and their index of 128 bytes each to a memory of its own.

    Of *load_data_params* ``start_index`` and ``repeat_times`` count.
    """


@api("LoadDataWithTranspose", pipe=Pipe.MTE1, dtypes=SQUARES, model="load_data_2d.h")
def load_data_with_transpose(dst: Dst[LocalTensor], src: Src[LocalTensor], params: LoadData2dTransposeParams) -> None:
    """Loads square blocks from L1 to L0A or L0B, transposed.

    A block has 32 by 32 elements of 8 bits (two fractals, one below the other), 16 by 16 of 16 bits, or 16 by 16 of 32
    bits (two fractals side by side).
    """


@load_data_with_transpose.overload(name="v2")
def _(dst: Dst[LocalTensor], src: Src[LocalTensor], params: LoadData2dTransposeParamsV2) -> None:
    """Not supported on Atlas A2/A3, where it ends in an error of Model."""


def _check_biased(bound: dict[str, Any]) -> None:
    if limits.known(bound["params"], "cmatrix_init_val"):
        raise CallError(
            "asc.mmad: cmatrix_init_val is True, so that the sums start from zeros and not from 'bias'",
            hint="pass asc.MmadParams(m, n, k, cmatrix_init_val=False)",
            code="ASC-E302",
        )


@api("Mmad", pipe=Pipe.M, dtypes=PRODUCTS, model="mmad.h")
def mmad(dst: InOut[LocalTensor], fm: Src[LocalTensor], filter: Src[LocalTensor], params: MmadParams) -> None:
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


@mmad.overload(name="bias", dtypes=BIASED, verify=_check_biased)
def _(
    dst: InOut[LocalTensor],
    fm: Src[LocalTensor],
    filter: Src[LocalTensor],
    bias: Src[LocalTensor],
    params: MmadParams,
) -> None:
    """The sums of a column start from its element of *bias*, which lies in the bias table (C2) or is *dst* itself.

    *params* has ``cmatrix_init_val=False``.
    """


@api("MmadWithSparse", pipe=Pipe.M, dtypes=(("int32", "int8", "int8"),), model="mmad_sparse.h")
def mmad_with_sparse(
    dst: InOut[LocalTensor], fm: Src[LocalTensor], filter: Src[LocalTensor], mmad_params: MmadParams
) -> None:
    """Multiplies with a sparse matrix *filter* that ``load_data_with_sparse`` loaded: two of four elements of k.

    ``k`` counts the elements of *fm*; it is a multiple of 4.
    """


def _check_sparse(bound: dict[str, Any]) -> None:
    limits.check_multiple("asc.mmad_with_sparse", bound["mmad_params"], "k", 4)


mmad_with_sparse.verifier(_check_sparse)


def _check_boundary(bound: dict[str, Any]) -> None:
    value = bound["boundary"]
    if isinstance(value, int) and 0 < value < 1024:
        raise CallError(
            f"asc.set_load_data_boundary: 'boundary' is {value}; it must be 0 (none) or at least 1024 bytes",
            code="ASC-E302",
        )


@api("SetLoadDataBoundary", model="load_data_3d.h", verify=_check_boundary)
def set_load_data_boundary(boundary: UInt32) -> None:
    """Sets the byte of L1 where ``load_data`` of a convolution's input goes on at the begin of L1; 0 is none."""


def _build_padding_value(builder: Any, pad_value: Any) -> None:
    """The register takes the bits of the value as it is, so its type isn't changed."""
    builder.create("asc.set_load_data_padding_value", [builder.materialize(pad_value).handle], [], {})


def _emit_padding_value(op: OpText, emitter: Emitter) -> str:
    return f"SetLoadDataPaddingValue({op.operand(0)})"


@api("SetLoadDataPaddingValue", model="load_data_3d.h", build=_build_padding_value, emit=_emit_padding_value)
def set_load_data_padding_value(pad_value: Annotated[int | float, Scalar()]) -> None:
    """Sets the padding of ``load_data`` of a convolution's input with packed parameters: its bits as they are."""


@api("SetLoadDataRepeat", model="load_data_3d.h")
def set_load_data_repeat(param: LoadDataRepeatParam) -> None:
    """Makes ``load_data`` of a convolution's input repeat, downwards or to the right."""
