"""Errors of passes and translation as diagnostics of the kernel author's line."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from asc_plugins.errors import CallError

from .diagnostic import Diagnostic, Label, Span, called_here
from .errors import CompileError

if TYPE_CHECKING:
    from asc_core.ir.location import SourceLoc
    from asc_core.translate.sources import SourceLines


@contextmanager
def as_compile_errors(sources: SourceLines) -> Iterator[None]:
    """Turns errors that are found in ASC-IR into :class:`CompileError`; *sources* has the lines to show."""
    from asc_core.ir.errors import LocatedError

    try:
        yield
    except CallError as error:
        place = error.location if isinstance(error, LocatedError) else None
        span: Span | None = None
        labels: tuple[Label, ...] = ()
        if place is not None:
            span = _span(place, sources)
            labels = tuple(Label(_span(call.place, sources), called_here(call.function)) for call in place.calls)
        raise CompileError(Diagnostic(error.code, error.title, span, labels, tuple(error.notes), error.hint)) from error


def _span(place: SourceLoc, sources: SourceLines) -> Span:
    text = (sources.line(place.file, place.line) or "").rstrip("\n")
    column = max(place.col, 1)
    end = max(len(text) + 1, column + 1)
    return Span(place.file, place.line, column, place.line, end, (text,) if text else ())
