"""detect-enable-debug: notes on the kernel that it prints, which the device's launch must prepare for."""

from __future__ import annotations

from typing import Any

from .functions import kernels
from .notes import ENABLE_DEBUG

#: Trait of an op that prints from inside a kernel.
PRINTS = "prints"


def run(module: Any, context: Any) -> None:
    if any(PRINTS in spec.traits for spec in context.occurring.specs(context.registry.ops)):
        for kernel in kernels(module):
            kernel.attributes[ENABLE_DEBUG] = context.ir.UnitAttr.get()
