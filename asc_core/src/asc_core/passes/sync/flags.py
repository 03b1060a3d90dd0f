"""Numbers for flags: those of one pair of pipes that are set at the same time differ."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from .plan import Order

#: Numbers that kernels may use; the toolchain keeps the other two.
NUMBERS = 6


def _span(order: Order) -> tuple[int, int]:
    """From where the flag may be set until it is waited for, in the order of the text."""
    if order.loop is not None:
        return order.loop.start, order.loop.end
    if order.kind == "pair":
        return order.target.start, order.target.start
    return order.source.end, order.target.start


def _width(order: Order) -> int:
    return max(order.rounds, 1)


def fitted(orders: Iterable[Order]) -> list[Order]:
    """The orders, where there are more flags at once than numbers with some set only where they are waited for."""
    found: list[Order] = []
    for group in _by_pipes(orders).values():
        if len(_placed(group, NUMBERS)) == len(group):
            found += group
            continue
        # One number is kept for flags that are waited for at once.
        kept = _placed([order for order in group if order.kind == "flag"], NUMBERS - 1)
        found += [order if order in kept else _at_once(order) for order in group]
    return [*found, *(order for order in orders if order.kind == "barrier")]


def numbered(orders: Iterable[Order], *, from_above: bool) -> dict[Order, int]:
    """The numbers of :func:`fitted` orders' flags; one over two rounds has the next number, too.

    Args:
        orders: the orders.
        from_above: the largest numbers first, where queues take the smallest ones.
    """
    found: dict[Order, int] = {}
    for group in _by_pipes(orders).values():
        found.update(_placed(group, NUMBERS))
    return {order: NUMBERS - n - _width(order) if from_above else n for order, n in found.items()}


def _by_pipes(orders: Iterable[Order]) -> dict[tuple[str, str], list[Order]]:
    """Orders by flags, the longest first: a flag over a whole loop is hard to place later."""
    groups: dict[tuple[str, str], list[Order]] = {}
    for order in sorted(orders, key=lambda o: (_span(o)[0] - _span(o)[1], _span(o))):
        if order.kind != "barrier":
            groups.setdefault((order.first, order.second), []).append(order)
    return groups


def _at_once(order: Order) -> Order:
    return Order("pair", order.first, order.second, order.source, order.target)


def _placed(orders: Iterable[Order], numbers: int) -> dict[Order, int]:
    """A first number for as many orders as there are numbers for."""
    found: dict[Order, int] = {}
    for order in orders:
        taken = _taken(order, found)
        width = _width(order)
        for number in range(numbers - width + 1):
            if not any(n in taken for n in range(number, number + width)):
                found[order] = number
                break
    return found


def _taken(order: Order, found: Mapping[Order, int]) -> set[int]:
    start, end = _span(order)
    taken: set[int] = set()
    for other, number in found.items():
        other_start, other_end = _span(other)
        if start <= other_end and other_start <= end:
            taken.update(range(number, number + _width(other)))
    return taken
