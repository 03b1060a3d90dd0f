"""Attributes that the rest of the compiler can look at."""

from __future__ import annotations

import re
from typing import Any

from asc_core.ir.bindings import ir
from asc_plugins.errors import CallError

_TEXT = re.compile(r'"(?:[^"\\]|\\.)*"')


def require_readable(op: Any) -> None:
    """Checks that MLIR's bindings can hand out all attributes of an operation.

    Raises:
        CallError: one is, or holds, a location.
    """
    attributes = op.attributes
    for name in attributes:
        if _holds_location(attributes, name):
            raise CallError(
                f"'{name}' of {op.name} holds a location, which can't be the value of an attribute",
                hint="a location is written behind an operation: loc(…)",
                code="ASC-E605",
            )


def _holds_location(attributes: Any, name: str) -> bool:
    try:
        attribute = attributes[name]
    except TypeError:
        return True
    if not isinstance(attribute, (ir.ArrayAttr, ir.DictAttr)):
        return False
    # The bindings end the process when asked for a location in a list.
    text = str(attribute)
    return "loc(" in text and "loc(" in _TEXT.sub("", text)
