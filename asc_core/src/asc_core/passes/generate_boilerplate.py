"""generate-boilerplate: gives the module's one kernel the attributes that the text's frame is made of."""

from __future__ import annotations

from typing import Any

from asc_core.ir.kernels import the_kernel
from asc_plugins.passes import PassContext

from .errors import PassError
from .notes import INCLUDES


def run(module: Any, context: PassContext) -> bool:
    headers = [context.ir.StringAttr.get("kernel_operator.h")]
    the_kernel(module, PassError).attributes[INCLUDES] = context.ir.ArrayAttr.get(headers)
    return False
