"""Integers of a kernel as polynomials."""

from __future__ import annotations

import math
from typing import Any

from asc_core.ir.bindings import ir
from asc_core.ir.ranges import Ranges, constant_of
from asc_plugins.registry import Registry

from .counting import Counting, counting, limits
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
        if isinstance(value.owner, ir.Block):
            counted = counting(value)
            if counted is not None:
                return self._counted(counted)
        else:
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

    def _counted(self, counted: Counting) -> Polynomial:
        step = constant(counted.step) if isinstance(counted.step, int) else self.read(counted.step)
        number = self.atoms.atom(counted.round, lambda: limits(counted.round))
        return add(self.read(counted.start), multiply(step, number))

    def _bounds(self, value: Any) -> Bounds:
        return self._ranges.least(value), math.inf
