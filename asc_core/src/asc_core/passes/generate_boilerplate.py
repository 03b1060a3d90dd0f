"""generate-boilerplate: gives the module's one kernel the attributes that the text's frame is made of."""

from __future__ import annotations

from typing import Any

from asc_plugins.passes import PassContext

from .errors import PassError
from .functions import kernels
from .notes import INCLUDES


def run(module: Any, context: PassContext) -> bool:
    found = kernels(module)
    if len(found) != 1:
        raise PassError(f"a module has one kernel; this one has {len(found)}")
    headers = [context.ir.StringAttr.get("kernel_operator.h")]
    found[0].attributes[INCLUDES] = context.ir.ArrayAttr.get(headers)
    return False
