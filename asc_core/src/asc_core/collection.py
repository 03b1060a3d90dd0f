"""Pausing Python's search for garbage."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def no_collection() -> Iterator[None]:
    """Pauses the search: what reads a whole kernel makes much and drops little, so that it only costs time.

    The time it costs grows faster than the kernel, as it looks at all objects again and again.
    """
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            gc.enable()
