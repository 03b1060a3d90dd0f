"""Lines of C++ with the places in the source they come from."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from asc_core.call_chains import CallChains
from asc_core.ir.location import Call, SourceLoc
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


def body(lines: Iterable[Line], sources: SourceLines, directives: bool, chains: CallChains) -> Iterator[str]:
    """The lines with their source lines as comments and, with *directives*, ``#line``, whose calls *chains* gets."""
    before: Any = None
    current: SourceLoc | None = None
    file: str | None = None
    known: dict[Any, tuple[Call, ...]] = {}
    for text, indent, loc in lines:
        # The same object is the same place.
        place = current if loc is before else loc if loc is None or isinstance(loc, SourceLoc) else place_of(loc, known)
        if place is not None:
            note = ""
            if place is not current:
                if current is None or place.line != current.line or place.file != current.file:
                    note = comment(sources.line(place.file, place.line))
                before, current = loc, place
                if place.calls and directives:
                    chains.add(place)
            if directives:
                name = f" {c_string(place.file)}" if place.file != file else ""
                yield f"#line {place.line}{name}{note}"
                file = place.file
            elif note:
                yield INDENT * indent + note.strip()
        yield INDENT * indent + text
