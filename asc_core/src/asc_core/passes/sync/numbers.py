"""Integers of a kernel as polynomials."""

from __future__ import annotations

import math
from typing import Any

from asc_core.ir.bindings import ir
from asc_core.translate.ranges import Ranges, constant_of
from asc_plugins.registry import Registry

from .polynomials import Atoms, Bounds, Polynomial, add, constant, multiply

_SAME = frozenset({"arith.extsi", "arith.extui", "arith.trunci", "arith.index_cast", "arith.index_castui"})
_REMAINDERS = frozenset({"emitasc.floormod", "arith.remsi", "arith.remui"})


class Numbers:
    """Reads integers; what is no sum or product is an atom. Overflow isn't considered: offsets don't."""

    def __init__(self, atoms: Atoms, registry: Registry) -> None:
        self.atoms = atoms
        self._ranges = Ranges(registry)
        self._known: dict[Any, Polynomial] = {}

    def read(self, value: Any) -> Polynomial:
        """An integer as a polynomial."""
        known = self._known.get(value)
        if known is None:
            known = self._known[value] = self._read(value)
        return known

    def _read(self, value: Any) -> Polynomial:
        number = constant_of(value)
        if isinstance(number, int):
            return constant(number)
        if not isinstance(value.owner, ir.Block):
            op = value.owner.operation
            name, operands = op.name, list(op.operands)
            if name in _SAME:
                return self.read(operands[0])
            if name == "arith.addi":
                return add(self.read(operands[0]), self.read(operands[1]))
            if name == "arith.subi":
                return add(self.read(operands[0]), self.read(operands[1]), -1)
            if name == "arith.muli":
                return multiply(self.read(operands[0]), self.read(operands[1]))
            second = constant_of(operands[1]) if len(operands) == 2 else None
            if isinstance(second, int) and second > 0:
                if name == "arith.shli":
                    return multiply(self.read(operands[0]), constant(1 << second))
                # C++'s remainder of a negative number is negative.
                whole = name == "emitasc.floormod" or self._ranges.non_negative(operands[0])
                if name in _REMAINDERS and whole:
                    return self.atoms.remainder(self.read(operands[0]), second)
                if name == "arith.andi" and second & (second + 1) == 0:
                    return self.atoms.remainder(self.read(operands[0]), second + 1)
        return self.atoms.atom(value, lambda: self._bounds(value))

    def _bounds(self, value: Any) -> Bounds:
        low = 0 if self._ranges.non_negative(value) else -math.inf
        loop = loop_of(value)
        if loop is None:
            return low, math.inf
        first, end, step = (constant_of(o) for o in list(loop.operands)[:3])
        if first is not None:
            low = first
            if end is not None and step:
                return low, max(low, first + (end - 1 - first) // step * step)
        return low, (end - 1 if end is not None else math.inf)


def loop_of(value: Any) -> Any:
    """The ``scf.for`` that a value counts; None when it is no counter."""
    block = value.owner
    if not isinstance(block, ir.Block) or block.owner is None or block.owner.operation.name != "scf.for":
        return None
    return block.owner.operation if value == block.arguments[0] else None
