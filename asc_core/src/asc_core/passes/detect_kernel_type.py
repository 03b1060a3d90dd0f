"""detect-kernel-type: the cores that a kernel runs on follow from the pipes its operations use."""

from __future__ import annotations

from typing import Any

from asc_core.ir.builder import KERNEL_TYPE
from asc_plugins.ops import Pipe
from asc_plugins.passes import PassContext

from .functions import kernels, operations

_VECTOR = frozenset({Pipe.V})
_CUBE = frozenset({Pipe.M, Pipe.MTE1, Pipe.FIX})


def run(module: Any, context: PassContext) -> None:
    asked = getattr(context.options, "kernel_type", None)
    for kernel in kernels(module):
        if KERNEL_TYPE in kernel.attributes:
            continue
        name = getattr(asked, "name", None) or _found(kernel, context)
        kernel.attributes[KERNEL_TYPE] = context.ir.StringAttr.get(name)


def _found(kernel: Any, context: PassContext) -> str:
    specs = (context.registry.ops.get(op.name) for op in operations(kernel))
    pipes = {spec.pipe for spec in specs if spec is not None}
    if pipes & _CUBE:
        return "MIX_AIC_1_2" if pipes & _VECTOR else "AIC_ONLY"
    return "AIV_ONLY"
