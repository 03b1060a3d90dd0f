"""How large the values are that compile-time expressions would make, known before they are made."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, NoReturn

from asc_plugins.brief import brief
from asc_plugins.errors import CallError

from .operators import SYMBOLS

#: Items of a sequence, characters of a text, and items that a function runs through, while a kernel is compiled.
MOST_ITEMS = 1 << 20
#: Bits of an integer that powers, shifts and products make: no type holds these, and more would eat the memory.
MOST_BITS = 1 << 16

_SEQUENCES = (str, bytes, bytearray, list, tuple)
_ITEMS: dict[Any, str] = {str: "characters", bytes: "bytes", bytearray: "bytes"}
ADVICE = "compute it outside of the kernel, and pass what the kernel needs as a constant or in a tensor"

#: ``%5.2f``, with ``*`` for a number that is an operand of its own.
_PERCENT = re.compile(r"%(?:\([^)]*\))?[#0\- +]*(\*|\d+)?(?:\.(\*|\d+))?[hlL]?(.)", re.DOTALL)
_SPEC = re.compile(r"(?:.?[<>=^])?[+\- ]?z?#?0?(\d+)?[,_]?(?:\.(\d+))?", re.DOTALL)


def refuse(title: str) -> NoReturn:
    """Refuses what would take more time or memory than compiling a kernel may.

    Raises:
        CallError: always.
    """
    raise CallError(f"{title}; the limit at compile time is {MOST_ITEMS:,}", hint=ADVICE, code="ASC-E507")


def check_size(kind: type | str, size: int) -> None:
    """Refuses a sequence, or what is called so, of more than :data:`MOST_ITEMS` items."""
    if size > MOST_ITEMS:
        name = kind if isinstance(kind, str) else kind.__name__
        refuse(f"this makes a {name} of {_count(size)} {_ITEMS.get(kind, 'items')}")


def check_passes(what: str, size: int) -> None:
    """Refuses a run through more than :data:`MOST_ITEMS` items."""
    if size > MOST_ITEMS:
        refuse(f"{what} runs through {_count(size)} items")


def _count(size: int) -> str:
    return f"{size:,}" if size < 10**18 else brief(size)


def length(items: range) -> int:
    """``len(items)``, also of a range that is longer than Python's sequences."""
    step = items.step
    return max(0, (items.stop - items.start + step - (1 if step > 0 else -1)) // step)


# Operators.


def check_operator(kind: str, lhs: Any, rhs: Any) -> None:
    """Refuses an operator on values of the host whose result would be too large."""
    if kind == "add":
        if isinstance(lhs, _SEQUENCES) and isinstance(rhs, _SEQUENCES):
            check_size(type(lhs), len(lhs) + len(rhs))
    elif kind == "mod":
        if isinstance(lhs, (str, bytes)):
            _check_percent(lhs, rhs)
    elif kind in ("mul", "pow", "lshift"):
        if isinstance(lhs, _SEQUENCES) and kind == "mul":
            check_size(type(lhs), len(lhs) * _whole(rhs))
        elif isinstance(rhs, _SEQUENCES) and kind == "mul":
            check_size(type(rhs), len(rhs) * _whole(lhs))
        elif isinstance(lhs, int) and isinstance(rhs, int) and _bits(kind, lhs, rhs) > MOST_BITS:
            title = f"'{SYMBOLS[kind]}' by {brief(rhs)} gives a number that no type holds"
            raise CallError(title, code="ASC-E403")


def _bits(kind: str, lhs: int, rhs: int) -> int:
    if kind == "mul":
        return lhs.bit_length() + rhs.bit_length()
    return abs(rhs) * (lhs.bit_length() if kind == "pow" else 1)


def _whole(value: Any) -> int:
    """A number of repetitions, 0 for what is none."""
    return max(int(value), 0) if hasattr(type(value), "__index__") else 0


# Text.


def _check_percent(text: str | bytes, values: Any) -> None:
    template = text if isinstance(text, str) else text.decode("latin-1")
    operands = iter(values if isinstance(values, tuple) else (values,))
    size = len(template)
    for width, digits, conversion in _PERCENT.findall(template):
        for number in (width, digits):
            size += _whole(next(operands, 0)) if number == "*" else int(number or 0)
        if conversion != "%":
            next(operands, None)
    check_size(type(text), size)


def check_format(value: Any, spec: str) -> None:
    """Refuses ``format(value, spec)`` that fills up to a huge width, or writes a huge number of digits."""
    match = _SPEC.match(spec) if isinstance(value, (str, int, float)) else None
    if match is not None:
        check_size(str, sum(int(n) for n in match.groups() if n))


def check_joined(separator: Sequence[Any], parts: Sequence[Any]) -> None:
    """Refuses a ``join`` of more than :data:`MOST_ITEMS` characters."""
    sizes = [len(p) for p in parts if isinstance(p, (str, bytes, bytearray))]
    check_size(type(separator), sum(sizes) + len(separator) * max(len(parts) - 1, 0))
