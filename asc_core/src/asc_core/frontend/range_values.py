"""``len`` and ``reversed`` of ranges whose bounds are known only when the kernel runs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from asc_plugins import ranges
from asc_plugins.errors import CallError
from asc_plugins.values import IRValue

if TYPE_CHECKING:
    from .builder import KernelBuilder


def length(builder: KernelBuilder, items: ranges.range, of: str = "len") -> Any:
    """How often a loop over *items* runs.

    Raises:
        CallError: the step is known only at run time.
    """
    start, stop, step = items.start, items.stop, items.step
    if isinstance(step, IRValue):
        raise CallError(
            f"{of} of a range takes a constant step, this one is known only when the kernel runs",
            hint="make the step an asc.ConstExpr argument",
            code="ASC-E207",
        )
    first, last = (start, stop) if step > 0 else (stop, start)
    distance = builder.binary("sub", last, first)
    if abs(step) != 1:
        distance = builder.binary("floordiv", builder.binary("add", distance, abs(step) - 1), abs(step))
    return builder.binary("max", distance, 0)


def backwards(builder: KernelBuilder, items: ranges.range) -> ranges.range:
    """A range with the same numbers the other way round."""
    start, step = items.start, items.step
    before = builder.binary("sub", start, step) if isinstance(start, IRValue) else start - step
    count = length(builder, items, "reversed")
    return ranges.range(builder.binary("add", before, builder.binary("mul", count, step)), before, -step)
