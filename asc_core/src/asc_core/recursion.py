"""Room for the nesting of kernels, which is deeper than that of ordinary Python."""

from __future__ import annotations

import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager

#: Calls within each other: an ``elif`` takes five, and CPython 3.10 needs some 500 bytes of stack for each.
MOST_CALLS = 5000

_lock = threading.Lock()
#: How many threads are inside, and the limit that they found.
_state = [0, 0]


@contextmanager
def deep_recursion() -> Iterator[None]:
    """Raises Python's limit of calls within each other to :data:`MOST_CALLS`, which all threads share."""
    with _lock:
        _state[0] += 1
        if _state[0] == 1:
            _state[1] = sys.getrecursionlimit()
            sys.setrecursionlimit(max(_state[1], MOST_CALLS))
    try:
        yield
    finally:
        with _lock:
            _state[0] -= 1
            if not _state[0]:
                sys.setrecursionlimit(_state[1])
