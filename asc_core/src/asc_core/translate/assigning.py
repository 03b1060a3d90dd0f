"""Assignments that happen at once, as statements in turn."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence

IDENTIFIER = re.compile(r"[A-Za-z_]\w*")


def mentions(text: str, name: str) -> bool:
    """True when an expression names a variable."""
    return any(found == name for found in IDENTIFIER.findall(text))


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
