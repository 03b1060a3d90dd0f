"""detect-enable-debug: notes on the kernel that it prints, which the device's launch must prepare for."""

from __future__ import annotations

from typing import Any

from .functions import kernels
from .given import EngineContext
from .notes import ENABLE_DEBUG
from .traits import PRINTS, with_trait


def run(module: Any, context: EngineContext) -> bool:
    if context.occurring.any(context.names(with_trait(PRINTS))):
        for kernel in kernels(module):
            kernel.attributes[ENABLE_DEBUG] = context.ir.UnitAttr.get()
    return False
