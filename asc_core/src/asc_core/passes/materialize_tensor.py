"""materialize-tensor: a tensor that was given no place can't reach the text."""

from __future__ import annotations

from typing import Any

from asc_core.ir.places import place_of, python_name
from asc_plugins.passes import PassContext

from .errors import PassError
from .functions import functions, operations

#: Trait of an op whose tensor a pass must place.
PLACELESS = "placeless"


def run(module: Any, context: PassContext) -> None:
    placeless = {name for name, spec in context.registry.ops.items() if PLACELESS in spec.traits}
    for function in functions(module):
        for op in operations(function):
            if op.name in placeless:
                name = python_name(op.results[0]) if len(op.results) == 1 else None
                raise PassError(
                    f"the tensor {name!r} has no place in memory" if name else "a tensor has no place in memory",
                    hint="take it from a queue, or give its position and address: asc.LocalTensor(...)",
                    location=place_of(op.location),
                )
