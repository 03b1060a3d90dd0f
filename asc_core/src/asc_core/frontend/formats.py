"""Python's format specifications as conversions of C's ``printf``, where both mean the same."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator
from typing import Any

from asc_plugins.brief import article
from asc_plugins.dtypes import DataType
from asc_plugins.errors import CallError
from asc_plugins.values import IRValue

from .ownership import CONTAINERS

_SPEC = re.compile(
    r"(?P<align>[<>=])?(?P<sign>[+\- ])?(?P<zero>0)?(?P<width>\d+)?(?P<precision>\.\d+)?(?P<type>[dfFxXeEgG]?)"
)
_FLOATS = frozenset("fFeEgG")
_HINT = "use [<|>] [+] [0] width [.digits] [d|f|x], for instance f'{x:>8.3f}'"


def conversion(spec: str, dtype: DataType) -> tuple[str, str]:
    """What stands between ``%`` and the type, and the type or ''.

    Raises:
        CallError: ``printf`` has nothing that means the same.
    """
    match = _SPEC.fullmatch(spec)
    if match is None:
        raise CallError(f"a device can't format with '{spec}'", hint=_HINT, code="ASC-E210")
    align, zero, kind = match["align"], match["zero"], match["type"]
    # Without zeros, "=" fills between the sign and the digits, and printf has no such thing.
    if (align == "=" and not zero) or (zero and align in ("<", ">")):
        raise CallError(f"a device can't fill as '{spec}' says", hint=_HINT, code="ASC-E210")
    is_float = dtype.is_float() or kind in _FLOATS
    if match["precision"] and not is_float:
        title = f"'{spec}' says digits behind the point, but {article(dtype.name)} has none"
        raise CallError(title, hint="write f behind them, or leave them out", code="ASC-E210")
    if dtype.is_float() and kind in ("d", "x", "X"):
        raise CallError(
            f"'{kind}' formats whole numbers, not {article(dtype.name)}", hint="convert it: int(x)", code="ASC-E210"
        )
    sign = match["sign"] if match["sign"] in ("+", " ") else ""
    flags = ("-" if align == "<" else "") + sign + (zero or "")
    return f"{flags}{match['width'] or ''}{match['precision'] or ''}", kind


def spread(parts: Iterable[Any]) -> Iterator[Any]:
    """Parts of text, with those that are tuples, lists and dicts as the parts of what Python writes for these."""
    for part in parts:
        if isinstance(part, tuple) and isinstance(part[0], CONTAINERS) and not part[1]:
            yield from _items(part[0], part[2])
        else:
            yield part


def _items(value: Any, place: ast.AST) -> Iterator[Any]:
    if isinstance(value, IRValue):
        yield value, "", place
        return
    if not isinstance(value, CONTAINERS):
        yield repr(value)
        return
    if isinstance(value, dict):
        opened, closed = "{", "}"
        labels = [f"{key!r}: " for key in value]
    elif isinstance(value, list):
        opened, closed, labels = "[", "]", [""] * len(value)
    else:
        fields = getattr(type(value), "_fields", None)
        opened = "(" if fields is None else f"{type(value).__name__}("
        closed = ",)" if fields is None and len(value) == 1 else ")"
        labels = [""] * len(value) if fields is None else [f"{field}=" for field in fields]
    yield opened
    for index, (label, item) in enumerate(
        zip(labels, value.values() if isinstance(value, dict) else value, strict=True)
    ):
        yield f"{', ' if index else ''}{label}"
        yield from _items(item, place)
    yield closed
