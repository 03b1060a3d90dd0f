"""Instructions of the scalar unit on single numbers."""

from __future__ import annotations

from typing import Annotated, Any

from asc_api_core.enums import RoundMode
from asc_plugins import CallError, Const, DataType, Family, Int64, Scalar, UInt64, api

MODEL = "scalar.h"

Float = Annotated[float, Scalar("float32")]

#: The rounding modes of each result.
ROUNDINGS = {
    "int32": (RoundMode.CAST_RINT, RoundMode.CAST_FLOOR, RoundMode.CAST_CEIL, RoundMode.CAST_ROUND),
    "float16": (RoundMode.CAST_ODD,),
}


def _check_bit(bound: dict[str, Any]) -> None:
    if bound["count_value"] not in (0, 1):
        raise CallError(f"'count_value' is {bound['count_value']}; it must be 0 or 1", code="ASC-E302")


def _check_cast(bound: dict[str, Any]) -> None:
    dtype, mode = bound["dtype"].name, bound["round_mode"]
    if dtype not in ROUNDINGS:
        raise CallError(
            f"asc.scalar_cast makes {' or '.join(ROUNDINGS)}, not {dtype}",
            hint="value.cast(dtype) converts between all types as C++ does",
            code="ASC-E303",
        )
    if mode not in ROUNDINGS[dtype]:
        raise CallError(
            f"asc.scalar_cast to {dtype} rounds with {', '.join(m.name for m in ROUNDINGS[dtype])}, not {mode.name}",
            code="ASC-E302",
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
    """A float32 converted to int32 or float16; Ascend C's ``ScalarCast``.

    Args:
        value_in: the number.
        dtype: int32, where numbers that don't fit become the nearest one and NaN becomes 0, or float16.
        round_mode: CAST_RINT, CAST_FLOOR, CAST_CEIL or CAST_ROUND to int32; CAST_ODD to float16, which sets the last
            bit of a result that isn't exact.
    """


bits = Family(template=("count_value",), verify=_check_bit, pure=True, model=MODEL)


@bits.overload
def _(value_in: UInt64, count_value: Const[int]) -> Int64: ...


scalar_get_sff_value = bits(
    "scalar_get_sff_value",
    "ScalarGetSFFValue",
    doc="Position of the lowest of the 64 bits of *value_in* that is *count_value* (0 or 1), an int64; -1 without "
    "one. Ascend C's ``ScalarGetSFFValue``.",
)
scalar_get_count_of_value = bits(
    "scalar_get_count_of_value",
    "ScalarGetCountOfValue",
    doc="Number of the 64 bits of *value_in* that are *count_value* (0 or 1), an int64; Ascend C's "
    "``ScalarGetCountOfValue``.",
)


@api("ScalarCountLeadingZero", pure=True, model=MODEL)
def scalar_count_leading_zero(value_in: UInt64) -> Int64:
    """Number of zeros before the highest one of the 64 bits of *value_in*, an int64; 64 for 0.

    Ascend C's ``ScalarCountLeadingZero``.
    """


@api("CountBitsCntSameAsSignBit", pure=True, model=MODEL)
def count_bits_cnt_same_as_sign_bit(value_in: Int64) -> Int64:
    """Number of bits after the sign bit of *value_in* (64 bits) that equal it, -1 for 0 and -1.

    Ascend C's ``CountBitsCntSameAsSignBit``.
    """
