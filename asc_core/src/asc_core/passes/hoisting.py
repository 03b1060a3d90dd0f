"""Moving operations out of loops."""

from __future__ import annotations

from typing import Any

from asc_plugins.passes import Needs, PassContext

from .functions import functions, named, operations
from .given import EngineContext

_LOOPS = ("scf.for", "scf.while")


def hoist_all(module: Any, needs: Needs, context: EngineContext) -> list[tuple[Any, int]]:
    """Moves operations, in their order, before the loops they don't depend on; those moved and how many they left."""
    found = [op for function in functions(module) for op in named(function, context.names(needs))]
    return [(op, left) for op in found if (left := _hoist(op, context))]


def _hoist(op: Any, context: PassContext) -> int:
    left = 0
    while (parent := op.parent.operation).name in _LOOPS and _independent(op, parent, context):
        op.move_before(parent)
        left += 1
    return left


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
