"""detect-kernel-type: the cores that a kernel runs on follow from the pipes its operations use."""

from __future__ import annotations

from typing import Any

from asc_core.ir.builder import KERNEL_TYPE
from asc_plugins.ops import Pipe

from .functions import kernels
from .given import EngineContext
from .traits import CROSS_CORE

_WITH_FLAGS = {"AIV_ONLY": "MIX_AIV_1_0", "AIC_ONLY": "MIX_AIC_1_0"}

_VECTOR = frozenset({Pipe.V})
_CUBE = frozenset({Pipe.M, Pipe.MTE1, Pipe.FIX})


def run(module: Any, context: EngineContext) -> bool:
    asked = getattr(context.options, "kernel_type", None)
    for kernel in kernels(module):
        if KERNEL_TYPE in kernel.attributes:
            continue
        name = getattr(asked, "name", None) or _found(context)
        kernel.attributes[KERNEL_TYPE] = context.ir.StringAttr.get(name)
    return False


def _found(context: EngineContext) -> str:
    specs = context.occurring.specs(context.registry.ops)
    pipes = {spec.pipe for spec in specs}
    if pipes & _CUBE and pipes & _VECTOR:
        return "MIX_AIC_1_2"
    name = "AIC_ONLY" if pipes & _CUBE else "AIV_ONLY"
    return _WITH_FLAGS[name] if any(CROSS_CORE in spec.traits for spec in specs) else name
