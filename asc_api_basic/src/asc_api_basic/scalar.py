"""Instructions of the scalar unit on single numbers."""

from __future__ import annotations

from typing import Annotated, Any

from asc_api_core.enums import RoundMode
from asc_plugins import CallError, Const, DataType, Family, Int64, Scalar, UInt64, api

MODEL = "scalar.h"

Float = Annotated[float, Scalar("float32")]


def _check_bit(bound: dict[str, Any]) -> None:
    if bound["count_value"] not in (0, 1):
        raise CallError(f"'count_value' is {bound['count_value']}; it must be 0 or 1", code="ASC-E302")


def _check_cast(bound: dict[str, Any]) -> None:
    if bound["dtype"].name not in ("int32", "float16"):
        raise CallError(
            f"scalar_cast makes int32 or float16, not {bound['dtype'].name}",
            hint="value.cast(dtype) converts between all types as C++ does",
            code="ASC-E303",
        )


@api(
    "ScalarCast",
    text="ScalarCast<float, {dtype}, {round_mode}>({value_in})",
    result=lambda b: b["dtype"],
    verify=_check_cast,
    pure=True,
    model=MODEL,
)
def scalar_cast(value_in: Float, dtype: DataType, round_mode: RoundMode) -> Any:
    """A float32 converted to int32 (all rounding modes but CAST_NONE and CAST_ODD) or to float16 (CAST_ODD)."""


bits = Family(template=("count_value",), verify=_check_bit, pure=True, model=MODEL)


@bits.overload
def _(value_in: UInt64, count_value: Const[int]) -> Int64: ...


scalar_get_sff_value = bits(
    "scalar_get_sff_value",
    "ScalarGetSFFValue",
    doc="Position of the lowest bit of *value_in* (64 bits) that is *count_value* (0 or 1); -1 without one.",
)
scalar_get_count_of_value = bits(
    "scalar_get_count_of_value",
    "ScalarGetCountOfValue",
    doc="Number of bits of *value_in* (64 bits) that are *count_value* (0 or 1).",
)


@api("ScalarCountLeadingZero", pure=True, model=MODEL)
def scalar_count_leading_zero(value_in: UInt64) -> Int64:
    """Number of zeros before the highest one of *value_in* (64 bits)."""


@api("CountBitsCntSameAsSignBit", pure=True, model=MODEL)
def count_bits_cnt_same_as_sign_bit(value_in: Int64) -> Int64:
    """Number of bits after the sign bit of *value_in* (64 bits) that equal it."""
