"""Lines of C++ with the places in the source they come from."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from asc_core.ir.location import SourceLoc
from asc_core.ir.places import place_of

from .sources import SourceLines, c_string, comment

INDENT = "    "


class Line(NamedTuple):
    """A line of C++.

    *loc* is a place in the source or a location of MLIR, None of lines that only structure the text, such as closing
    braces.
    """

    text: str
    indent: int
    loc: Any


def body(lines: Iterable[Line], sources: SourceLines, directives: bool) -> Iterator[str]:
    """The lines with their source lines as comments and, with *directives*, ``#line``."""
    before: Any = None
    current: SourceLoc | None = None
    file: str | None = None
    for text, indent, loc in lines:
        if loc is not None:
            note = ""
            # The same object is the same place.
            if loc is not before or current is None:
                place = loc if isinstance(loc, SourceLoc) else place_of(loc)
                assert place is not None
                if current is None or place.line != current.line or place.file != current.file:
                    note = comment(sources.line(place.file, place.line))
                before, current = loc, place
            if directives:
                name = f" {c_string(current.file)}" if current.file != file else ""
                yield f"#line {current.line}{name}{note}"
                file = current.file
            elif note:
                yield INDENT * indent + note.strip()
        yield INDENT * indent + text
