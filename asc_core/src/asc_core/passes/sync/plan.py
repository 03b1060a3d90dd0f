"""Which flags and barriers a kernel needs: a walk over its tree that knows what each pipe has waited for."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Literal

from .conflicts import Conflicts
from .regions import ANY_PIPE, Access, Doing
from .tree import Item

#: All pipes.
ALL = "ALL"

#: An access, and how many rounds ago it was made in each loop where that isn't the current one.
Key = tuple[int, tuple[tuple[int, int], ...]]
#: What is known of accesses made so far: the pipes whose next work comes after them, as bits.
State = dict[Key, int]


@dataclass(frozen=True, eq=False)
class Order:
    """Synchronisation to insert.

    Attributes:
        kind: a flag set after *source* and waited for before *target*; a flag set and waited for before *target*
            (``pair``); a barrier before *target*.
        first, second: the pipe that sets the flag and the one that waits; of a barrier the pipe.
        loop: the loop whose rounds the flag orders; it is set before the loop, too, and waited for after it.
        rounds: how many rounds the flag's wait comes after its set.
    """

    kind: Literal["flag", "pair", "barrier"]
    first: str
    second: str
    source: Item
    target: Item
    loop: Item | None = None
    rounds: int = 0


@dataclass(frozen=True, eq=False)
class _Record:
    access: Access
    item: Item
    pipe: str
    #: The same of accesses to the same bytes.
    place: int


@dataclass
class _Branches:
    """A branch being walked: states that an order placed before it holds in as well."""

    item: Item
    states: list[State]


@dataclass
class _Visit:
    """What was known before an item and after it, in its last rounds."""

    before: State = field(default_factory=dict)
    after: list[State] = field(default_factory=list)


class UnorderedError(Exception):
    """The orders of a plan that takes no more leave something unordered."""


class Plan:
    """Finds the orders of a kernel.

    Attributes:
        orders: what was found.
    """

    def __init__(
        self,
        conflicts: Conflicts,
        has_event: Callable[[str, str], bool],
        given: Iterable[Order] = (),
        *,
        complete: bool = False,
    ) -> None:
        """Starts with *given* orders; when they are *complete*, a missing one is an :class:`UnorderedError`."""
        self._complete = complete
        self.orders: list[Order] = []
        self._conflicts = conflicts
        self._has_event = has_event
        self._bits: dict[str, int] = {}
        # Of the kernel's pipes: what all of them come after is forgotten.
        self._all = -1
        self._records: list[_Record] = []
        self._numbers: dict[Access, int] = {}
        self._places: dict[object, int] = {}
        self._known: set[tuple[object, ...]] = set()
        self._before: dict[Item, list[Order]] = {}
        self._of_loop: dict[Item, list[Order]] = {}
        self._visits: dict[Item, _Visit] = {}
        self._loops: list[Item] = []
        # Those of them that aren't in their first round.
        self._started: set[Item] = set()
        self._branches: list[_Branches] = []
        self._entries: dict[Item, list[State]] = {}
        # Loops with accesses that only rounds further apart than the next share.
        self._far: set[Item | None] = set()
        for order in given:
            self._add(order)

    def run(self, items: list[Item]) -> None:
        """Goes through the items of a kernel."""
        pipes = {item.doing.pipe for item in _within(items) if item.doing is not None}
        self._all = sum(map(self._bit, pipes))
        self.walk(items, {})

    def walk(self, items: Iterable[Item], state: State) -> State:
        """Goes through the items of a block; *state* is changed and given back."""
        for item in items:
            visit = self._visits.setdefault(item, _Visit())
            for order in self._before.get(item, ()):
                self._apply(order, state, state)
            visit.before = dict(state)
            if item.kind == "work":
                assert item.doing is not None
                self._work(item, item.doing, state)
            elif item.kind == "if":
                state = self._branch(item, state)
            else:
                state = self._loop(item, state)
            visit.after = [*visit.after[-2:], dict(state)]
        return state

    # Loops and branches

    def _branch(self, item: Item, state: State) -> State:
        # Without "else" the other way is the state before.
        ways = [*item.blocks, []][:2]
        branches = _Branches(item, [dict(state) for _ in ways])
        self._branches.append(branches)
        for index, way in enumerate(ways):
            branches.states[index] = self.walk(way, branches.states[index])
        self._branches.pop()
        return _joined(branches.states)

    def _loop(self, item: Item, state: State) -> State:
        entry = dict(state)
        self._entries.setdefault(item, []).append(entry)
        # An order that is found within is placed before the loop at times, which holds without a round as well.
        skipped = _Branches(item, [dict(state)])
        self._branches.append(skipped)
        number = len(self._loops)
        self._loops.append(item)
        ends: list[State] = []
        rounds = 0
        while rounds < 2 or (rounds == 2 and item in self._far):
            if rounds:
                self._started.add(item)
                state = self._retagged(state, item, 1)
                for inner in _inside(item):
                    visit = self._visits.get(inner)
                    if visit is not None:
                        visit.after = [self._retagged(s, item, 1) for s in visit.after]
            for index, block in enumerate(item.blocks):
                state = self.walk(block, state)
                if item.kind == "while" and index == 0:
                    ends.append(dict(state))
            rounds += 1
        if item.kind == "for":
            ends.append(state)
        del self._loops[number:]
        self._started.discard(item)
        self._branches.pop()
        self._entries[item].pop()
        orders = self._of_loop.get(item, ())
        for order in orders:
            # Rounds are still told apart: the last round's accesses may come after the flag's set.
            for end in ends:
                after = self._visits[order.source].after
                if after:
                    self._join(end, after[-1], order.first, order.second)
            self._join(skipped.states[0], entry, order.first, order.second)
        results = [self._retagged(end, item, None) for end in ends]
        for inner in _inside(item):
            self._visits.pop(inner, None)
        return _joined(results if item.runs or item.kind == "while" else [*results, skipped.states[0]])

    def _retagged(self, state: State, loop: Item, more: int | None) -> State:
        """The state with accesses in *loop* made so many rounds earlier; None forgets the rounds."""
        found: State = {}
        for (number, tags), mask in state.items():
            if loop.start < self._records[number].item.start < loop.end:
                ago = dict(tags)
                if more is None:
                    ago.pop(loop.start, None)
                else:
                    ago[loop.start] = min(ago.get(loop.start, 0) + more, 2)
                tags = tuple(sorted(ago.items()))
            key = (number, tags)
            found[key] = found.get(key, -1) & mask
        return found

    # Work

    def _bit(self, pipe: str) -> int:
        return self._bits.setdefault(pipe, 1 << len(self._bits))

    def _work(self, item: Item, doing: Doing, state: State) -> None:
        bit = self._bit(doing.pipe)
        if doing.taken:
            roots = {access.region.root for access in doing.accesses} - {None}
            for key in [k for k in state if self._records[k[0]].access.region.root in roots]:
                del state[key]
        else:
            if doing.settles:
                self._need(Order("barrier", ALL, ALL, item, item), state)
            self._order(item, doing, bit, state)
        for access in doing.accesses:
            self._remember(item, doing.pipe, bit, access, state)
            if doing.taken or doing.hands_on:
                state[self._numbers[access], ()] |= bit

    def _order(self, item: Item, doing: Doing, bit: int, state: State) -> None:
        waiting: list[tuple[Key, Item | None, int]] = []
        # Later accesses first: what waits for them has waited for earlier ones too, most times.
        for key in reversed(list(state)):
            carrier, rounds = self._carrier(key)
            if not state[key] & bit and self._conflict(key, item, doing, carrier, rounds):
                waiting.append((key, carrier, rounds))
        for same_pipe in (False, True):
            for key, carrier, rounds in waiting:
                record = self._records[key[0]]
                if (record.pipe == doing.pipe) is same_pipe and not state.get(key, -1) & bit:
                    if same_pipe and doing.hands_on:
                        continue
                    self._need(self._found(record, item, doing.pipe, carrier, rounds), state)

    def _carrier(self, key: Key) -> tuple[Item | None, int]:
        ago = dict(key[1])
        for loop in self._loops:
            if ago.get(loop.start):
                return loop, ago[loop.start]
        return None, 0

    def _conflict(self, key: Key, item: Item, doing: Doing, carrier: Item | None, rounds: int) -> bool:
        record = self._records[key[0]]
        for access in doing.accesses:
            if self._conflicts.between(record.access, record.item, access, item, carrier, rounds, self._started):
                return True
            once = rounds == 1 and carrier is not None and carrier not in self._far
            if once and self._conflicts.between(record.access, record.item, access, item, carrier, 2, self._started):
                self._far.add(carrier)
        return False

    def _remember(self, item: Item, pipe: str, bit: int, access: Access, state: State) -> None:
        number = self._numbers.get(access)
        if number is None:
            number = self._numbers[access] = len(self._records)
            self._records.append(_Record(access, item, pipe, self._places.setdefault(_place(access), number)))
        place = self._records[number].place
        # What waits for this access needn't wait for those it replaces.
        for key in list(state):
            old = self._records[key[0]]
            if old.place != place or key[1] or old.item.parent is not item.parent or old.item.block != item.block:
                continue
            if state[key] & bit if access.writes else old.pipe == pipe and not old.access.writes:
                del state[key]
        # Added anew, so that the order of keys is the order of accesses.
        state.pop((number, ()), None)
        # Scalar accesses are in order by themselves.
        state[number, ()] = bit if pipe == "S" else 0

    # Orders

    def _found(self, record: _Record, item: Item, pipe: str, carrier: Item | None, rounds: int) -> Order:
        source, target, same_block = _lifted(record.item, item, carrier)
        if ANY_PIPE in (record.pipe, pipe):
            return Order("barrier", ALL, ALL, source, target)
        if record.pipe == pipe:
            return Order("barrier", pipe, pipe, source, target)
        if not self._has_event(record.pipe, pipe):
            return Order("barrier", ALL, ALL, source, target)
        if not same_block:
            return Order("pair", record.pipe, pipe, source, target)
        if carrier is None or source.place < target.place:
            return Order("flag", record.pipe, pipe, source, target)
        return Order("flag", record.pipe, pipe, source, target, carrier, rounds)

    def _add(self, order: Order) -> None:
        key = _key(order)
        if key in self._known:
            return
        self._known.add(key)
        self.orders.append(order)
        self._before.setdefault(order.target, []).append(order)
        if order.loop is not None:
            self._of_loop.setdefault(order.loop, []).append(order)

    def _need(self, order: Order, state: State) -> None:
        if self._complete and _key(order) not in self._known:
            raise UnorderedError
        self._add(order)
        states = [state]
        for branches in self._branches:
            if order.target.start <= branches.item.start < order.target.end:
                states += branches.states
        begin = self._visits[order.target].before
        for reached in states:
            self._apply(order, reached, begin)

    def _apply(self, order: Order, state: State, begin: State) -> None:
        """Makes *state* know what the order brings about; *begin* is what was known before its target."""
        if order.kind == "barrier":
            bits = self._all if order.first == ALL else self._bit(order.first)
            for key in list(state):
                if key in begin and (order.first == ALL or self._records[key[0]].pipe == order.first):
                    self._learn(state, key, bits)
            return
        self._join(state, self._setting(order, begin), order.first, order.second)

    def _setting(self, order: Order, begin: State) -> State:
        """What was known where the flag that is waited for was set."""
        if order.kind == "pair":
            return begin
        after = self._visits[order.source].after if order.source in self._visits else []
        if order.loop is None:
            return after[-1]
        # In the first rounds it is the flag that was set before the loop.
        return after[-order.rounds] if len(after) >= order.rounds else self._entries[order.loop][-1]

    def _join(self, state: State, setting: State, first: str, second: str) -> None:
        first_bit, second_bit = self._bit(first), self._bit(second)
        for key, mask in list(setting.items()):
            if key in state and (mask & first_bit or self._records[key[0]].pipe == first):
                self._learn(state, key, second_bit)

    def _learn(self, state: State, key: Key, bits: int) -> None:
        known = state[key] | bits
        if known & self._all == self._all:
            del state[key]
        else:
            state[key] = known


def _place(access: Access) -> object:
    region = access.region
    if region.root is None or region.base is None or region.size is None:
        return access
    return region.root, frozenset(region.base.items()), frozenset(region.size.items())


def _key(order: Order) -> tuple[object, ...]:
    source = order.source if order.kind == "flag" else None
    return order.kind, order.first, order.second, order.target, order.loop, order.rounds, source


def _joined(states: list[State]) -> State:
    """What is known whichever way was taken."""
    total = dict(states[0])
    for state in states[1:]:
        for key, mask in state.items():
            total[key] = total.get(key, -1) & mask
    return total


def _within(items: Iterable[Item]) -> Iterable[Item]:
    for item in items:
        yield item
        yield from _inside(item)


def _inside(item: Item) -> Iterable[Item]:
    for block in item.blocks:
        yield from _within(block)


def _lifted(source: Item, target: Item, carrier: Item | None) -> tuple[Item, Item, bool]:
    """The items of one block that hold *source* and *target*, and whether there is such a block."""
    first, second = source.path(), target.path()
    if carrier is not None:
        depth = first.index(carrier) + 1
    else:
        depth = 0
        while first[depth] is second[depth] and depth + 1 < min(len(first), len(second)):
            depth += 1
    a, b = first[depth], second[depth]
    together = a.block == b.block and (carrier is None or carrier.kind == "for")
    return a, b, together
