"""A profile as a table."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .launch import Launch
    from .profile import Profile, Summary

#: The order in which pipes are shown; others follow.
_PIPES = ("S", "V", "M", "MTE1", "MTE2", "MTE3", "FIX")


def table(profile: Profile) -> str:
    """A line a kernel: launches, wall time, and where there is one the estimate with the share of each pipe."""
    rows = profile.summary()
    used = {pipe for row in rows for pipe in row.cycles}
    pipes = [pipe for pipe in _PIPES if pipe in used] + sorted(used.difference(_PIPES))
    estimated = any(row.estimate is not None for row in rows)
    head = ["kernel", "launches", "wall", "a launch"]
    head += ["estimate", "cycles", *pipes] if estimated else []
    lines = [head, *(_cells(row, pipes, estimated) for row in rows)]
    widths = [max(len(line[i]) for line in lines) for i in range(len(head))]
    text = "\n".join(
        "  ".join([line[0].ljust(widths[0]), *(c.rjust(w) for c, w in zip(line[1:], widths[1:], strict=True))]).rstrip()
        for line in lines
    )
    return "\n".join([text, *_notes(profile.launches, estimated)])


def _cells(row: Summary, pipes: list[str], estimated: bool) -> list[str]:
    cells = [row.kernel, str(row.launches), seconds(row.wall), seconds(row.wall / row.launches)]
    if not estimated:
        return cells
    if row.estimate is None:
        return [*cells, "–", "–", *("–" for _ in pipes)]
    return [*cells, seconds(row.estimate), f"{row.total_cycles:,}", *(f"{row.cycles.get(pipe, 0):,}" for pipe in pipes)]


def _notes(launches: list[Launch], estimated: bool) -> list[str]:
    notes = []
    if estimated:
        notes.append("estimate and cycles: the slowest core of each launch; pipes: busy cycles, summed over cores")
    waiting = sum(launch.wall is None for launch in launches)
    failed = sum(bool(launch.error) for launch in launches)
    if waiting:
        notes.append(f"not run: {waiting}; on streams that are to be synchronized, or behind an error")
    if failed:
        notes.append(f"ended by an error: {failed}")
    return notes


def seconds(value: float) -> str:
    """A time with three digits and a fitting unit."""
    for unit, factor in (("s", 1.0), ("ms", 1e3), ("µs", 1e6)):
        if value * factor >= 1:
            return f"{value * factor:#.3g}".rstrip(".") + f" {unit}"
    return f"{value * 1e9:.0f} ns"
