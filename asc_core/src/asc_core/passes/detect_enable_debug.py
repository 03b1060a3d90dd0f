"""detect-enable-debug: notes on the kernel that it prints, which the device's launch must prepare for."""

from __future__ import annotations

from typing import Any

from asc_plugins.passes import PassContext

from .functions import kernels, operations
from .notes import ENABLE_DEBUG

#: Trait of an op that prints from inside a kernel.
PRINTS = "prints"


def run(module: Any, context: PassContext) -> None:
    printing = {name for name, spec in context.registry.ops.items() if PRINTS in spec.traits}
    for kernel in kernels(module):
        if any(op.name in printing for op in operations(kernel)):
            kernel.attributes[ENABLE_DEBUG] = context.ir.UnitAttr.get()
