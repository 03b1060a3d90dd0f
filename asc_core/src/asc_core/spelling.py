"""What a wrong name was meant to be."""

from __future__ import annotations

from collections.abc import Iterable


def nearest(name: str, known: Iterable[str]) -> str | None:
    """The known name that is most like *name*, None when none is like it."""
    # Only wrong names need it, and it is slow to import.
    import difflib

    return next(iter(difflib.get_close_matches(name, list(known), 1)), None)
