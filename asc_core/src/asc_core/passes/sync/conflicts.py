"""Whether two accesses may touch the same bytes."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Any

from asc_core.ir.bindings import ir
from asc_core.translate.ranges import constant_of

from .polynomials import Atoms, Polynomial, add, constant, multiply
from .regions import Access, Region
from .tree import Item


class Conflicts:
    """Answers for an access and one before it, in the same round of a loop or in an earlier one."""

    def __init__(self, atoms: Atoms) -> None:
        self._atoms = atoms
        self._known: dict[tuple[Any, ...], bool] = {}

    def between(
        self, before: Access, before_item: Item, after: Access, after_item: Item, carrier: Item | None, rounds: int
    ) -> bool:
        """True when *after* may touch what *before* touched.

        With *carrier* they stand in different rounds of that loop: 1 says in consecutive ones, 2 that there are at
        least two rounds from one to the other.
        """
        if not (before.writes or after.writes):
            return False
        first, second = before.region, after.region
        if first.memory is not None and second.memory is not None and first.memory != second.memory:
            return False
        if first.root is None or second.root is None or first.base is None or second.base is None:
            return True
        if first.root != second.root:
            # Arrays are apart, and so are buffers; a fixed address may lie in a buffer.
            return _is_address(first) != _is_address(second)
        key = (before, after, before_item, after_item, carrier, rounds)
        known = self._known.get(key)
        if known is None:
            known = self._known[key] = self._overlap(first, before_item, second, after_item, carrier, rounds)
        return known

    def _overlap(
        self, first: Region, first_item: Item, second: Region, second_item: Item, carrier: Item | None, rounds: int
    ) -> bool:
        own = _loops(first_item)
        shared = [loop for loop in own if loop in _loops(second_item)]
        if carrier is None:
            others = own[len(shared) :]
            counters: dict[int, Polynomial] = {}
        else:
            others = own[own.index(carrier) :]
            counters = self._later(carrier, rounds)
        pairs = [(first.base, first.size, second.base, second.size)]
        if first.whole is not None and second.whole is not None and first.whole != second.whole:
            pairs.insert(0, (*first.whole, *second.whole))
        return not any(
            self._apart(a or {}, a_size, b or {}, b_size, others, counters, carrier) for a, a_size, b, b_size in pairs
        )

    def _apart(
        self,
        first: Polynomial,
        first_size: Polynomial | None,
        second: Polynomial,
        second_size: Polynomial | None,
        others: list[Item],
        counters: dict[int, Polynomial],
        carrier: Item | None,
    ) -> bool:
        atoms = self._atoms
        counter = _counter(carrier) if carrier is not None else None
        # What is computed in another round or another loop is another value; the carrier's counter is the same plus n.
        renamed = {
            number: atoms.copy(number)
            for number in {*atoms.inside(first), *atoms.inside(first_size or {})}
            if _inside(atoms.what(number), others) and (counter is None or atoms.what(number) != counter)
        }
        first = atoms.replace(first, renamed)
        first_size = None if first_size is None else atoms.replace(first_size, renamed)
        second = atoms.replace(second, counters)
        second_size = None if second_size is None else atoms.replace(second_size, counters)
        return atoms.apart(add(second, first, -1), first_size, second_size)

    def _later(self, loop: Item, rounds: int) -> dict[int, Polynomial]:
        """The counter of a loop, that many rounds later."""
        if loop.kind != "for":
            return {}
        counter, step = _counter(loop), list(loop.op.operands)[2]
        number = self._atoms.number(counter)
        size = constant_of(step)
        step_size = constant(int(size)) if size is not None else self._atoms.atom(step, lambda: (1, math.inf))
        distance = constant(1) if rounds == 1 else self._atoms.atom(("rounds", loop), lambda: (2, math.inf))
        return {number: add({(number,): 1}, multiply(step_size, distance))}


def _is_address(region: Region) -> bool:
    return isinstance(region.root, tuple) and region.root[0] == "memory"


def _loops(item: Item) -> list[Item]:
    return [around for around in item.path()[:-1] if around.is_loop]


def _counter(loop: Item) -> Any:
    return loop.op.regions[0].blocks[0].arguments[0] if loop.kind == "for" else None


def _inside(value: Any, loops: Iterable[Item]) -> bool:
    """True of a value that is made within one of the loops."""
    if not isinstance(value, ir.Value):
        return False
    owner = value.owner
    op = owner.owner if isinstance(owner, ir.Block) else owner.operation.parent
    while op is not None and op.operation.name != "builtin.module":
        if any(loop.op == op.operation for loop in loops):
            return True
        op = op.operation.parent
    return False
