"""ASC-IR from a file: its lines for errors, and errors of its syntax at their place."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from . import files

if TYPE_CHECKING:
    from ..diagnostics import CompileError
    from ..diagnostics.diagnostic import Span
    from ..ir.context import IRContext
    from ..ir.location import SourceLoc

#: What MLIR calls text that has no file.
_UNNAMED = "-"
#: How no line of ASC-IR begins.
_PYTHON = re.compile(r"^(@asc\.jit|import asc\b|from asc\b)", re.MULTILINE)
_TOKEN = re.compile(r'"[^"]*"|[%@#!^]?[\w.$-]+|.')
#: MLIR's note with the operation that an error is about; the excerpt shows it.
_OPERATION = "see current operation"


@dataclass(frozen=True)
class Text:
    """A file of ASC-IR.

    Attributes:
        path: its path, ``-`` for standard input.
        content: its text.
    """

    path: str
    content: str

    @classmethod
    def read(cls, path: str) -> Text:
        """Reads a file.

        Raises:
            ClickException: it can't be read, is no text, is empty, or is Python.
        """
        self, name = cls(path, files.read(path)), files.name_of(path)
        if not self.content.strip():
            raise click.ClickException(f"{name}: is empty; ASC-IR is expected, or Python in a .py file")
        if path.endswith(".py") or _PYTHON.search(self.content):
            place = f"{path} -k KERNEL" if not path.endswith(".py") else path
            raise click.ClickException(
                f"{name}: is Python, not ASC-IR; 'asc compile {place} --emit codegen' makes ASC-IR of a kernel"
            )
        return self

    @property
    def has_locations(self) -> bool:
        """Whether operations in it tell where they come from."""
        return "loc(" in self.content

    def parse(self, context: IRContext) -> Any:
        """The module.

        Raises:
            CompileError: it isn't ASC-IR, or breaks a declaration.
        """
        from ..conformance import check
        from ..diagnostics import CompileError
        from ..diagnostics.diagnostic import Diagnostic
        from ..ir.errors import TextError
        from ..ir.location import SourceLoc

        # Locations name a file that can be read again; a pipe can't.
        file = self.path if self.path != "-" and Path(self.path).is_file() else None
        try:
            module = context.parse(self.content, file)
        except TextError as error:
            place = SourceLoc(self.path, error.line, error.column)
            raise CompileError(Diagnostic("ASC-E605", str(error), self._span(place))) from error
        except ValueError as error:
            raise self._syntax_error(error.__cause__) from error
        with self.errors():
            check(module, context)
        return module

    def line(self, file: str, line: int) -> str | None:
        """A line of this file, or of the Python file that locations name."""
        from ..translate.sources import FileLines

        if not self._is_own(file):
            return FileLines().line(file, line)
        lines = self._lines
        return lines[line - 1] if 0 < line <= len(lines) else None

    def _is_own(self, file: str) -> bool:
        return file in (self.path, _UNNAMED)

    @cached_property
    def _lines(self) -> list[str]:
        return self.content.split("\n")

    @contextmanager
    def errors(self) -> Iterator[None]:
        """Shows errors of passes and of translation with the lines that they are about."""
        from ..diagnostics import CompileError, as_compile_errors

        try:
            with as_compile_errors(self):
                yield
        except CompileError as error:
            span = error.diagnostic.span
            if span is None or span.file != _UNNAMED:
                raise
            named = dataclasses.replace(span, file=files.name_of(self.path))
            raise CompileError(dataclasses.replace(error.diagnostic, span=named)) from error.__cause__

    def _syntax_error(self, error: Any) -> CompileError:
        from ..diagnostics import CompileError
        from ..diagnostics.diagnostic import Diagnostic, Label
        from ..ir.places import message_of_diagnostic, place_of_diagnostic

        first = error.error_diagnostics[0]
        place = place_of_diagnostic(first)
        labels = []
        for note in first.notes:
            span = self._span(place_of_diagnostic(note))
            if span is not None and not note.message.startswith(_OPERATION):
                labels.append(Label(span, note.message))
        return CompileError(Diagnostic("ASC-E605", message_of_diagnostic(first), self._span(place), labels))

    def _span(self, place: SourceLoc | None) -> Span | None:
        from ..diagnostics.diagnostic import Span

        if place is None:
            return None
        text = self.line(place.file, place.line) or ""
        column = max(place.col, 1)
        token = _TOKEN.match(text, column - 1)
        end = token.end() + 1 if token else column + 1
        file = files.name_of(self.path) if self._is_own(place.file) else place.file
        return Span(file, place.line, column, place.line, end, (text,) if text else ())
