"""Types of scalar expressions: which type two operands have in common.

The rules, all in one place:

* sized integers follow numpy; no integer type holds both uint64 and a signed integer, which is an error;
* a float with an integer is float32, two floats are the wider one, float16 with bfloat16 is float32;
* Python's numbers are weak: they take the other operand's type when it holds them;
* bool counts as int32 in arithmetic, as Python's does, and as the other operand's type beside another number.
"""

from __future__ import annotations

from asc_plugins.brief import brief
from asc_plugins.dtypes import (
    DataType,
    bool_,
    float32,
    int8,
    int16,
    int32,
    int64,
    uint64,
)

_SIGNED = (int8, int16, int32, int64)


class NoCommonType(TypeError):  # noqa: N818 - it is a reason, turned into a diagnostic
    """Two operands have no type in common."""


class BeyondTypesError(OverflowError):
    """An integer has more than 64 bits."""


def literal_dtype(value: bool | int | float) -> DataType:
    """The type of a Python number by itself: bool, int32, int64 or uint64 by its size, float32.

    Raises:
        BeyondTypesError: an integer beyond 64 bits.
    """
    if isinstance(value, bool):
        return bool_
    if isinstance(value, float):
        return float32
    for dtype in (int32, int64, uint64):
        if fits(value, dtype):
            return dtype
    raise BeyondTypesError(f"{brief(value)} needs more than 64 bits")


def fits(value: int, dtype: DataType) -> bool:
    """True when an integer type holds *value*."""
    low, high = dtype.limits()
    return low <= value <= high


def promote(a: DataType, b: DataType) -> DataType:
    """The type two run-time scalars have in common.

    Raises:
        NoCommonType: no type holds both.
    """
    if a is b:
        return a
    if a.is_bool() or b.is_bool():
        return b if a.is_bool() else a
    if a.is_float() and b.is_float():
        if a.bitwidth == b.bitwidth:
            return float32
        return a if a.bitwidth > b.bitwidth else b
    if a.is_float() or b.is_float():
        other = a if a.is_float() else b
        return other if other.bitwidth > 32 else float32
    if a.is_signed() == b.is_signed():
        return a if a.bitwidth > b.bitwidth else b
    signed, unsigned = (a, b) if a.is_signed() else (b, a)
    for dtype in _SIGNED:
        if dtype.bitwidth > unsigned.bitwidth and dtype.bitwidth >= signed.bitwidth:
            return dtype
    raise NoCommonType(f"no type holds the values of both {a} and {b}")


def promote_literal(dtype: DataType, value: bool | int | float) -> DataType:
    """The type a run-time scalar has in common with a Python number."""
    if isinstance(value, bool):
        return dtype
    if isinstance(value, float):
        return dtype if dtype.is_float() else float32
    if dtype.is_float():
        return dtype
    if dtype.is_int() and fits(value, dtype):
        return dtype
    return promote(dtype, literal_dtype(value))


def arithmetic(dtype: DataType) -> DataType:
    """The type in which values of *dtype* are added and multiplied: bool counts as int32."""
    return int32 if dtype.is_bool() else dtype


def unify(a: DataType, b: DataType) -> DataType | None:
    """The type that holds a variable's values of both types without loss, None when there is none.

    Integers don't turn into floats here: that a variable is one on one path and the other on another is
    more often a slip than meant.
    """
    if a.is_float() != b.is_float():
        return None
    try:
        return promote(a, b)
    except NoCommonType:
        return None
