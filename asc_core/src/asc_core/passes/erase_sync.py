"""erase-sync: removes the kernel's own flags and barriers of pipes, before insert-sync puts in what is needed."""

from __future__ import annotations

from typing import Any

from .functions import functions, named
from .given import EngineContext
from .traits import synchronises


def run(module: Any, context: EngineContext) -> bool:
    found = [op for function in functions(module) for op in named(function, context.names(synchronises))]
    for op in found:
        op.erase()
    return bool(found)
