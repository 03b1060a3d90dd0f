"""hoist-tensor-allocation: declarations marked ``hoist`` leave loops when nothing in them changes."""

from __future__ import annotations

from typing import Any

from asc_plugins.passes import PassContext

from .functions import functions, operations

#: Trait of an op that declares a variable which a loop may declare once, before it.
HOIST = "hoist"
_LOOPS = ("scf.for", "scf.while")


def run(module: Any, context: PassContext) -> None:
    marked = {name for name, spec in context.registry.ops.items() if HOIST in spec.traits}
    if not marked:
        return
    for function in functions(module):
        for op in [op for op in operations(function) if op.name in marked]:
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
