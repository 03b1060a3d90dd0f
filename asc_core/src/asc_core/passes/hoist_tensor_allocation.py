"""hoist-tensor-allocation: declarations marked ``hoist`` leave loops when nothing in them changes."""

from __future__ import annotations

from typing import Any

from .given import EngineContext
from .hoisting import hoist_all
from .traits import HOIST, with_trait


def run(module: Any, context: EngineContext) -> bool:
    return hoist_all(module, with_trait(HOIST), context)
