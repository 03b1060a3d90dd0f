"""Leaving out what other synchronisation brings about."""

from __future__ import annotations

from collections.abc import Callable

from .conflicts import Conflicts
from .flags import fitted
from .plan import Order, Plan, UnorderedError
from .tree import Item

# Each order is tried without in a walk of its own: large kernels keep what the first walk found.
_MOST_STEPS = 20_000


def needed(items: list[Item], conflicts: Conflicts, has_event: Callable[[str, str], bool]) -> list[Order]:
    """The orders of a kernel, none of which follows from the others, with no more flags than there are numbers."""
    orders: list[Order] = []
    while True:
        # What is found late in a loop holds from its first round on, so that the walk is repeated with it.
        plan = Plan(conflicts, has_event, orders)
        plan.run(items)
        if len(plan.orders) == len(orders):
            break
        orders = plan.orders
    orders = _reduced(items, orders, conflicts, has_event)
    within = fitted(orders)
    return orders if set(within) == set(orders) else _reduced(items, within, conflicts, has_event)


def _reduced(
    items: list[Item], orders: list[Order], conflicts: Conflicts, has_event: Callable[[str, str], bool]
) -> list[Order]:
    if len(orders) * _size(items) > _MOST_STEPS:
        return orders
    # What is done in each round of a loop costs most, a barrier more than a flag.
    for order in sorted(orders, key=lambda o: (o.loop is None, o.kind == "flag", -o.target.start)):
        fewer = [o for o in orders if o is not order]
        try:
            Plan(conflicts, has_event, fewer, complete=True).run(items)
        except UnorderedError:
            continue
        orders = fewer
    return orders


def _size(items: list[Item]) -> int:
    """Operations that a walk comes to; it goes through loops more than once."""
    return sum(1 + (3 if item.is_loop else 1) * sum(map(_size, item.blocks)) for item in items)
