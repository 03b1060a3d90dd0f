"""Conversions computed with exact rational numbers."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

import ml_dtypes
import numpy as np


def integral(value: Fraction, mode: str) -> int:
    """A rational number rounded to an integer."""
    floor = math.floor(value)
    rest = value - floor
    if mode in ("CAST_NONE", "CAST_RINT"):
        return floor + (rest > Fraction(1, 2) or (rest == Fraction(1, 2) and floor % 2 == 1))
    if mode == "CAST_FLOOR":
        return floor
    if mode == "CAST_CEIL":
        return math.ceil(value)
    if mode == "CAST_TRUNC":
        return math.trunc(value)
    if mode == "CAST_ROUND":
        return int(math.copysign(math.floor(abs(value) + Fraction(1, 2)), value)) if value else 0
    assert mode == "CAST_ODD"
    return floor if rest == 0 or floor % 2 == 1 else floor + 1


def to_float(value: Fraction, dtype: Any, mode: str) -> float:
    """A rational number as the nearest numbers of a float type."""
    info = ml_dtypes.finfo(dtype)
    least = int(info.minexp) - int(info.nmant)
    if value == 0:
        return 0.0
    exponent = max(math.floor(math.log2(abs(value))) - int(info.nmant), least)
    while abs(value) >= Fraction(2) ** (exponent + int(info.nmant) + 1):
        exponent += 1
    while exponent > least and abs(value) < Fraction(2) ** (exponent + int(info.nmant)):
        exponent -= 1
    unit = Fraction(2) ** exponent
    # Odd and truncated results are rounded by magnitude.
    sign = -1 if value < 0 else 1
    number = sign * integral(abs(value) / unit, mode) if mode == "CAST_ODD" else integral(value / unit, mode)
    result = number * unit
    largest = Fraction(float(info.max))
    if abs(result) <= largest:
        return float(result)
    to_zero = (
        mode in ("CAST_TRUNC", "CAST_ODD") or (mode == "CAST_FLOOR" and sign > 0) or (mode == "CAST_CEIL" and sign < 0)
    )
    return sign * (float(largest) if to_zero else math.inf)


def convert(x: Any, src: Any, dst: Any, mode: str) -> Any:
    """One number of *src* as one of *dst*."""
    floats = np.dtype(dst).kind not in "iu"
    if np.dtype(src).kind not in "iu":
        number = float(x)
        if math.isnan(number):
            return math.nan if floats else 0
        if math.isinf(number):
            return number if floats else (np.iinfo(dst).max if number > 0 else np.iinfo(dst).min)
        value = Fraction(number)
    else:
        value = Fraction(int(x))
    if not floats:
        info = np.iinfo(dst)
        return max(int(info.min), min(int(info.max), integral(value, mode)))
    if np.dtype(src) == np.dtype(dst):
        return float(integral(value, mode))
    return to_float(value, dst, mode)
