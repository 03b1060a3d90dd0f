"""Values that a loop changes by the same number in each round."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

from asc_core.ir.bindings import ir
from asc_core.ir.ranges import constant_of

from .polynomials import Bounds


@dataclass(frozen=True)
class Round:
    """The number of a loop's round, from 0; *block* is the loop's first one."""

    block: Any


@dataclass(frozen=True)
class Counting:
    """``start + step * round``; *start* and a *step* that isn't known are values."""

    start: Any
    step: Any
    round: Round


def round_of(loop: Any) -> Round:
    """The round of an ``scf.for`` or ``scf.while``."""
    return Round(loop.regions[0].blocks[0])


def counting(value: Any) -> Counting | None:
    """How a loop counts in a value; None of any other value."""
    block = value.owner
    if not isinstance(block, ir.Block) or block.owner is None:
        return None
    loop = block.owner.operation
    if loop.name == "scf.for":
        lower, _, step = list(loop.operands)[:3]
        if value != block.arguments[0]:
            return None
        size = constant_of(step)
        return Counting(lower, step if size is None else int(size), round_of(loop))
    return _while_counting(value, loop) if loop.name == "scf.while" else None


def _while_counting(value: Any, loop: Any) -> Counting | None:
    """A variable that the body adds a constant to, unchanged by the condition."""
    (before,), (after,) = loop.regions[0].blocks, loop.regions[1].blocks
    *_, condition = before.operations
    *_, end = after.operations
    passed, ends = list(condition.operation.operands)[1:], list(end.operation.operands)
    for number, first in enumerate(before.arguments):
        for index, last in enumerate(after.arguments):
            if passed[index] == first and value in (first, last):
                step = _added(ends[number], last)
                return None if step is None else Counting(loop.operands[number], step, round_of(loop))
    return None


def _added(value: Any, to: Any) -> int | None:
    if isinstance(value.owner, ir.Block):
        return 0 if value == to else None
    op = value.owner.operation
    operands = list(op.operands)
    if op.name == "arith.addi" and operands[1] == to:
        operands.reverse()
    if op.name not in ("arith.addi", "arith.subi") or operands[0] != to:
        return None
    number = constant_of(operands[1])
    return None if not isinstance(number, int) else number if op.name == "arith.addi" else -number


def limits(round: Round) -> Bounds:
    """The smallest and the largest number of a loop's round."""
    loop = round.block.owner.operation
    if loop.name != "scf.for":
        return 0, math.inf
    first, end, step = (constant_of(o) for o in list(loop.operands)[:3])
    if first is None or end is None or not step:
        return 0, math.inf
    return 0, max(0, (end - 1 - first) // step)
