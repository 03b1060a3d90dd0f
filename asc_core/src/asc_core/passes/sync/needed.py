"""Leaving out what other synchronisation brings about."""

from __future__ import annotations

from collections.abc import Callable

from .conflicts import Conflicts
from .plan import UnorderedError, Order, Plan
from .tree import Item

# Each order is tried without in a walk of its own: large kernels keep what the first walk found.
_MOST_STEPS = 20_000


def needed(items: list[Item], conflicts: Conflicts, has_event: Callable[[str, str], bool]) -> list[Order]:
    """The orders of a kernel, none of which follows from the others."""
    plan = Plan(conflicts, has_event)
    plan.walk(items, {})
    orders = plan.orders
    if len(orders) * _size(items) > _MOST_STEPS:
        return orders
    # What is done in each round of a loop costs most, a barrier more than a flag.
    for order in sorted(orders, key=lambda o: (o.loop is None, o.kind == "flag", -o.target.start)):
        fewer = [o for o in orders if o is not order]
        try:
            Plan(conflicts, has_event, fewer).walk(items, {})
        except UnorderedError:
            continue
        orders = fewer
    return orders


def _size(items: list[Item]) -> int:
    """Operations that a walk comes to; it goes through loops more than once."""
    return sum(1 + (3 if item.is_loop else 1) * sum(map(_size, item.blocks)) for item in items)
