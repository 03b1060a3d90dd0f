"""Errors found after tracing, where a kernel is ASC-IR."""

from __future__ import annotations

from dataclasses import dataclass

from asc_plugins.errors import CallError

from .location import SourceLoc


@dataclass
class LocatedError(CallError):
    """A kernel can't be compiled; *location* is where in its author's source, as far as that is known."""

    location: SourceLoc | None = None

    def __str__(self) -> str:
        text = super().__str__()
        return f"{self.location}: {text}" if self.location is not None else text
