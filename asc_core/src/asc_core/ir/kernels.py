"""The one kernel of a module."""

from __future__ import annotations

from typing import Any

from .builder import KERNEL
from .errors import LocatedError
from .places import place_of_operation

_MOST_LISTED = 8


def the_kernel(module: Any, error: type[LocatedError]) -> Any:
    """The function of a module that is its kernel.

    Raises:
        error: there is none, or there are several; it lists the functions that are meant.
    """
    functions = [f for f in (view.operation for view in module.body.operations) if f.name == "func.func"]
    found = [f for f in functions if KERNEL in f.attributes]
    if len(found) == 1:
        return found[0]
    listed = found or functions
    hint = (
        "keep one, and compile each from a module of its own"
        if found
        else f"mark the kernel: func.func @{_name(listed[0]) if listed else 'name'}(…) attributes {{{KERNEL}}}"
    )
    notes = [f"{'kernels' if found else 'functions'}: {_names(listed)}"] if listed else []
    place = place_of_operation(found[1] if found else listed[0]) if listed else None
    raise error(f"a module has one kernel; this one has {len(found)}", notes, hint, location=place)


def _name(function: Any) -> str:
    name: str = function.attributes["sym_name"].value
    return name


def _names(functions: list[Any]) -> str:
    names = [f"@{_name(f)}" for f in functions]
    more = len(names) - _MOST_LISTED
    return ", ".join(names[:_MOST_LISTED]) + (f" and {more} more" if more > 0 else "")
