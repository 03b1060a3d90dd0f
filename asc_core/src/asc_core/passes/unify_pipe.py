"""unify-pipe: a kernel has one object of some classes; further declarations become the first."""

from __future__ import annotations

from typing import Any

from .functions import functions, operations

#: Trait of a constructor whose class has one object a kernel.
UNIQUE = "unique"


def run(module: Any, context: Any) -> None:
    marked = [spec.name for spec in context.occurring.specs(context.registry.ops) if UNIQUE in spec.traits]
    for function in functions(module):
        for name in marked:
            found = [op for op in operations(function) if op.name == name]
            if len(found) > 1:
                _merge(function, found)


def _merge(function: Any, found: list[Any]) -> None:
    first, *others = found
    (entry,) = function.regions[0].blocks
    # Inside a branch or loop it would be gone when others need it.
    top = first
    while top.block != entry:
        top = top.parent.operation
    if top != first:
        first.move_before(top)
    for other in others:
        other.results[0].replace_all_uses_with(first.results[0])
        other.erase()
