"""Places in the kernel author's source."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True)
class SourceLoc:
    """A place in a source file; *line* and *col* count from 1, col 0 means the whole line.

    *calls* are those that lead to it, innermost first, where bodies of device functions took their places.
    """

    file: str
    line: int
    col: int = 0
    calls: tuple[Call, ...] = field(default=(), compare=False, repr=False)

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.col}" if self.col else f"{self.file}:{self.line}"


@dataclass(frozen=True)
class Call:
    """A call of a device function; *function* is its name in Python."""

    function: str
    place: SourceLoc
