"""hoist-que-bind: declarations of queues and buffers, and what gives them memory, leave loops."""

from __future__ import annotations

from typing import Any

from .given import EngineContext
from .hoisting import hoist_all
from .traits import QUEUE, READIES, with_trait


def run(module: Any, context: EngineContext) -> bool:
    # In their order, so that a queue is outside before what gives it memory.
    return bool(hoist_all(module, with_trait(QUEUE, READIES), context))
