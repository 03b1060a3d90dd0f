"""unify-pipe: a kernel has one object of some classes; further declarations become the first."""

from __future__ import annotations

from typing import Any

from .functions import functions, named
from .given import EngineContext
from .traits import UNIQUE, with_trait


def run(module: Any, context: EngineContext) -> bool:
    changed = False
    for function in functions(module):
        by_name: dict[str, list[Any]] = {}
        for op in named(function, context.names(with_trait(UNIQUE))):
            by_name.setdefault(op.name, []).append(op)
        for found in by_name.values():
            if len(found) > 1:
                _merge(function, found)
                changed = True
    return changed


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
