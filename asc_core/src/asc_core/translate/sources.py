"""Lines of the author's source, for the comments in the text."""

from __future__ import annotations

from typing import Protocol

from asc_core.source_lines import source_line


class SourceLines(Protocol):
    """Finds lines of source files."""

    def line(self, file: str, line: int) -> str | None:
        """A line by its number from 1; None when the source isn't known."""


class FileLines:
    """Lines of files on disk."""

    def line(self, file: str, line: int) -> str | None:
        """A line by its number from 1; None when the file is none of kernels."""
        return source_line(file, line) or None


def comment(text: str | None) -> str:
    """A source line as the end of a line of C++; empty when there is nothing to say."""
    if text is None:
        return ""
    text = text.strip()
    if not text.isprintable():
        text = "".join(c if c.isprintable() else " " for c in text)
    # A backslash at the end would make the next line part of the comment.
    text = text.rstrip("\\ ")
    return f"  // {text}" if text else ""


def c_string(text: str) -> str:
    """*text* as a string literal of C++."""
    out = ""
    for char in text:
        if char in '"\\':
            out += "\\" + char
        elif char.isprintable():
            out += char
        else:
            out += "".join(f"\\{byte:03o}" for byte in char.encode(errors="surrogateescape"))
    return f'"{out}"'
