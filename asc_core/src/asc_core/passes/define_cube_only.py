"""define-cube-only: the kernel's matmul runs without vector cores, as the option matmul_cube_only asks."""

from __future__ import annotations

from typing import Any

from asc_core.ir.builder import KERNEL_TYPE
from asc_plugins.passes import PassContext

from .functions import kernels
from .notes import DEFINES


def run(module: Any, context: PassContext) -> bool:
    for kernel in kernels(module):
        macro = context.ir.StringAttr.get("ASCENDC_CUBE_ONLY")
        kernel.attributes[DEFINES] = context.ir.ArrayAttr.get([macro])
        kernel.attributes[KERNEL_TYPE] = context.ir.StringAttr.get("AIC_ONLY")
    return False
