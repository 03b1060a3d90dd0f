"""legalize-kernel-args: a kernel takes addresses, numbers and structs by value, and returns nothing."""

from __future__ import annotations

from typing import Any

from asc_core.ir.effects import is_variable
from asc_core.ir.places import name_in, place_of
from asc_plugins.irtypes import IRType

from .errors import PassError
from .functions import kernels


def run(module: Any, context: Any) -> None:
    for kernel in kernels(module):
        if len(kernel.attributes["function_type"].value.results) > 0:
            raise PassError(
                "a kernel returns nothing",
                hint="write results to an array argument",
                location=place_of(kernel.location),
            )
        (block,) = kernel.regions[0].blocks
        for argument in block.arguments:
            type_ = context.context.from_mlir(argument.type)
            if isinstance(type_, IRType) and is_variable(type_.spec.value):
                raise PassError(
                    f"argument '{name_in(argument.location)}' is a {type_.spec.value.__name__}, "
                    "which exists inside a kernel only",
                    hint="pass an array or a number",
                    location=place_of(argument.location),
                )
