"""Warnings that name the caller's line, however deep inside asc they arise."""

from __future__ import annotations

import sys
import warnings

#: Packages whose frames a user has nothing to do with, and what of the library stands between their frames.
_OWN = frozenset(("asc", "asc_core", "asc_plugins", "contextlib", "importlib", "pluggy", "stevedore"))


def warn(message: str, category: type[Warning]) -> None:
    """Warns at the innermost line that isn't asc's own."""
    level = 2
    frame = sys._getframe(1)
    while str(frame.f_globals.get("__name__", "")).partition(".")[0] in _OWN and frame.f_back is not None:
        frame = frame.f_back
        level += not _is_import(frame.f_code.co_filename)
    warnings.warn(message, category, stacklevel=level)


def _is_import(file: str) -> bool:
    """True for frames of Python's import, which levels of warnings don't count."""
    return "importlib" in file and "_bootstrap" in file
