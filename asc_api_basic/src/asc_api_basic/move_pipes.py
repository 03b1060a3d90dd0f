"""The pipe that moves data from one memory to another."""

from __future__ import annotations

from asc_plugins import Pipe, Work
from asc_plugins.roles import OpFacts

_PIPES = {
    ("GM", "UB"): Pipe.MTE2,
    ("UB", "GM"): Pipe.MTE3,
    ("UB", "UB"): Pipe.V,
    ("UB", "L1"): Pipe.MTE3,
    ("GM", "L1"): Pipe.MTE2,
    ("L1", "GM"): Pipe.MTE3,
    ("GM", "L0A"): Pipe.MTE2,
    ("GM", "L0B"): Pipe.MTE2,
    ("L1", "L0A"): Pipe.MTE1,
    ("L1", "L0B"): Pipe.MTE1,
    ("L1", "L0C"): Pipe.MTE1,
    ("L1", "BT"): Pipe.MTE1,
    ("L1", "FB"): Pipe.FIX,
    ("L0C", "GM"): Pipe.FIX,
    ("L0C", "L1"): Pipe.FIX,
}


def _pipe(op: OpFacts) -> Pipe | None:
    """That of the memories of *src* and *dst*; the only possible one where just one of them is known."""
    source, target = op.memory("src"), op.memory("dst")
    found = {
        pipe
        for (start, end), pipe in _PIPES.items()
        if source in (None, start) and target in (None, end) and (source or target)
    }
    return found.pop() if len(found) == 1 else None


#: A move between any memories, of as many elements as *count* says where there is one.
MOVES = Work(pipe=_pipe, count="count")
