"""Calls of Python's functions whose warnings point to the kernel's line, not into the compiler."""

from __future__ import annotations

from types import FunctionType
from typing import Any

#: Name of the frame that such a call adds.
FRAME = "<kernel>"


def _call(function: Any, args: Any, kwargs: Any) -> Any:
    return function(*args, **kwargs)


def call_at(file: str, line: int, scope: dict[str, Any], function: Any, *args: Any, **kwargs: Any) -> Any:
    """``function(*args, **kwargs)`` by a frame that says it is this line; *scope* are the globals of its module."""
    # A line of the body is counted from the first one.
    first = _call.__code__.co_firstlineno
    body = max(number for _, _, number in _call.__code__.co_lines() if number is not None)
    code = _call.__code__.replace(co_filename=file, co_name=FRAME, co_firstlineno=line - (body - first))
    return FunctionType(code, scope)(function, args, kwargs)
