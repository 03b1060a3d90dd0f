"""An error in a kernel's source and how it is shown."""

from __future__ import annotations

import re
import sys
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass, field

from .. import settings

#: How many lines of a span are shown; the rest is cut.
_MOST_LINES = 6
#: How much is shown of a line and of a text; machines write longer ones.
_MOST_COLUMNS, _MOST_CHARACTERS = 400, 4000

_RED, _BLUE, _GREEN, _BOLD, _OFF = "\x1b[1;31m", "\x1b[1;34m", "\x1b[1;32m", "\x1b[1m", "\x1b[0m"


#: Characters that move a terminal's cursor, colour its text or turn its direction.
_CONTROL = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u200e\u200f\u2028-\u202e\u2066-\u2069]")


@dataclass(frozen=True)
class Span:
    """A part of a source file. Lines and columns count from 1; *end_column* is the first one behind.

    *lines* is the text of the lines from *line* on.
    """

    file: str
    line: int
    column: int
    end_line: int
    end_column: int
    lines: tuple[str, ...] = ()

    def __str__(self) -> str:
        file = self.file.replace("\n", "\\n")
        return f"{visible(file)}:{self.line}:{self.column}"


@dataclass(frozen=True)
class Label:
    """A related place and what it has to do with the error."""

    span: Span
    text: str


def called_here(function: str) -> str:
    """The label of a call of a device function on the way to an error."""
    return f"'{function}' is called here" if function else "called here"


@dataclass(frozen=True)
class Diagnostic:
    """An error of a kernel author.

    Attributes:
        code: ``ASC-E…``, explained by ``asc explain``.
        title: what is wrong.
        span: where, None where there is no place in a source.
        labels: related places: the first binding, the other type, the chain of calls.
        notes: facts: what was passed, what is expected.
        hint: what to write instead.
    """

    code: str
    title: str
    span: Span | None = None
    labels: Sequence[Label] = field(default_factory=tuple)
    notes: Sequence[str] = field(default_factory=tuple)
    hint: str | None = None

    def render(self, color: bool | None = None) -> str:
        """The error as text; in colour where standard error is a terminal and ``NO_COLOR`` isn't set."""
        paint = _Paint(_wants_color() if color is None else color)
        spans = [s for s in (self.span, *(label.span for label in self.labels)) if s is not None]
        gutter = max([len(str(s.end_line)) for s in spans], default=1)
        lines = [f"{paint.red(f'error[{self.code}]')}: {paint.bold(visible(self.title))}"]
        if self.span is not None:
            lines += _excerpt(self.span, "^", "-->", gutter, paint)
        for label in self.labels:
            lines.append(f"{' ' * gutter} {paint.blue('=')} {paint.bold('note')}: {visible(label.text)}")
            lines += _excerpt(label.span, "-", "-->", gutter, paint)
        for note in self.notes:
            lines.append(f"{' ' * gutter} {paint.blue('=')} {paint.bold('note')}: {visible(note)}")
        if self.hint:
            lines.append(f"{' ' * gutter} {paint.blue('=')} {paint.green('help')}: {visible(self.hint)}")
        return "\n".join(lines)


def visible(text: str) -> str:
    """*text*, its beginning if it is long, with characters that would act on the terminal written out."""
    if len(text) > _MOST_CHARACTERS:
        text = f"{text[:_MOST_CHARACTERS]}…"
    return _CONTROL.sub(lambda found: f"\\x{ord(found[0]):02x}", text)


class _Paint:
    def __init__(self, on: bool) -> None:
        self.on = on

    def _with(self, color: str, text: str) -> str:
        return f"{color}{text}{_OFF}" if self.on else text

    def red(self, text: str) -> str:
        return self._with(_RED, text)

    def blue(self, text: str) -> str:
        return self._with(_BLUE, text)

    def green(self, text: str) -> str:
        return self._with(_GREEN, text)

    def bold(self, text: str) -> str:
        return self._with(_BOLD, text)


def _wants_color() -> bool:
    if settings.NO_COLOR.value() or settings.TERM.value() == "dumb":
        return False
    stream = sys.stderr
    return stream is not None and stream.isatty()


def _excerpt(span: Span, mark: str, arrow: str, gutter: int, paint: _Paint) -> list[str]:
    margin = " " * gutter
    out = [f"{margin}{paint.blue(arrow)} {span}"]
    if not span.lines:
        return out
    out.append(f"{margin} {paint.blue('|')}")
    color = paint.red if mark == "^" else paint.blue
    # Of the same width, so that marks stay below what they mark.
    shown = [_CONTROL.sub("\N{REPLACEMENT CHARACTER}", line) for line in span.lines[:_MOST_LINES]]
    # A long line is shown from a little before the column on.
    cut = max(span.column - 1 - _MOST_COLUMNS // 4, 0) if len(shown[0]) > _MOST_COLUMNS else 0
    for offset, whole in enumerate(shown):
        left = cut if offset == 0 else 0
        line = whole[left : left + _MOST_COLUMNS]
        number = str(span.line + offset).rjust(gutter)
        start = span.column - 1 - left if offset == 0 else len(line) - len(line.lstrip())
        end = span.end_column - 1 - left if span.line + offset == span.end_line else len(line.rstrip())
        width = max(1, _width(line[start:end]))
        out.append(f"{paint.blue(number)} {paint.blue('|')} {line.rstrip()}".rstrip())
        out.append(f"{margin} {paint.blue('|')} {_pad(line[:start])}{color(mark * width)}")
    if len(span.lines) > len(shown):
        out.append(f"{margin} {paint.blue('|')} …")
    return out


def _width(text: str) -> int:
    """Columns of a terminal that *text* takes."""
    return sum(0 if unicodedata.combining(c) else 2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in text)


def _pad(text: str) -> str:
    """Blanks as wide as *text*; tabs stay tabs, whatever width the terminal gives them."""
    return "".join("\t" if c == "\t" else " " * _width(c) for c in text)
