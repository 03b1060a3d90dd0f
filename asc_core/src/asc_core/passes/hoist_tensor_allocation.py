"""hoist-tensor-allocation: declarations marked ``hoist`` leave loops when nothing in them changes."""

from __future__ import annotations

from typing import Any

from .functions import functions, operations
from .hoisting import hoist

#: Trait of an op that declares a variable which a loop may declare once, before it.
HOIST = "hoist"


def run(module: Any, context: Any) -> None:
    marked = {spec.name for spec in context.occurring.specs(context.registry.ops) if HOIST in spec.traits}
    if not marked:
        return
    for function in functions(module):
        for op in [op for op in operations(function) if op.name in marked]:
            hoist(op, context)
