"""Constant operands within the ranges that declarations give."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from asc_core.ir.ranges import constant_of
from asc_plugins import dtypes
from asc_plugins.errors import CallError
from asc_plugins.ops import OpSpec

_UNSIGNED = {dtype.name: 8 * dtype.sizeof() for dtype in dtypes.ALL if dtype.is_unsigned()}


def require_ranges(spec: OpSpec, groups: Mapping[str, Sequence[Any]]) -> None:
    """Checks the constants among an operation's operands.

    Raises:
        CallError: one is outside the range of its parameter.
    """
    for operand in spec.operands:
        scalar = operand.scalar
        if scalar is None or (scalar.ge is None and scalar.le is None):
            continue
        for number in map(constant_of, groups[operand.name]):
            if number is None:
                continue
            if number < 0 and scalar.dtype in _UNSIGNED:
                # MLIR shows what has the highest bit as negative.
                number += 1 << _UNSIGNED[scalar.dtype]
            low, high = scalar.ge, scalar.le
            if (low is not None and number < low) or (high is not None and number > high):
                limit = f"at least {low}" if high is None else f"{low}..{high}"
                raise CallError(f"'{operand.name}' of {spec.name} is {number}; it must be {limit}", code="ASC-E302")
