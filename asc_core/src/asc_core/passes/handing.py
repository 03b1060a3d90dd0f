"""Values that loops, branches and choices hand on under another name."""

from __future__ import annotations

from typing import Any


def handed_on(op: Any, place: int) -> list[Any] | None:
    """What operand number *place* of an operation becomes; None when that isn't known."""
    name = op.name
    if name == "arith.select":
        return list(op.results)
    if name == "scf.for":
        return _first_round(op, place - 3) if place >= 3 else None
    if name == "scf.while":
        return [op.regions[0].blocks[0].arguments[place]]
    if name == "scf.condition":
        return _after_condition(op.parent, place - 1) if place else []
    return _yielded(op.parent, op, place) if name == "scf.yield" else None


def _first_round(loop: Any, number: int) -> list[Any]:
    return [loop.regions[0].blocks[0].arguments[number + 1], loop.results[number]]


def _after_condition(loop: Any, number: int) -> list[Any]:
    return [loop.regions[1].blocks[0].arguments[number], loop.results[number]]


def _yielded(parent: Any, op: Any, place: int) -> list[Any] | None:
    name = parent.operation.name
    if name == "scf.for":
        return _first_round(parent, place)
    if name == "scf.while":
        return [parent.regions[0].blocks[0].arguments[place]]
    return [parent.results[place]] if name in ("scf.if", "scf.index_switch") else None
