"""Suggestions for misspelt names."""

from __future__ import annotations

from collections.abc import Iterable


def nearest(name: str, known: Iterable[str]) -> str | None:
    """The known name that *name* most likely stands for, or None.

    >>> nearest("data_cpy", ["data_copy", "duplicate"])
    'data_copy'
    """
    public = [k for k in known if not k.startswith("_") or name.startswith("_")]
    exact = next((k for k in public if k.lower() == name.lower() and k != name), None)
    if exact is not None:
        return exact
    import difflib

    found = difflib.get_close_matches(name, public, n=1, cutoff=0.7)
    return found[0] if found else None
