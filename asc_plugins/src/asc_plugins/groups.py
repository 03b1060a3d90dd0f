"""Which values of an operation belong to which declared operand."""

from __future__ import annotations

from typing import Any

from .ops import OperandSpec, OpSpec


def sizes(spec: OpSpec, op: Any) -> list[int]:
    """How many values each declared operand has in an operation of MLIR."""
    if spec.segmented:
        return list(op.attributes["operandSegmentSizes"])
    rest = len(op.operands) - sum(o.arity == "single" for o in spec.operands)
    return [1 if o.arity == "single" else rest for o in spec.operands]


def operand_at(spec: OpSpec, op: Any, place: int) -> OperandSpec | None:
    """The declared operand that value number *place* belongs to."""
    for operand, size in zip(spec.operands, sizes(spec, op), strict=True):
        place -= size
        if place < 0:
            return operand
    return None
