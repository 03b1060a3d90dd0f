"""Numbers for flags: those of one pair of pipes that are set at the same time differ."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from .plan import Order

#: Numbers that kernels may use; the toolchain keeps the other two.
NUMBERS = 6


@dataclass(frozen=True, eq=False)
class Flag:
    """An order with its first number; one over two rounds has the next number, too."""

    order: Order
    number: int


def _span(order: Order) -> tuple[int, int]:
    """From where the flag may be set until it is waited for, in the order of the text."""
    if order.loop is not None:
        return order.loop.start, order.loop.end
    if order.kind == "pair":
        return order.target.start, order.target.start
    return order.source.end, order.target.start


def _width(order: Order) -> int:
    return max(order.rounds, 1)


def numbered(orders: Iterable[Order], *, from_above: bool) -> list[Flag]:
    """The flags of all orders but barriers.

    Where there are more flags at once than numbers, some are set only where they are waited for.

    Args:
        orders: the orders.
        from_above: the largest numbers first, where queues take the smallest ones.
    """
    pairs: dict[tuple[str, str], list[Order]] = {}
    for order in orders:
        if order.kind != "barrier":
            pairs.setdefault((order.first, order.second), []).append(order)
    return [flag for group in pairs.values() for flag in _of_pair(group, from_above)]


def _of_pair(orders: list[Order], from_above: bool) -> list[Flag]:
    # The longest first: a flag over a whole loop is hard to place later.
    ordered = sorted(orders, key=lambda o: (_span(o)[0] - _span(o)[1], _span(o)))
    found = _placed(ordered, NUMBERS)
    if len(found) < len(ordered):
        # One number is kept for flags that are waited for at once.
        found = _placed([o for o in ordered if o.kind == "flag"], NUMBERS - 1)
        for order in ordered:
            if order not in found:
                found[_at_once(order)] = NUMBERS - 1
    flags = [Flag(order, NUMBERS - number - _width(order) if from_above else number) for order, number in found.items()]
    return sorted(flags, key=lambda flag: _span(flag.order))


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
