"""Numbers as literals of Ascend C."""

from __future__ import annotations

import math
from functools import lru_cache

import numpy as np

from asc_plugins.dtypes import DataType, int32, int64
from asc_plugins.emit import Expr, Precedence

_INT32 = range(-(1 << 31), 1 << 31)


def _negative(text: str) -> Expr:
    return Expr(text, Precedence.UNARY if text.startswith("-") else Precedence.PRIMARY)


@lru_cache(maxsize=4096)
def integer(value: int, dtype: DataType) -> Expr:
    """A literal with *value*, read as *dtype* has it; C++ may give it a narrower type."""
    low, high = dtype.limits()
    if not low <= value <= high:
        value &= (1 << dtype.bitwidth) - 1
        value -= (1 << dtype.bitwidth) if value > high else 0
    if dtype.is_bool():
        return Expr("true" if value else "false")
    if dtype.is_unsigned():
        if value in _INT32:
            return Expr(str(value))
        return Expr(f"{value:#x}u" if value < 1 << 32 else f"{value:#x}ull")
    # The magnitude of the smallest number doesn't fit its type.
    if value == int32.limits()[0]:
        return Expr("(-2147483647 - 1)")
    if value == int64.limits()[0]:
        return Expr("(-9223372036854775807ll - 1)")
    return _negative(str(value) if value in _INT32 else f"{value}ll")


def unsigned(value: int, bits: int) -> Expr:
    """A literal of the unsigned type of at least 32 bits, for unsigned arithmetic."""
    value &= (1 << bits) - 1
    suffix = "ull" if bits > 32 else "u"
    return Expr(f"{value}{suffix}" if value < 1 << 31 else f"{value:#x}{suffix}")


def _digits(value: float, dtype: DataType) -> str:
    if math.isnan(value):
        return '__builtin_nan("")' if dtype.bitwidth == 64 else '__builtin_nanf("")'
    if math.isinf(value):
        return ("-" if value < 0 else "") + ("__builtin_inf()" if dtype.bitwidth == 64 else "__builtin_inff()")
    text = repr(value) if dtype.bitwidth == 64 else str(np.float32(value))
    if not any(c in text for c in ".e"):
        text += ".0"
    return text if dtype.bitwidth == 64 else text + "f"


def floating(value: float, dtype: DataType) -> Expr:
    """A literal of exactly *dtype*."""
    text = _digits(value, dtype)
    if dtype.name == "float16":
        return Expr(f"half({text})", Precedence.POSTFIX)
    if dtype.name == "bfloat16":
        return Expr(f"ToBfloat16({text})", Precedence.POSTFIX)
    return _negative(text)


def literal(value: bool | int | float, dtype: DataType) -> Expr:
    """A literal of a scalar type."""
    return floating(float(value), dtype) if dtype.is_float() else integer(int(value), dtype)
