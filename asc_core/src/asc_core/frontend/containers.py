"""Methods of tuples, lists and ranges that need to know items which only the running kernel knows."""

from __future__ import annotations

import builtins
from typing import Any

from asc_plugins.values import PlainValue

#: What to write instead of functions and methods that compare items.
_INSTEAD = {
    "index": "search in a loop over constants: for i in asc.static_range(len(values)): if values[i] == n: found = i",
    "count": "add up the comparisons: sum([v == n for v in values])",
    "remove": "which item goes is known only when the kernel runs: keep a flag beside each, or use an asc.array",
    "sort": "put two numbers in order by min(a, b) and max(a, b), or sort before the kernel is launched",
    "insert": "where it goes must be a constant",
    "pop": "which item goes must be a constant",
}
_INSTEAD["sorted"] = _INSTEAD["sort"]
_OWNERS = (tuple, list, range)
_TEXT_METHODS = frozenset(("__str__", "__repr__", "__format__"))
_TEXT_FUNCTIONS = frozenset(map(id, (str, repr, format, ascii, hex, oct, bin, chr)))


def instead_of(owner: Any, name: str) -> str | None:
    """What to write instead of a method of a container, or a function of Python's, on run-time items."""
    return _INSTEAD.get(name) if isinstance(owner, _OWNERS) or owner is builtins else None


def makes_text(function: Any) -> bool:
    """True for functions that give text of what they are called with, or put it into text."""
    if id(function) in _TEXT_FUNCTIONS:
        return True
    owner = getattr(function, "__self__", None)
    if isinstance(owner, PlainValue):
        return function.__name__ in _TEXT_METHODS
    return isinstance(owner, str) or getattr(function, "__objclass__", None) is str
