"""Errors of ASC-IR: of its text, and those found after tracing, where a kernel is ASC-IR."""

from __future__ import annotations

from dataclasses import dataclass

from asc_plugins.errors import CallError

from .location import SourceLoc


class TextError(ValueError):
    """Text is no ASC-IR, which shows before MLIR reads it.

    Attributes:
        line, column: where, counted from 1.
    """

    def __init__(self, message: str, text: str, place: int) -> None:
        super().__init__(message)
        self.line, self.column = text.count("\n", 0, place) + 1, place - text.rfind("\n", 0, place)


@dataclass
class LocatedError(CallError):
    """A kernel can't be compiled; *location* is where in its author's source, as far as that is known."""

    location: SourceLoc | None = None

    def __str__(self) -> str:
        text = super().__str__()
        return f"{self.location}: {text}" if self.location is not None else text
