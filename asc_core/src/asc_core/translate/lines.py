"""Lines of C++ with the places in the source they come from."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from asc_core.ir.location import SourceLoc

from .sources import SourceLines, c_string, comment

INDENT = "    "


class Line(NamedTuple):
    """A line of C++; *loc* is None of lines that only structure the text, such as closing braces."""

    text: str
    indent: int
    loc: SourceLoc | None


def body(lines: Iterable[Line], sources: SourceLines, directives: bool) -> Iterator[str]:
    """The lines with their source lines as comments and, with *directives*, ``#line``."""
    current: SourceLoc | None = None
    file: str | None = None
    for line in lines:
        loc = line.loc
        if loc is not None:
            new = current is None or (loc.file, loc.line) != (current.file, current.line)
            note = comment(sources.line(loc.file, loc.line)) if new else ""
            if directives:
                name = f" {c_string(loc.file)}" if loc.file != file else ""
                yield f"#line {loc.line}{name}{note}"
                file = loc.file
            elif note:
                yield INDENT * line.indent + note.strip()
            current = loc
        yield INDENT * line.indent + line.text
