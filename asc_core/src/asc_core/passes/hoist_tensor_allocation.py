"""hoist-tensor-allocation: declarations marked ``hoist`` leave loops when nothing in them changes."""

from __future__ import annotations

from typing import Any

from asc_plugins.lifetimes import LOOPS_LEFT

from .given import EngineContext
from .hoisting import hoist_all
from .traits import HOIST, with_trait


def run(module: Any, context: EngineContext) -> bool:
    ir = context.ir
    moved = hoist_all(module, with_trait(HOIST), context)
    for op, left in moved:
        before = op.attributes[LOOPS_LEFT].value if LOOPS_LEFT in op.attributes else 0
        op.attributes[LOOPS_LEFT] = ir.IntegerAttr.get(ir.IntegerType.get_signless(32), before + left)
    return bool(moved)
