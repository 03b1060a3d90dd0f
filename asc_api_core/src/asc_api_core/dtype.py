"""Data types under the names that kernels written for pyasc may import them by."""

from __future__ import annotations

from asc_plugins.dtypes import (
    DataType,
    bfloat16,
    float16,
    float32,
    float64,
    int8,
    int16,
    int32,
    int64,
    uint8,
    uint16,
    uint32,
    uint64,
    void,
)
from asc_plugins.dtypes import bool_ as int1

bit = int1
bool_ = int8
int_ = int32
half = float16
float_ = float32
double = float64


class KnownTypes:
    """All data types as attributes; a bool counts as int8, as it lies in memory."""

    void = void
    bit = int1 = int1
    int8 = bool_ = int8
    int16 = int16
    int32 = int_ = int32
    int64 = int64
    uint8 = uint8
    uint16 = uint16
    uint32 = uint32
    uint64 = uint64
    float16 = half = float16
    bfloat16 = bfloat16
    float32 = float_ = float32
    float64 = double = float64


__all__ = [
    "DataType", "KnownTypes", "bfloat16", "bit", "bool_", "double", "float16", "float32", "float64", "float_", "half",
    "int1", "int8", "int16", "int32", "int64", "int_", "uint8", "uint16", "uint32", "uint64", "void",
]  # fmt: skip
