"""privatize-func: all functions but the kernel become private, so that unused ones are dropped."""

from __future__ import annotations

from typing import Any

from asc_core.ir.builder import KERNEL
from asc_plugins.passes import PassContext

from .functions import functions


def run(module: Any, context: PassContext) -> bool:
    for function in functions(module):
        if KERNEL not in function.attributes and len(function.regions[0].blocks) > 0:
            function.attributes["sym_visibility"] = context.ir.StringAttr.get("private")
    return False
