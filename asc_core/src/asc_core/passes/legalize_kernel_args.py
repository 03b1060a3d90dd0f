"""legalize-kernel-args: a kernel takes addresses, numbers and structs by value, and returns nothing."""

from __future__ import annotations

from typing import Any

from asc_core.ir.effects import is_variable
from asc_core.ir.places import name_in, place_of
from asc_plugins.irtypes import IRType

from .errors import PassError
from .functions import kernels
from .given import EngineContext


def run(module: Any, context: EngineContext) -> bool:
    for kernel in kernels(module):
        if len(kernel.attributes["function_type"].value.results) > 0:
            raise PassError(
                "a kernel returns nothing",
                hint="write results to an array argument",
                location=place_of(kernel.location),
            )
        (block,) = kernel.regions[0].blocks
        for number, argument in enumerate(block.arguments, 1):
            type_ = context.context.from_mlir(argument.type)
            if isinstance(type_, IRType) and is_variable(type_.spec.value):
                name = name_in(argument.location)
                raise PassError(
                    f"argument {number if name is None else repr(name)} is a {type_.spec.value.__name__}, "
                    "which exists inside a kernel only",
                    hint="pass an array or a number",
                    location=place_of(argument.location),
                )
    return False
