"""Python's operators on scalars as operations of ``arith``: names, predicates, and what needs no second thought."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from math import inf
from typing import Any

from asc_plugins.dtypes import ALL, DataType, bool_

SYMBOLS = {
    "add": "+", "sub": "-", "mul": "*", "truediv": "/", "floordiv": "//", "mod": "%", "pow": "**",
    "lshift": "<<", "rshift": ">>", "and": "&", "or": "|", "xor": "^", "max": "max", "min": "min",
    "eq": "==", "ne": "!=", "lt": "<", "le": "<=", "gt": ">", "ge": ">=",
    "ceildiv": "ceildiv", "neg": "-", "invert": "~", "abs": "abs", "not": "not",
}  # fmt: skip

#: Operations on signed integers, unsigned integers and floats; see :func:`which`.
SIMPLE = {
    "add": ("arith.addi", "arith.addi", "arith.addf"),
    "sub": ("arith.subi", "arith.subi", "arith.subf"),
    "mul": ("arith.muli", "arith.muli", "arith.mulf"),
    "floordiv": ("arith.floordivsi", "arith.divui", ""),
    "ceildiv": ("arith.ceildivsi", "arith.ceildivui", ""),
    "mod": ("emitasc.floormod", "arith.remui", ""),
}
BITWISE = {"and": "arith.andi", "or": "arith.ori", "xor": "arith.xori"}
EXTREME = {"max": ("arith.maxsi", "arith.maxui", "gt"), "min": ("arith.minsi", "arith.minui", "lt")}
#: Numbers of arith's predicates: integer signed, integer unsigned, ordered float (unordered for "ne").
PREDICATES = {
    "eq": (0, 0, 1), "ne": (1, 1, 13), "lt": (2, 6, 4), "le": (3, 7, 5), "gt": (4, 8, 2), "ge": (5, 9, 3),
}  # fmt: skip
SWAPPED = {"lt": "gt", "le": "ge", "gt": "lt", "ge": "le", "eq": "eq", "ne": "ne"}


def which(dtype: DataType) -> int:
    """Column of the tables."""
    return 2 if dtype.is_float() else 1 if dtype.is_unsigned() or dtype.is_bool() else 0


@dataclass(frozen=True)
class Direct:
    """An operator that is one operation on its operands as they are.

    Attributes:
        name: the operation.
        dtype: type of the result.
        predicate: number of a comparison's predicate, None for other operations.
        low: smallest constant that the right operand may be.
        high: largest constant that it may be.
    """

    name: str
    dtype: DataType
    predicate: int | None = None
    low: float = -inf
    high: float = inf


def _direct() -> Iterator[tuple[tuple[str, DataType, Any], Direct]]:
    for dtype in ALL:
        # float16 is computed as float32, and bool as int32.
        if not (dtype.is_int() or (dtype.is_float() and dtype.bitwidth >= 32)):
            continue
        column = which(dtype)
        operations = {kind: Direct(SIMPLE[kind][column], dtype) for kind in ("add", "sub", "mul")}
        if dtype.is_int():
            operations |= {kind: Direct(name, dtype) for kind, name in BITWISE.items()}
        compare = "arith.cmpf" if dtype.is_float() else "arith.cmpi"
        operations |= {kind: Direct(compare, bool_, columns[column]) for kind, columns in PREDICATES.items()}
        for kind, found in operations.items():
            yield (kind, dtype, dtype), found
            if dtype.is_float():
                yield (kind, dtype, float), found
                yield (kind, dtype, int), found
            else:
                yield (kind, dtype, int), Direct(found.name, found.dtype, found.predicate, *dtype.limits())


#: By operator, type of the left operand, and type or Python's class of the right one.
DIRECT: Mapping[tuple[str, DataType, Any], Direct] = dict(_direct())
