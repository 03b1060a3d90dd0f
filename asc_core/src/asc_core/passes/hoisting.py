"""Moving operations out of loops."""

from __future__ import annotations

from typing import Any

from asc_plugins.passes import PassContext

from .functions import operations

_LOOPS = ("scf.for", "scf.while")


def hoist(op: Any, context: PassContext) -> None:
    """Moves an operation before the loops that compute nothing of what it needs."""
    while (parent := op.parent.operation).name in _LOOPS and _independent(op, parent, context):
        op.move_before(parent)


def _independent(op: Any, loop: Any, context: PassContext) -> bool:
    inside = list(operations(loop))
    blocks = [block for o in (loop, *inside) for region in o.regions for block in region.blocks]
    for value in op.operands:
        owner = value.owner
        if isinstance(owner, context.ir.Block):
            if owner in blocks:
                return False
        elif owner.operation in inside:
            return False
    return True
