"""Which operation hands a value on to others, whose types must be the same."""

from __future__ import annotations

from typing import Any

from .bindings import ir
from .places import place_of_operation

#: Operations with which values enter and leave regions and functions, by what the author wrote.
_WRITTEN = {
    "scf.if": "the 'if'",
    "scf.for": "the loop",
    "scf.while": "the loop",
    "func.call": "the call of the function",
    "func.func": "the function",
}
#: Those that stand for the operation around them.
_ENDS = ("scf.yield", "scf.condition", "func.return")


def handed_on_by(value: Any) -> str | None:
    """What hands a value on or has made it of others, with its line; None of one whose type is its own."""
    owner = value.owner
    if isinstance(owner, ir.Block):
        # A function's own parameters get their types from what it does with them.
        around = owner.owner.operation
        makers = [] if around.name == "func.func" else [around]
    else:
        makers = [owner.operation]
    for operation in (*makers, *(use.owner.operation for use in value.uses)):
        found = operation.parent.operation if operation.name in _ENDS else operation
        if found.name in _WRITTEN:
            place = place_of_operation(found)
            return _WRITTEN[found.name] + (f" in line {place.line}" if place is not None else "")
    return None
