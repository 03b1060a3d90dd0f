"""Placing values in one memory: how long each is needed, and where it lies."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from .errors import CallError
from .groups import operand_at
from .ops import OpSpec
from .params import Effect
from .platforms import PlatformSpec
from .roles import View

#: Attribute of a value that was moved out of loops, the number of these: each round begins with one of its own.
LOOPS_LEFT = "asc.loops_left"

_LOOPS = ("scf.for", "scf.while")


@dataclass(frozen=True)
class Lifetime:
    """The first and the last operation of a function that needs a value, counted from its begin."""

    first: int
    last: int

    def meets(self, other: Lifetime) -> bool:
        """True when both are needed at one time."""
        return self.first <= other.last and other.first <= self.last


def lifetimes(function: Any, values: Sequence[Any], ops: Mapping[str, OpSpec]) -> list[Lifetime]:
    """How long each of some results of operations in *function* is needed, views of it included.

    What a loop uses and doesn't make itself is needed in all of the loop; one with :data:`LOOPS_LEFT` counts as made
    by the loop that it left, if each round writes it first. A value that goes where its use can't be followed is needed
    to the end.

    Args:
        function: ``func.func``.
        values: the values.
        ops: all declared operations by name.
    """
    places: dict[Any, int] = {}
    ends: dict[Any, int] = {}
    _number(function, places, ends)
    whole = Lifetime(0, len(places))
    return [_lifetime(value, places, ends, ops) or whole for value in values]


def _number(root: Any, places: dict[Any, int], ends: dict[Any, int]) -> None:
    for region in root.regions:
        for block in region.blocks:
            for op in block.operations:
                operation = op.operation
                places[operation] = len(places)
                _number(operation, places, ends)
                ends[operation] = len(places) - 1


def _lifetime(value: Any, places: Mapping[Any, int], ends: Mapping[Any, int], ops: Any) -> Lifetime | None:
    users: list[Any] = []
    touched: dict[int, list[tuple[Any, Effect]]] = {}
    waiting, seen = [value], {value}
    while waiting:
        for use in waiting.pop().uses:
            user = use.owner.operation
            spec = ops.get(user.name)
            if spec is None or (isinstance(spec.role, View) and spec.role.tensor is not None):
                return None
            users.append(user)
            operand = operand_at(spec, user, use.operand_number)
            if operand is not None and operand.effect is not None:
                touched.setdefault(places[user], []).append((user, operand.effect))
            for result in user.results:
                if str(result.type).startswith("!") and result not in seen:
                    seen.add(result)
                    waiting.append(result)
    home = _home(value.owner.operation, users, touched)
    used: list[int] = []
    for user in users:
        # Outside of the value's own block the outermost loop around the use counts.
        first = last = places[user]
        for around in _around(user, home):
            if around.name in _LOOPS:
                first, last = places[around], ends[around]
        used += [first, last]
    start = places[value.owner.operation]
    return Lifetime(min(used, default=start), max(used, default=start))


def _around(op: Any, home: Any) -> Iterator[Any]:
    """The operations around one, from the inside, up to those in the block *home*."""
    while op.block != home:
        op = op.parent.operation
        yield op


def _home(made: Any, users: Sequence[Any], touched: Mapping[int, Sequence[tuple[Any, Effect]]]) -> Any:
    """The block that makes a value anew: its own, or the body of a loop that it left."""
    own = made.block
    if LOOPS_LEFT not in made.attributes or not touched:
        return own
    first = touched[min(touched)]
    user = first[0][0]
    # From the outside, the operations around the first that touches it, and this itself.
    chain = [*reversed([*_around(user, own)]), user]
    left = made.attributes[LOOPS_LEFT].value
    if len(chain) <= left or any(op.name not in _LOOPS for op in chain[:left]):
        return own
    body = chain[left].block
    begins = all(effect is Effect.WRITE for _, effect in first) and all(op.name in _LOOPS for op in chain[left:-1])
    inside = all(any(op.block == body for op in (u, *_around(u, own))) for u in users)
    return body if begins and inside else own


def count_of(op: Any) -> int | None:
    """Number of elements of a tensor that the compiler places; None when it is known at run time only.

    Args:
        op: an operation whose operands are the tensor's sizes.

    Raises:
        CallError: a size is below 1.
    """
    count: int | None = 1
    for size in op.operands:
        owner = getattr(size.owner, "operation", None)
        if owner is None or owner.name != "arith.constant":
            count = None
            continue
        number = owner.attributes["value"].value
        if number < 1:
            raise CallError(f"a size of a tensor is {number}; it must be at least 1", code="ASC-E302")
        count = count and count * number
    return count if len(op.operands) else None


def may_share(options: Any) -> bool:
    """True when synchronisation is inserted, so that a value waits for the one that had its memory before."""
    return bool(getattr(options, "auto_sync", True) or getattr(options, "insert_sync", False))


def require_room(values: Sequence[tuple[str | None, int]], length: int, memory: str, platform: PlatformSpec) -> None:
    """Checks that values fit into a memory.

    Args:
        values: name and bytes of each.
        length: bytes that they need together.
        memory: the memory's name.
        platform: the SoC.

    Raises:
        CallError: they don't; it lists them.
    """
    room = platform.usable(memory)
    if length > room:
        raise CallError(
            f"tensors that the compiler places need {length} bytes of {memory}, which has {room} for kernels",
            [f"{name or 'a tensor'}: {size} bytes" for name, size in sorted(values, key=lambda v: -v[1])],
            "work on smaller parts, or end the use of one tensor before that of the next begins",
            code="ASC-E603",
        )


def arrange(sizes: Sequence[int], needed: Sequence[Lifetime], *, reuse: bool, start: int = 0) -> tuple[list[int], int]:
    """Begins of values in a memory, and where the last one ends.

    Args:
        sizes: bytes of each value.
        needed: how long each is needed.
        reuse: whether values that are never needed at one time may share bytes.
        start: where the free memory begins.
    """
    begins: dict[int, int] = {}
    # The largest first: the small ones fit into what is left between.
    order = sorted(range(len(sizes)), key=lambda i: (-sizes[i], i)) if reuse else range(len(sizes))
    for index in order:
        others = sorted(
            (begins[i], begins[i] + sizes[i]) for i in begins if not reuse or needed[i].meets(needed[index])
        )
        begin = start
        for low, high in others:
            if begin + sizes[index] <= low:
                break
            begin = max(begin, high)
        begins[index] = begin
    ordered = [begins[i] for i in range(len(sizes))]
    return ordered, max((b + s for b, s in zip(ordered, sizes, strict=True)), default=start)
