"""Whole numbers among arguments, numpy's included."""

from __future__ import annotations

import operator
from typing import Any


def whole(value: Any) -> int | None:
    """The number as an ``int``; None for what isn't a whole number, such as a bool or a float."""
    if isinstance(value, bool):
        return None
    try:
        return operator.index(value)
    except TypeError:
        return None
