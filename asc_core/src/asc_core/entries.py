"""Errors of wrong calls begin in the author's line, unless ``PYASC_FULL_TRACEBACK`` asks for asc's own frames."""

from __future__ import annotations

import dis
import functools
import sys
import types
from typing import Any

from asc_core.packages import package_of
from asc_plugins.builder import in_kernel
from asc_plugins.entries import entry, wrap_entries

from . import settings

_RAISE = dis.opmap["RAISE_VARARGS"]
#: Modules whose frames are asc's own; those of the library stand between some of them.
_OWN = frozenset({"asc", "asc_core", "asc_plugins", "contextlib", "dataclasses", "functools"})


def begins_at_author(own: frozenset[str], error: BaseException) -> bool:
    """True when asc, or a pack among *own*, raised an error on purpose and no other code stands between."""
    from .diagnostics import InternalError

    if not isinstance(error, Exception) or isinstance(error, (InternalError, AssertionError, NotImplementedError)):
        return False
    # The frontend turns what happens in a kernel into errors of its own.
    if in_kernel() or settings.FULL_TRACEBACK.value_or_default():
        return False
    # An entry that another one called has seen it already. Warnings that are errors are raised by the library.
    seen = getattr(error, "seen_by_entry", False) or is_own_warning(error)
    place = error.__traceback__
    while place is not None:
        if place.tb_frame.f_globals.get("__name__", "").partition(".")[0] not in own:
            return False
        last, place = place, place.tb_next
        if place is None and not seen and last.tb_frame.f_code.co_code[last.tb_lasti] != _RAISE:
            return False
    error.__suppress_context__ = True
    error.seen_by_entry = True  # type: ignore[attr-defined]
    return True


def is_own_warning(error: BaseException) -> bool:
    """True for a warning of asc's, where ``-W error`` or a filter makes warnings errors."""
    return isinstance(error, Warning) and package_of(type(error).__module__) in _OWN


def _wrapped(function: Any) -> Any:
    from . import _native

    own = _OWN | {package_of(function.__module__)}
    made = _native.Entry(function, functools.partial(begins_at_author, own))
    return functools.update_wrapper(made, function)


def install() -> None:
    """Wraps the marked functions, if there is the native module, which alone can drop frames."""
    try:
        from . import _native  # noqa: F401
    except ImportError:
        return
    wrap_entries(_wrapped)
    mark_facade()


def mark_facade() -> None:
    """Marks the look-up of names of ``asc``, once that is imported."""
    facade = sys.modules.get("asc")
    look_up = vars(facade).get("__getattr__") if facade is not None else None
    if isinstance(look_up, types.FunctionType):
        vars(facade)["__getattr__"] = entry(look_up)


def mark_functions(names: dict[str, Any]) -> None:
    """Marks the public functions of a module, given by its namespace."""
    for name, value in names.items():
        if isinstance(value, types.FunctionType) and not name.startswith("_"):
            names[name] = entry(value)


def mark_methods(*classes: type) -> None:
    """Marks the constructors of data classes."""
    for cls in classes:
        cls.__init__ = entry(cls.__init__)  # type: ignore[misc]


install()
__all__ = ["begins_at_author", "entry", "is_own_warning", "mark_functions", "mark_methods"]
