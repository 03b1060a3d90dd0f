"""Whether two accesses may touch the same bytes."""

from __future__ import annotations

import itertools
import math
from collections.abc import Hashable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

from asc_core.ir.bindings import ir

from .counting import Round, limits, round_of
from .polynomials import Atoms, Polynomial, add, constant
from .regions import Access, Region
from .tree import Item

_FEW_ROUNDS = 8


class Conflicts:
    """Answers for an access and one before it, in the same round of a loop or in an earlier one."""

    def __init__(self, atoms: Atoms) -> None:
        self._atoms = atoms
        self._known: dict[tuple[Any, ...], bool] = {}

    def between(
        self,
        before: Access,
        before_item: Item,
        after: Access,
        after_item: Item,
        carrier: Item | None,
        rounds: int,
        started: Iterable[Item] = (),
    ) -> bool:
        """True when *after* may touch what *before* touched.

        With *carrier* they stand in different rounds of that loop: 1 says in consecutive ones, 2 that there are at
        least two rounds from one to the other. *started* are the loops around *after* that aren't in their first
        round; the others are.
        """
        if not (before.writes or after.writes):
            return False
        first, second = before.region, after.region
        if first.memory is not None and second.memory is not None and first.memory != second.memory:
            return False
        branches = before_item.parent is not None and after_item.parent is not None
        if branches and _exclude_each_other(before_item, after_item, carrier):
            return False
        if first.root is None or second.root is None or first.base is None or second.base is None:
            return True
        if first.root != second.root:
            # Arrays are apart, and so are buffers; a fixed address may lie in a buffer.
            return _is_address(first) != _is_address(second)
        started = frozenset(started)
        key = (before, after, before_item, after_item, carrier, rounds, started)
        known = self._known.get(key)
        if known is None:
            values = self._values(before_item, after_item, carrier, rounds, started)
            known = self._known[key] = any(
                self._overlap(first, second, v) for v in self._of_carrier(values, carrier, rounds)
            )
        return known

    def _values(
        self, before: Item, after: Item, carrier: Item | None, rounds: int, started: frozenset[Item]
    ) -> _Values:
        own, around = before.loops, after.loops
        if carrier is None:
            values = _Values([loop for loop in own if loop not in around])
        else:
            values = _Values(own[own.index(carrier) :])
        atoms = self._atoms
        for loop in around:
            number = self._round(loop)
            _, last = atoms.bounds(number)
            if loop is carrier:
                continue
            if loop in started:
                later = self._number_to(("later", loop), last - 1)
                values.second[number] = add(later, constant(1))
            else:
                values.second[number] = {}
            if loop not in values.others:
                values.first[number] = values.second[number]
        return values

    def _of_carrier(self, values: _Values, carrier: Item | None, rounds: int) -> Iterator[_Values]:
        """The values with the rounds of the carrier: one by one when they are few."""
        if carrier is None:
            yield values
            return
        number = self._round(carrier)
        _, last = self._atoms.bounds(number)
        if last <= _FEW_ROUNDS:
            end = int(last) + 1
            later = [(a, b) for a in range(end) for b in range(a + rounds, end) if rounds > 1 or b == a + 1]
            pairs = [(constant(a), constant(b)) for a, b in later]
        else:
            # There are rounds enough for both.
            earlier = self._number_to(("earlier", carrier, rounds), last - rounds)
            more = constant(1) if rounds == 1 else self._atoms.atom(("distance", carrier), lambda: (2, math.inf))
            pairs = [(earlier, add(earlier, more))]
        for first, second in pairs:
            yield _Values(values.others, {**values.first, number: first}, {**values.second, number: second})

    def _number_to(self, what: Hashable, last: float) -> Polynomial:
        return self._atoms.atom(what, lambda: (0, max(last, 0)))

    def _round(self, loop: Item) -> int:
        round = round_of(loop.op)
        return self._atoms.number(round, lambda: limits(round))

    def _overlap(self, first: Region, second: Region, values: _Values) -> bool:
        pairs = [(first.base, first.size, second.base, second.size)]
        if first.whole is not None and second.whole is not None and first.whole != second.whole:
            pairs.insert(0, (*first.whole, *second.whole))
        return not any(self._apart(a or {}, a_size, b or {}, b_size, values) for a, a_size, b, b_size in pairs)

    def _apart(
        self,
        first: Polynomial,
        first_size: Polynomial | None,
        second: Polynomial,
        second_size: Polynomial | None,
        values: _Values,
    ) -> bool:
        atoms = self._atoms
        if not values.others and not values.second:
            return atoms.apart(add(second, first, -1), first_size, second_size)
        renamed = dict(values.first)
        for number in {*atoms.inside(first), *atoms.inside(first_size or {})} - renamed.keys():
            if _inside(atoms.what(number), values.others):
                renamed[number] = atoms.copy(number)
        first = atoms.replace(first, renamed)
        first_size = None if first_size is None else atoms.replace(first_size, renamed)
        second = atoms.replace(second, values.second)
        second_size = None if second_size is None else atoms.replace(second_size, values.second)
        return atoms.apart(add(second, first, -1), first_size, second_size)


@dataclass
class _Values:
    """What is known of the rounds of two accesses.

    Attributes:
        others: loops around the first one of which the second one is in another round, or not in them; what is computed
            in them is another value for each.
        first, second: the numbers of rounds, by their atoms.
    """

    others: list[Item]
    first: dict[int, Polynomial] = field(default_factory=dict)
    second: dict[int, Polynomial] = field(default_factory=dict)


def _is_address(region: Region) -> bool:
    return isinstance(region.root, tuple) and region.root[0] == "memory"


def _exclude_each_other(first: Item, second: Item, carrier: Item | None) -> bool:
    """True in different branches of one condition, of which a round takes one."""
    conditions = {}
    for around, inner in itertools.pairwise(first.path()):
        if around.kind == "if":
            conditions[around.op.operands[0]] = inner.block
    if not conditions:
        return False
    loops = first.loops
    others = loops[loops.index(carrier) :] if carrier is not None else [o for o in loops if o not in second.loops]
    for around, inner in itertools.pairwise(second.path()):
        if around.kind == "if":
            condition = around.op.operands[0]
            if conditions.get(condition, inner.block) != inner.block and not _inside(condition, others):
                return True
    return False


def _inside(value: Any, loops: Iterable[Item]) -> bool:
    """True of a value that is made within one of the loops."""
    if isinstance(value, Round):
        owner = value.block
    elif isinstance(value, ir.Value):
        owner = value.owner
    else:
        return False
    op = owner.owner if isinstance(owner, ir.Block) else owner.operation.parent
    while op is not None and op.operation.name != "builtin.module":
        if any(loop.op == op.operation for loop in loops):
            return True
        op = op.operation.parent
    return False
