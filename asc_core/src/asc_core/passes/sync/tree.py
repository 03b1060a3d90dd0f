"""A kernel as a tree of the operations that use memory, and the loops and branches around them."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from itertools import count
from typing import Any, Literal

from asc_core.ir.ranges import constant_of

from .regions import Doing, Regions

Kind = Literal["work", "for", "while", "if"]
_KINDS: dict[str, Kind] = {"scf.for": "for", "scf.while": "while", "scf.if": "if"}


@dataclass(eq=False)
class Item:
    """An operation, with the items of its blocks.

    Attributes:
        place: where it stands in its block's items.
        start, end: numbers that order all items as they are written.
    """

    op: Any
    kind: Kind
    parent: Item | None
    block: int
    place: int
    doing: Doing | None = None
    blocks: list[list[Item]] = field(default_factory=list)
    start: int = 0
    end: int = 0

    @property
    def is_loop(self) -> bool:
        return self.kind in ("for", "while")

    @property
    def runs(self) -> bool:
        """True of a loop that runs once at least."""
        if self.kind != "for":
            return False
        first, end, _ = (constant_of(o) for o in list(self.op.operands)[:3])
        return first is not None and end is not None and first < end

    @cached_property
    def loops(self) -> list[Item]:
        """The loops around this one, from outside."""
        return [around for around in self.path()[:-1] if around.is_loop]

    def path(self) -> list[Item]:
        """The items around this one and itself, from outside."""
        items: list[Item] = []
        item: Item | None = self
        while item is not None:
            items.append(item)
            item = item.parent
        return items[::-1]


def items_of(function: Any, regions: Regions) -> list[Item]:
    """The items of a function's body."""
    (block,) = function.regions[0].blocks
    return _items(block, None, 0, regions, count())


def _items(block: Any, parent: Item | None, number: int, regions: Regions, order: count[int]) -> list[Item]:
    items: list[Item] = []
    for op in block.operations:
        operation = op.operation
        kind = _KINDS.get(operation.name)
        item = Item(operation, kind or "work", parent, number, len(items), start=next(order))
        if kind is None:
            item.doing = regions.work(operation)
            if item.doing is None:
                continue
        else:
            for index, region in enumerate(operation.regions):
                blocks = list(region.blocks)
                item.blocks.append(_items(blocks[0], item, index, regions, order) if blocks else [])
            if not any(item.blocks):
                continue
        item.end = next(order)
        items.append(item)
    return items
