"""Values whose type is hidden: IRDL wants all values of a variadic operand to have one type."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from .bindings import ir

#: Operation that hides a value's type, where operands of several types form a group.
ANY = "emitasc.any"


def plain(value: Any) -> Any:
    """The value behind one whose type is hidden."""
    owner = value.owner
    hidden = not isinstance(owner, ir.Block) and owner.operation.name == ANY
    return owner.operation.operands[0] if hidden else value


def users_of(value: Any) -> Iterator[Any]:
    """The operations that use a value, once for each use, also where its type is hidden."""
    for use in value.uses:
        user = use.owner.operation
        if user.name == ANY:
            yield from users_of(user.results[0])
        else:
            yield user
