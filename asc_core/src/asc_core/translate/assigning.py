"""Assignments that happen at once, as statements in turn."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence

from asc_plugins.emit import Expr, Precedence

IDENTIFIER = re.compile(r"[A-Za-z_]\w*")


def mentions(text: str, name: str) -> bool:
    """True when an expression names a variable."""
    return any(found == name for found in IDENTIFIER.findall(text))


_GROUPS = {
    Precedence.ADDITIVE: ("+", "-"),
    Precedence.MULTIPLICATIVE: ("*", "/", "%"),
    Precedence.SHIFT: ("<<", ">>"),
    Precedence.BIT_AND: ("&",),
    Precedence.BIT_OR: ("|",),
    Precedence.BIT_XOR: ("^",),
}
_CHANGE = re.compile(r" (<<|>>|[-+*/%&|^]) (.+)")


def assignment(name: str, value: str) -> str:
    """``name = value``, or ``name += number`` where the value is a change of the variable."""
    if isinstance(value, Expr) and value.startswith(name) and (found := _CHANGE.fullmatch(value, len(name))):
        symbol, number = found.groups()
        group = _GROUPS.get(value.precedence, ())
        # All of them group to the left: in "a - b + c" it isn't "b + c" that a changes by.
        if symbol in group and not any(f" {other} " in _outermost(number) for other in group):
            return f"{name}++" if (symbol, number) == ("+", "1") else f"{name} {symbol}= {number}"
    return f"{name} = {value}"


def _outermost(text: str) -> str:
    """An expression without what stands in brackets."""
    depth, shown = 0, []
    for char in text:
        depth -= char in ")]}"
        if depth == 0:
            shown.append(char)
        depth += char in "([{"
    return "".join(shown)


def in_turn(pairs: Sequence[tuple[str, str, str]], keep: Callable[[str, str], str]) -> Iterator[tuple[str, str]]:
    """``(variable, value)`` in an order in which all values see the old variables.

    *keep* declares a copy of a variable, by its type and name, and gives the copy's name.
    """
    left = [pair for pair in pairs if pair[1] != pair[2]]
    while left:
        free = next(
            (i for i, (_, name, _) in enumerate(left)
             if not any(mentions(v, name) for j, (_, _, v) in enumerate(left) if j != i)),
            None,
        )  # fmt: skip
        if free is not None:
            _, name, value = left.pop(free)
            yield name, value
            continue
        # All wait for each other: keep the old value of one.
        cpp_type, name, _ = left[0]
        old = keep(cpp_type, name)
        left = [(t, n, re.sub(rf"\b{re.escape(name)}\b", old, v)) for t, n, v in left]
