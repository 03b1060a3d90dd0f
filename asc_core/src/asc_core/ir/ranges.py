"""What is known of integers at compile time: constants, and the least that a value can be."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

from asc_plugins.registry import Registry

from .bindings import ir

#: Results that are no less than the first operand: the same number, in another type.
_SAME = frozenset({"arith.extsi", "arith.index_cast"})
#: Results between zero and the first operand, where that isn't negative.
_TOWARDS_ZERO = frozenset({"arith.remsi", "arith.shrsi", "arith.divui", "arith.remui"})
#: Results that are zero or more where both operands are.
_WHERE_BOTH = frozenset({"arith.divsi", "arith.floordivsi", "arith.ceildivsi", "arith.xori"})
# Deeper expressions than a person writes aren't worth the time.
_DEPTH = 32

#: The least that a value can be, minus infinity where nothing is known.
Bound = float


def constant_of(value: Any) -> int | float | None:
    """The number an ``arith.constant`` makes; None for other values."""
    owner = value.owner
    if isinstance(owner, ir.Block) or owner.operation.name != "arith.constant":
        return None
    number: int | float = owner.operation.attributes["value"].value
    return number


class Ranges:
    """Answers how small a value can be, remembering what it found."""

    def __init__(self, registry: Registry, constant: Callable[[Any], int | float | None] = constant_of) -> None:
        self._ops = registry.ops
        self._constant = constant
        self._known: dict[Any, Bound] = {}

    def non_negative(self, value: Any) -> bool:
        """True when the integer *value* is zero or more, as long as no arithmetic on it overflowed."""
        return self.least(value) >= 0

    def positive(self, value: Any) -> bool:
        """True when the integer *value* is one or more, as long as no arithmetic on it overflowed."""
        return self.least(value) >= 1

    def least(self, value: Any, depth: int = _DEPTH) -> Bound:
        """The least that the integer *value* can be, as long as no arithmetic on it overflowed."""
        known = self._known.get(value)
        if known is None:
            known = self._known[value] = self._find(value, depth - 1) if depth > 0 else -math.inf
        return known

    def _find(self, value: Any, depth: int) -> Bound:
        number = self._constant(value)
        if number is not None:
            return number
        owner = value.owner
        if isinstance(owner, ir.Block):
            return self._argument(value, owner, depth)
        op = owner.operation
        spec = self._ops.get(op.name)
        if spec is not None and len(spec.results) == 1 and spec.results[0].scalar is not None:
            declared = spec.results[0].scalar.ge
            return -math.inf if declared is None else declared
        return self._computed(op.name, list(op.operands), depth)

    def _computed(self, name: str, operands: Sequence[Any], depth: int) -> Bound:
        """The bound of an operation on numbers."""

        def least(index: int) -> Bound:
            return self.least(operands[index], depth)

        def where(holds: bool, bound: Bound = 0) -> Bound:
            return bound if holds else -math.inf

        if name in _SAME:
            return least(0)
        if name in _TOWARDS_ZERO:
            return where(least(0) >= 0)
        if name in _WHERE_BOTH:
            return where(least(0) >= 0 and least(1) >= 0)
        match name:
            case "arith.addi":
                return least(0) + least(1)
            case "arith.muli":
                first, second = least(0), least(1)
                return where(first >= 0 and second >= 0, first * second)
            case "arith.minsi":
                return min(least(0), least(1))
            case "arith.maxsi":
                return max(least(0), least(1))
            case "arith.ori":
                first, second = least(0), least(1)
                return where(first >= 0 and second >= 0, max(first, second))
            case "arith.andi":
                return where(least(0) >= 0 or least(1) >= 0)
            case "arith.extui":
                return max(least(0), 0)
            case "emitasc.floormod":
                return where(least(1) >= 0)
            case "arith.select":
                return min(least(1), least(2))
        return -math.inf

    def _argument(self, value: Any, block: Any, depth: int) -> Bound:
        """The counter of a loop that counts up is no less than its start."""
        owner = block.owner
        if owner is None or owner.operation.name != "scf.for" or value != block.arguments[0]:
            return -math.inf
        if "unsignedCmp" in owner.operation.attributes:
            # It may count past the highest signed number.
            return -math.inf
        lower, _, step = list(owner.operation.operands)[:3]
        return self.least(lower, depth) if self.least(step, depth) >= 1 else -math.inf
