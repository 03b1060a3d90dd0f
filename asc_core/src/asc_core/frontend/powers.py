"""``**`` of scalars: multiplications for small constant exponents, operations of ``math`` for others."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from asc_plugins.dtypes import DataType, float32, int32, int64
from asc_plugins.errors import CallError
from asc_plugins.values import PlainValue

from .promotion import arithmetic, fits, literal_dtype

if TYPE_CHECKING:
    from .builder import KernelBuilder

#: A larger constant exponent would write more multiplications than a person would.
_MOST_MULTIPLIED = 64
_HINT = "convert a whole exponent with int(e); of tensors, asc.ln, asc.muls and asc.exp compute any power"


def power(builder: KernelBuilder, base: Any, exponent: Any) -> PlainValue:
    """``base ** exponent``, one of which is known only when the kernel runs.

    Raises:
        CallError: an exponent that isn't whole, other than the constant 0.5.
    """
    if isinstance(exponent, PlainValue):
        return _at_run_time(builder, base, exponent)
    value = builder.materialize(base)
    value = builder.cast(value, arithmetic(value.dtype))
    if exponent == 0.5:
        return _root(builder, value)
    if isinstance(exponent, float) and not exponent.is_integer():
        raise CallError(f"'**' takes whole exponents and 0.5, not {exponent}", hint=_HINT, code="ASC-E401")
    if (isinstance(exponent, float) or exponent < 0) and not value.dtype.is_float():
        value = builder.cast(value, float32)
    whole = int(exponent)
    if abs(whole) > _MOST_MULTIPLIED:
        dtype = value.dtype if not value.dtype.is_float() and fits(whole, value.dtype) else literal_dtype(whole)
        return _at_run_time(builder, value, builder.materialize(whole, dtype))
    if whole == 0:
        return builder.number(1, value.dtype)
    # Floats of 16 bits are rounded once, at the end.
    dtype, square = value.dtype, builder.widened(value)
    result: Any = None
    for bit in range(abs(whole).bit_length()):
        if bit:
            square = builder.binary("mul", square, square)
        if abs(whole) >> bit & 1:
            result = square if result is None else builder.binary("mul", result, square)
    return builder.cast(builder.binary("truediv", 1.0, result) if whole < 0 else result, dtype)


def _root(builder: KernelBuilder, value: PlainValue) -> PlainValue:
    if not value.dtype.is_float():
        value = builder.cast(value, float32)
    wide = builder.widened(value)
    # The root of -0.0 is -0.0, its power 0.0.
    positive = builder.binary("add", wide, 0.0)
    root = builder.op("math.sqrt", [positive.handle], wide.dtype)
    infinite = builder.compare("eq", wide, -math.inf)
    return builder.cast(builder.select(infinite, builder.number(math.inf, wide.dtype), root), value.dtype)


def _at_run_time(builder: KernelBuilder, base: Any, exponent: PlainValue) -> PlainValue:
    if exponent.dtype.is_float():
        raise CallError(
            "the exponent of '**' is a float known only when the kernel runs; the scalar unit has no such function",
            hint=_HINT,
            code="ASC-E401",
        )
    dtype = arithmetic(builder.common("pow", base, exponent))
    value = builder.materialize(base, dtype)
    if dtype.is_float():
        wide = builder.widened(value)
        signed = builder.cast(exponent, int64 if _needs_64_bits(exponent.dtype) else int32)
        return builder.cast(builder.op("math.fpowi", [wide.handle, signed.handle], wide.dtype), dtype)
    exponent = builder.cast(exponent, dtype)
    if dtype.name != "uint64":
        return _whole(builder, value, exponent, int64 if _needs_64_bits(dtype) else int32)
    # The operation is signed, so the exponent's lowest bit makes room for its highest.
    odd = builder.truth(builder.binary("and", exponent, 1))
    factor = builder.select(odd, value, builder.number(1, dtype))
    half = builder.binary("rshift", exponent, 1)
    power_of_half = _whole(builder, builder.binary("mul", value, value), half, dtype)
    product: PlainValue = builder.binary("mul", power_of_half, factor)
    return product


def _whole(builder: KernelBuilder, value: PlainValue, exponent: PlainValue, wide: DataType) -> PlainValue:
    """A power of integers, computed in *wide*."""
    operands = [builder.cast(v, wide).handle for v in (value, exponent)]
    return builder.cast(builder.op("math.ipowi", operands, wide), value.dtype)


def _needs_64_bits(dtype: DataType) -> bool:
    return bool(dtype.limits()[1] > int32.limits()[1])
