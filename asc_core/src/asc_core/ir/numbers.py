"""Numbers in text of ASC-IR: MLIR's parser takes a time that grows with the square of their digits."""

from __future__ import annotations

import re

from .errors import TextError

#: More than numbers of any type have, and than names have in a row.
MOST_DIGITS = 1000

_MANY = re.compile(rf"\d{{{MOST_DIGITS + 1}}}")
_TOKEN = re.compile(rf'"(?:\\.|[^"\\\n])*"|//[^\n]*|\d{{{MOST_DIGITS + 1}}}')


def require_short(text: str) -> None:
    """Checks that numbers are of a length that can be read.

    Raises:
        TextError: one has too many digits.
    """
    if _MANY.search(text) is None:
        return
    for token in _TOKEN.finditer(text):
        if token[0][0] not in '"/':
            raise TextError(f"a number has more than {MOST_DIGITS} digits", text, token.start())
