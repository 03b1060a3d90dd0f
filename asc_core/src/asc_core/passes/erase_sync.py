"""erase-sync: removes the kernel's own flags and barriers of pipes, before insert-sync puts in what is needed."""

from __future__ import annotations

from typing import Any

from asc_plugins.roles import Sync

from .functions import functions, operations


def run(module: Any, context: Any) -> None:
    marked = {spec.name for spec in context.occurring.specs(context.registry.ops) if isinstance(spec.role, Sync)}
    if not marked:
        return
    for function in functions(module):
        for op in [op for op in operations(function) if op.name in marked]:
            op.erase()
