"""The mask register of the vector unit."""

from __future__ import annotations

from typing import Annotated, Any

from asc_api_core.enums import MaskMode
from asc_plugins import CallError, DataType, Family, Scalar, UInt64, api

MODEL = "vec_mask.h"

_REPEAT_BYTES = 256

Length = Annotated[int, Scalar("int32", ge=0)]


def _check_words(bound: dict[str, Any]) -> None:
    """The words of constants; a repeat has 256 bytes."""
    width, high, low = bound["dtype"].bitwidth, bound["mask_high"], bound["mask_low"]
    if bound["mode"] is MaskMode.COUNTER:
        if isinstance(high, int) and high != 0:
            raise CallError(f"'mask_high' is {high}; in counter mode it must be 0", code="ASC-E302")
        return
    if width >= 32 and isinstance(high, int) and high != 0:
        raise CallError(
            f"'mask_high' is {high:#x}; a repeat of {bound['dtype'].name} has at most 64 elements, so it must be 0",
            code="ASC-E302",
        )
    if width == 64 and isinstance(low, int) and low >= 1 << 32:
        raise CallError(
            f"'mask_low' is {low:#x}; a repeat of {bound['dtype'].name} has 32 elements, so it must be below 2**32",
            code="ASC-E302",
        )


def _check_length(bound: dict[str, Any]) -> None:
    elements = 8 * _REPEAT_BYTES // max(bound["dtype"].bitwidth, 16)
    if bound["mode"] is MaskMode.NORMAL and isinstance(bound["length"], int) and bound["length"] > elements:
        raise CallError(
            f"'length' is {bound['length']}; a repeat of {bound['dtype'].name} has {elements} elements", code="ASC-E302"
        )


mask_mode = Family(model=MODEL)


@mask_mode.overload
def _() -> None: ...


set_mask_count = mask_mode(
    "set_mask_count",
    "SetMaskCount",
    doc="Counter mode: the mask is the number of elements of an instruction.",
)
set_mask_norm = mask_mode(
    "set_mask_norm",
    "SetMaskNorm",
    doc="Normal mode, as at the kernel's start: the mask selects elements of a repeat.",
)
reset_mask = mask_mode("reset_mask", "ResetMask", doc="All elements of a repeat take part.")


@api("SetVectorMask", template=("dtype", "mode"), order=("length",), verify=_check_length, model=MODEL)
def set_vector_mask(length: Length, dtype: DataType, mode: MaskMode = MaskMode.NORMAL) -> None:
    """Sets the mask that instructions with ``is_set_mask=False`` use; Ascend C's ``SetVectorMask``.

    Args:
        length: the first *length* elements of a repeat (16-bit types 128, 32-bit 64, 64-bit 32 at most), or in counter
            mode the number of elements of an instruction.
        dtype: type of the elements.
        mode: the mask mode in force: ``set_mask_norm`` or ``set_mask_count`` sets it.
    """


@set_vector_mask.overload(name="bits", template=("dtype", "mode"), order=("mask_high", "mask_low"), verify=_check_words)
def _(mask_high: UInt64, mask_low: UInt64, dtype: DataType, mode: MaskMode = MaskMode.NORMAL) -> None:
    """Sets the mask by bits, one an element of a repeat.

    Args:
        mask_high: bits of the elements from 64 on; 0 for types of 32 or 64 bits and in counter mode.
        mask_low: bits of the first 64 elements, or in counter mode the number of elements of an instruction.
        dtype: type of the elements.
        mode: the mask mode in force.
    """
