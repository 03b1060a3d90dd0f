"""Functions that kernel authors call in plain Python.

A wrong call is reported by an exception, and the frames of asc between it and the author's line would only bury what it
says. An engine that can drop them wraps the functions marked here.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any, TypeVar

F = TypeVar("F", bound=Callable[..., Any])

_wrap: Callable[[Any], Any] | None = None
_marked: list[Any] = []
_wrapped: dict[int, tuple[Any, Any]] = {}


def entry(function: F) -> F:
    """Marks a function or a method that authors call."""
    if _wrap is not None:
        wrapped: F = _wrap(function)
        return wrapped
    _marked.append(function)
    return function


def wrap_entries(wrap: Callable[[Any], Any]) -> None:
    """Puts ``wrap(function)`` in the place of each marked function, of those marked later as well; works once."""
    global _wrap
    if _wrap is not None:
        return
    _wrap = wrap
    for function in _marked:
        *path, name = function.__qualname__.split(".")
        holder: Any = sys.modules.get(function.__module__)
        for part in path:
            holder = getattr(holder, part, None)
        if holder is not None and vars(holder).get(name) is function:
            wrapped = wrap(function)
            setattr(holder, name, wrapped)
            _wrapped[id(function)] = (function, wrapped)
    _marked.clear()


def wrapped_entry(value: Any) -> Any:
    """What stands in the place of a marked function, for those who got hold of it before it was wrapped."""
    function, wrapped = _wrapped.get(id(value), (None, None))
    return wrapped if function is value and function is not None else value
