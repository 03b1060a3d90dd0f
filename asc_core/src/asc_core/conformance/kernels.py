"""Names of functions and what is noted on kernels, as far as text of ASC-IR can have them wrong."""

from __future__ import annotations

from typing import Any

from asc_core.ir.bindings import ir
from asc_core.ir.builder import KERNEL, KERNEL_TYPE
from asc_core.ir.context import IRContext
from asc_core.ir.errors import LocatedError
from asc_core.ir.places import place_of_operation
from asc_core.passes.legalize_kernel_args import passed_type
from asc_core.passes.notes import DEFINES, INCLUDES, STRUCTS
from asc_core.runtime.config import KernelType
from asc_plugins.cppnames import legal

_CODE = "ASC-E605"


def check_function(function: Any, context: IRContext) -> None:
    """Checks a function's name, and if it is a kernel its marks and arguments.

    Raises:
        LocatedError: the name is no identifier, an attribute isn't what the compiler notes, or an argument can't be
            passed to a kernel.
    """
    attributes = function.attributes
    place = place_of_operation(function)
    name = attributes["sym_name"].value
    # Of identifiers the text's names are made: those that C++ reserves, and letters it doesn't know, are replaced.
    if not name.isidentifier():
        raise LocatedError(
            f"{attributes['sym_name']} can't be the name of a function",
            ["it becomes a name of Ascend C: letters, digits and _, the first no digit"],
            f"call it @{legal(name)}" if name else "give it a name",
            code=_CODE,
            location=place,
        )
    if KERNEL not in attributes:
        return
    if not isinstance(attributes[KERNEL], ir.UnitAttr):
        raise LocatedError(
            f"'{KERNEL}' has no value", hint="leave it out of functions that are no kernel", code=_CODE, location=place
        )
    if not len(function.regions[0].blocks):
        raise LocatedError(f"the kernel '{name}' has no body", code=_CODE, location=place)
    if KERNEL_TYPE in attributes:
        kernel_type = attributes[KERNEL_TYPE]
        if not isinstance(kernel_type, ir.StringAttr) or kernel_type.value not in KernelType.__members__:
            known = ", ".join(f'"{kind}"' for kind in KernelType.__members__)
            title = f"'{KERNEL_TYPE}' can't be {kernel_type}"
            raise LocatedError(title, [f"it is one of {known}"], code=_CODE, location=place)
    for note in (DEFINES, INCLUDES, STRUCTS):
        if note in attributes and not _are_texts(attributes[note], lines=note == STRUCTS):
            what = "texts" if note == STRUCTS else "texts of one line"
            raise LocatedError(f"'{note}' is a list of {what}", code=_CODE, location=place)
    for argument in function.regions[0].blocks[0].arguments:
        passed_type(argument, context)


def _are_texts(attribute: Any, *, lines: bool) -> bool:
    if not isinstance(attribute, ir.ArrayAttr):
        return False
    return all(isinstance(text, ir.StringAttr) and (lines or len(text.value.splitlines()) == 1) for text in attribute)
