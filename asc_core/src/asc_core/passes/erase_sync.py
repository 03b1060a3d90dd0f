"""erase-sync: removes the kernel's own flags and barriers of pipes, before insert-sync puts in what is needed."""

from __future__ import annotations

from typing import Any

from asc_plugins.passes import PassContext
from asc_plugins.roles import Sync

from .functions import functions, operations


def run(module: Any, context: PassContext) -> None:
    marked = {name for name, spec in context.registry.ops.items() if isinstance(spec.role, Sync)}
    for function in functions(module):
        for op in [op for op in operations(function) if op.name in marked]:
            op.erase()
