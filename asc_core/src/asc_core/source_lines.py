"""Lines of files that places in kernels name; text of ASC-IR can name any file as a place."""

from __future__ import annotations

import linecache
import os
import re

_SUFFIXES = (".py", ".mlir")
#: What a file with kernels, or one of ASC-IR, has in it.
_OWN = re.compile(r"\basc\b")


def source_line(file: str, line: int) -> str:
    """A line by its number from 1, empty when there is none, or when the file is none that kernels are written in."""
    # Cells of notebooks are known without a file.
    if file not in linecache.cache and not _is_file(file):
        return ""
    lines = linecache.getlines(file)
    return lines[line - 1] if 0 < line <= len(lines) and any(map(_OWN.search, lines)) else ""


def _is_file(file: str) -> bool:
    try:
        return file.endswith(_SUFFIXES) and os.path.isfile(file)
    except (OSError, ValueError):  # a name that can't be that of a file
        return False
