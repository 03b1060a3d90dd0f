"""Comparisons into bits, and selection by bits."""

from __future__ import annotations

from typing import Annotated, Any

from asc_api_core.enums import CMPMODE, SelMode
from asc_api_core.repeat_params import BinaryRepeatParams, UnaryRepeatParams
from asc_api_core.tensor import LocalTensor
from asc_plugins import CallError, Const, Dst, Mask, Pipe, Repeat, Scalar, Src, UInt32, api

from .vec_forms import ELEMENTWISE
from .vec_limits import check_multiple

#: A number of the compared tensor's, or of the destination's data type.
Compared = Annotated[int | float, Scalar(like="src0")]
Selected = Annotated[int | float, Scalar(like="dst")]

COMPARED = ("float16", "float32", "int32")
COMPARE = tuple((bits, source, source) for source in COMPARED for bits in ("uint8", "int8"))
FLOATS = ("float16", "float32")
BITS = ("uint8", "uint16", "uint32", "uint64")


def _check_compare(name: str, bound: dict[str, Any]) -> None:
    dtype = bound["src0"].dtype
    if dtype.name == "int32" and bound["cmp_mode"] is not CMPMODE.EQ:
        raise CallError(f"{name}: int32 has no cmp_mode {bound['cmp_mode'].name}, only EQ", code="ASC-E302")
    check_multiple(name, bound, "count", 256 // dtype.sizeof(), f"elements of {dtype.name}: 256 bytes")


@api("Compare", pipe=Pipe.V, role=ELEMENTWISE, dtypes=COMPARE, template=("src0", "dst"))
def compare(
    dst: Dst[LocalTensor], src0: Src[LocalTensor], src1: Src[LocalTensor], cmp_mode: CMPMODE, count: UInt32
) -> None:
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


@compare.overload(name="mask", template=("src0", "dst", "is_set_mask"))
def _(
    dst: Dst[LocalTensor],
    src0: Src[LocalTensor],
    src1: Src[LocalTensor],
    cmp_mode: CMPMODE,
    mask: Mask,
    repeat_times: Repeat,
    repeat_params: BinaryRepeatParams,
    is_set_mask: Const[bool] = True,
) -> None: ...


@compare.overload(name="register", template=("src0", "is_set_mask"), dtypes=FLOATS)
def _(
    src0: Src[LocalTensor],
    src1: Src[LocalTensor],
    cmp_mode: CMPMODE,
    mask: Mask,
    repeat_params: BinaryRepeatParams,
    is_set_mask: Const[bool] = True,
) -> None: ...


@compare.verifier
def _(bound: dict[str, Any]) -> None:
    _check_compare("asc.compare", bound)


@api(
    "CompareScalar",
    pipe=Pipe.V,
    role=ELEMENTWISE,
    dtypes=tuple(("uint8", source) for source in COMPARED),
    template=("src0", "dst"),
)
def compare_scalar(
    dst: Dst[LocalTensor], src0: Src[LocalTensor], src1_scalar: Compared, cmp_mode: CMPMODE, count: UInt32
) -> None:
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


@compare_scalar.overload(name="mask", template=("src0", "dst", "is_set_mask"))
def _(
    dst: Dst[LocalTensor],
    src0: Src[LocalTensor],
    src1_scalar: Compared,
    cmp_mode: CMPMODE,
    mask: Mask,
    repeat_times: Repeat,
    repeat_params: UnaryRepeatParams,
    is_set_mask: Const[bool] = True,
) -> None: ...


@compare_scalar.verifier
def _(bound: dict[str, Any]) -> None:
    _check_compare("asc.compare_scalar", bound)


REGISTER_DTYPES = ("int8", "uint8", "float16", "int16", "uint16", "bfloat16", "float32", "int32", "uint32")


@api("GetCmpMask", pipe=Pipe.V, dtypes=REGISTER_DTYPES, template=("dst",))
def get_cmp_mask(dst: Dst[LocalTensor]) -> None:
    """Stores the 16 bytes of the register CmpMask.

    Args:
        dst: of 8-, 16- or 32-bit elements, at least 128 bytes in UB, begins at a multiple of 16 bytes.

    Raises:
        CallError: the data type isn't supported.
        ModelError: size, alignment or position are wrong when the kernel runs.
    """


@api("SetCmpMask", pipe=Pipe.V, dtypes=(*REGISTER_DTYPES, "int64", "uint64"), template=("src",))
def set_cmp_mask(src: Src[LocalTensor]) -> None:
    """Loads the register CmpMask with 16 bytes, for the forms of ``select`` without a mode's operand.

    Args:
        src: selection bits (mode VSEL_CMPMASK_SPR), copies of the scalar (VSEL_TENSOR_SCALAR_MODE), or the address in
            UB of the selection bits (VSEL_TENSOR_TENSOR_MODE); at least 16 bytes in UB, begins at a multiple of 16.

    Raises:
        CallError: the data type isn't supported.
        ModelError: size, alignment or position are wrong when the kernel runs.
    """


SCALAR_SELECT = tuple((t, bits, t) for t in FLOATS for bits in BITS)
TENSOR_SELECT = tuple((t, bits, t, t) for t in FLOATS for bits in BITS)


@api("Select", pipe=Pipe.V, role=ELEMENTWISE, dtypes=SCALAR_SELECT, template=("dst", "sel_mask"))
def select(
    dst: Dst[LocalTensor],
    sel_mask: Src[LocalTensor],
    src0: Src[LocalTensor],
    src1: Selected,
    sel_mode: SelMode,
    count: UInt32,
) -> None:
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


@select.overload(name="tensor", dtypes=TENSOR_SELECT, template=("dst", "sel_mask"))
def _(
    dst: Dst[LocalTensor],
    sel_mask: Src[LocalTensor],
    src0: Src[LocalTensor],
    src1: Src[LocalTensor],
    sel_mode: SelMode,
    count: UInt32,
) -> None: ...


@select.overload(name="scalar_mask", template=("dst", "sel_mask", "is_set_mask"))
def _(
    dst: Dst[LocalTensor],
    sel_mask: Src[LocalTensor],
    src0: Src[LocalTensor],
    src1: Selected,
    sel_mode: SelMode,
    mask: Mask,
    repeat_times: Repeat,
    repeat_params: BinaryRepeatParams,
    is_set_mask: Const[bool] = True,
) -> None: ...


@select.overload(name="tensor_mask", dtypes=TENSOR_SELECT, template=("dst", "sel_mask", "is_set_mask"))
def _(
    dst: Dst[LocalTensor],
    sel_mask: Src[LocalTensor],
    src0: Src[LocalTensor],
    src1: Src[LocalTensor],
    sel_mode: SelMode,
    mask: Mask,
    repeat_times: Repeat,
    repeat_params: BinaryRepeatParams,
    is_set_mask: Const[bool] = True,
) -> None: ...


@select.overload(name="scalar_register", template=("dst", "sel_mask"))
def _(
    dst: Dst[LocalTensor],
    sel_mask: Src[LocalTensor],
    src0: Src[LocalTensor],
    repeat_times: Repeat,
    repeat_params: BinaryRepeatParams,
) -> None: ...


@select.overload(name="tensor_register", dtypes=FLOATS, template=("dst", "sel_mode"))
def _(
    dst: Dst[LocalTensor],
    src0: Src[LocalTensor],
    src1: Src[LocalTensor],
    repeat_times: Repeat,
    repeat_params: BinaryRepeatParams,
    sel_mode: SelMode,
) -> None: ...


@select.verifier
def _(bound: dict[str, Any]) -> None:
    mode, src1 = bound.get("sel_mode"), bound.get("src1")
    tensor = isinstance(src1, LocalTensor)
    if mode is not None and (mode is SelMode.VSEL_TENSOR_SCALAR_MODE) is tensor:
        needed = "VSEL_CMPMASK_SPR or VSEL_TENSOR_TENSOR_MODE" if tensor else "VSEL_TENSOR_SCALAR_MODE"
        raise CallError(
            f"asc.select: 'src1' is a {'tensor' if tensor else 'number'}: sel_mode is {needed}, not {mode.name}",
            code="ASC-E302",
        )
