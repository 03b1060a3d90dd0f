"""Strings in text of ASC-IR: MLIR takes any bytes, Python and Ascend C take text."""

from __future__ import annotations

import re

from .errors import TextError

# Other bytes than ASCII's.
_ESCAPE = re.compile(r"\\[89A-Fa-f][0-9A-Fa-f]")
_STRING = re.compile(r'"((?:\\.|[^"\\\n])*)"|//[^\n]*')
_PART = re.compile(r"\\([0-9A-Fa-f]{2})|\\(.)|([^\\]+)")


def require_text(text: str) -> None:
    """Checks that all strings are UTF-8.

    Raises:
        TextError: one isn't.
    """
    if _ESCAPE.search(text) is None:
        return
    for found in _STRING.finditer(text):
        string = found[1]
        if string is None or _ESCAPE.search(string) is None:
            continue
        value = _bytes(string)
        try:
            value.decode()
        except UnicodeDecodeError as error:
            message = f"a string isn't UTF-8: it has the byte \\{value[error.start]:02X}"
            raise TextError(message, text, found.start()) from None


def _bytes(string: str) -> bytes:
    """What a string's text between its quotes stands for."""
    parts = _PART.finditer(string)
    return b"".join(bytes([int(p[1], 16)]) if p[1] else (p[2] or p[3]).encode("utf-8", "surrogatepass") for p in parts)
