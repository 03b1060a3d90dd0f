"""How deep text of ASC-IR nests: MLIR's parser calls itself for each level, and the stack is finite."""

from __future__ import annotations

import re

from .errors import TextError

#: Levels of brackets that text may have, one within the other.
MOST_LEVELS = 256

# Brackets in strings and comments, and arrows and comparisons, aren't levels.
_TOKEN = re.compile(r'"(?:\\.|[^"\\\n])*"|//[^\n]*|->|[<>]=|[(\[{<]|[)\]}>]')
_OPENING, _CLOSING = frozenset("([{<"), frozenset(")]}>")


def require_flat(text: str) -> None:
    """Checks that MLIR can parse the text.

    Raises:
        TextError: it nests too deep.
    """
    place = _too_deep(text)
    if place is not None:
        raise TextError(f"brackets are nested more than {MOST_LEVELS} deep", text, place)


def _too_deep(text: str) -> int | None:
    if sum(map(text.count, _OPENING)) <= MOST_LEVELS:
        return None
    depth = 0
    for match in _TOKEN.finditer(text):
        token = match[0]
        if token in _OPENING:
            depth += 1
            if depth > MOST_LEVELS:
                return match.start()
        elif token in _CLOSING and depth:
            depth -= 1
    return None
