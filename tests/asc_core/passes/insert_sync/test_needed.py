"""insert-sync inserts what is needed and nothing else."""

from __future__ import annotations

from typing import Any

import pytest

from asc_core.passes import insert_sync
from asc_core.passes.sync import needed
from asc_core.passes.sync.plan import Order, Plan

from . import oracle
from .kernels import KERNELS, straight
from .test_random_programs import synchronised

NUMBERS = (0, 1, 2, 3, 4, 7)


def _ordered(module: Any) -> bool:
    try:
        for n in NUMBERS:
            oracle.check(module, n, arrays=3)
    except oracle.RaceError:
        return False
    return True


def _without(number: int | None, monkeypatch: pytest.MonkeyPatch) -> list[Order]:
    """Leaves out one of the orders; gives the list that all of them are put into."""
    found: list[Order] = []
    real = insert_sync.needed

    def fewer(*arguments: Any) -> list[Order]:
        found.extend(real(*arguments))
        return [order for i, order in enumerate(found) if i != number]

    monkeypatch.setattr(insert_sync, "needed", fewer)
    return found


@pytest.mark.parametrize("text", KERNELS.values(), ids=KERNELS.keys())
def test_without_any_of_them_there_is_a_race(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patch:
        orders = _without(None, patch)
        assert _ordered(synchronised(text))
    assert orders
    for number, order in enumerate(orders):
        with monkeypatch.context() as patch:
            _without(number, patch)
            assert not _ordered(synchronised(text, verify_sync=False)), f"{order.kind} {order.first} {order.second}"


def test_the_work_grows_as_the_kernel(monkeypatch: pytest.MonkeyPatch) -> None:
    looked_at = 0
    real = Plan._carrier

    def carrier(*arguments: Any) -> Any:
        nonlocal looked_at
        looked_at += 1
        return real(*arguments)

    # Called for each access that an operation may have to wait for.
    monkeypatch.setattr(Plan, "_carrier", carrier)
    monkeypatch.setattr(needed, "_MOST_STEPS", 0)
    counts = []
    for tiles in (50, 100):
        looked_at = 0
        synchronised(straight(tiles))
        counts.append(looked_at)
    assert 1.8 * counts[0] < counts[1] < 2.4 * counts[0]
