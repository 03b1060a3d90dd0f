"""Errors that passes find in a kernel."""

from __future__ import annotations

from dataclasses import dataclass

from asc_core.ir.location import SourceLoc
from asc_plugins.errors import CallError


@dataclass
class PassError(CallError):
    """A pass found that a kernel can't be compiled; *location* is where in its author's source."""

    code: str = "ASC-E502"
    location: SourceLoc | None = None

    def __str__(self) -> str:
        text = super().__str__()
        return f"{self.location}: {text}" if self.location is not None else text
