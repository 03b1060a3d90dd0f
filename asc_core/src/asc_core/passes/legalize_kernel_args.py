"""legalize-kernel-args: a kernel takes addresses, numbers and structs by value, and returns nothing."""

from __future__ import annotations

from typing import Any

from asc_core.ir.context import IRContext
from asc_core.ir.effects import is_variable
from asc_core.ir.location import SourceLoc
from asc_core.ir.places import name_in, place_of, place_of_operation
from asc_plugins.dtypes import DataType
from asc_plugins.irtypes import IRType, ValueType

from .errors import PassError
from .functions import kernels
from .given import EngineContext


def run(module: Any, context: EngineContext) -> bool:
    for kernel in kernels(module):
        require_legal(kernel, context.context)
    return False


def require_legal(kernel: Any, context: IRContext) -> None:
    """Checks what a kernel takes and returns.

    Raises:
        PassError: it returns something, or an argument can't be passed to a kernel.
    """
    if len(kernel.attributes["function_type"].value.results) > 0:
        raise PassError(
            "a kernel returns nothing",
            hint="write results to an array argument",
            location=place_of_operation(kernel),
        )
    for argument in kernel.regions[0].blocks[0].arguments:
        type_ = passed_type(argument, context)
        if isinstance(type_, IRType) and is_variable(type_.spec.value):
            raise PassError(
                f"{_named(argument)} is a {type_.spec.value.__name__}, which exists inside a kernel only",
                hint="pass an array or a number",
                location=_place(argument),
            )


def passed_type(argument: Any, context: IRContext) -> ValueType:
    """The type of a kernel's argument.

    Raises:
        PassError: kernels know no such type.
    """
    try:
        type_ = context.from_mlir(argument.type)
    except TypeError:
        type_ = None
    if type_ is None or (isinstance(type_, DataType) and type_.is_void()):
        raise PassError(
            f"{_named(argument)} is of type {argument.type}, which can't be passed to a kernel",
            hint="kernels take scalars, structs and addresses in global memory, memref<*xT, 22>",
            location=_place(argument),
        )
    return type_


def _named(argument: Any) -> str:
    name = name_in(argument.location)
    return f"argument {argument.arg_number + 1 if name is None else repr(name)}"


def _place(argument: Any) -> SourceLoc | None:
    return place_of(argument.location) or place_of_operation(argument.owner.owner)
