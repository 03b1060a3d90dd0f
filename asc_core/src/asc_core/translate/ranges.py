"""What is known of integers at compile time: constants, and values that are never negative."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from asc_core.ir.bindings import ir
from asc_plugins.registry import Registry

_ALL_OPERANDS = frozenset(
    {"arith.addi", "arith.muli", "arith.divsi", "arith.floordivsi", "arith.ceildivsi", "arith.minsi",
     "arith.ori", "arith.xori"}
)  # fmt: skip
_FIRST_OPERAND = frozenset(
    {"arith.remsi", "arith.shrsi", "arith.extsi", "arith.index_cast", "arith.divui", "arith.remui"}
)
_ANY_OPERAND = frozenset({"arith.maxsi", "arith.andi"})
# Deeper expressions than a person writes aren't worth the time.
_DEPTH = 32


def constant_of(value: Any) -> int | float | None:
    """The number an ``arith.constant`` makes; None for other values."""
    owner = value.owner
    if isinstance(owner, ir.Block) or owner.operation.name != "arith.constant":
        return None
    number: int | float = owner.operation.attributes["value"].value
    return number


class Ranges:
    """Answers whether a value can be negative, remembering what it found."""

    def __init__(self, registry: Registry, constant: Callable[[Any], int | float | None] = constant_of) -> None:
        self._ops = registry.ops
        self._constant = constant
        self._known: dict[Any, bool] = {}

    def non_negative(self, value: Any, depth: int = _DEPTH) -> bool:
        """True when the integer *value* is zero or more, as long as no arithmetic on it overflowed."""
        known = self._known.get(value)
        if known is None:
            known = self._known[value] = depth > 0 and self._find(value, depth - 1)
        return known

    def _find(self, value: Any, depth: int) -> bool:
        number = self._constant(value)
        if number is not None:
            return number >= 0
        owner = value.owner
        if isinstance(owner, ir.Block):
            return self._argument(value, owner, depth)
        op = owner.operation
        operands = list(op.operands)
        name = op.name
        if name in _ALL_OPERANDS:
            return all(self.non_negative(o, depth) for o in operands)
        if name in _FIRST_OPERAND:
            return self.non_negative(operands[0], depth)
        if name in _ANY_OPERAND:
            return any(self.non_negative(o, depth) for o in operands)
        if name == "arith.extui":
            return True
        if name == "emitasc.floormod":
            return self.non_negative(operands[1], depth)
        if name == "arith.select":
            return all(self.non_negative(o, depth) for o in operands[1:])
        spec = self._ops.get(name)
        if spec is not None and len(spec.results) == 1 and spec.results[0].scalar is not None:
            scalar = spec.results[0].scalar
            return scalar.ge is not None and scalar.ge >= 0
        return False

    def _argument(self, value: Any, block: Any, depth: int) -> bool:
        """The counter of a loop that starts at zero or more and counts up."""
        owner = block.owner
        if owner is None or owner.operation.name != "scf.for" or value != block.arguments[0]:
            return False
        if "unsignedCmp" in owner.operation.attributes:
            # It may count past the highest signed number.
            return False
        lower, _, step = list(owner.operation.operands)[:3]
        size = self._constant(step)
        return size is not None and size > 0 and self.non_negative(lower, depth)
