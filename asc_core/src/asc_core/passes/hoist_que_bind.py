"""hoist-que-bind: declarations of queues and buffers, and what gives them memory, leave loops."""

from __future__ import annotations

from typing import Any

from .functions import functions, operations
from .hoisting import hoist

#: Traits of constructors of queues and buffers, and of ops that give them memory.
QUEUE, READIES = "queue", "readies_queue"


def run(module: Any, context: Any) -> None:
    marked = {spec.name for spec in context.occurring.specs(context.registry.ops) if spec.traits & {QUEUE, READIES}}
    if not marked:
        return
    for function in functions(module):
        # In their order, so that a queue is outside before what gives it memory.
        for op in [op for op in operations(function) if op.name in marked]:
            hoist(op, context)
