"""How lines of device functions are reached: the calls that passes replaced by bodies, kept with a kernel's binary."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .ir.location import SourceLoc

#: The calls that lead to a line, innermost first: the function's name, file and line of the call.
Chain = tuple[tuple[str, str, int], ...]

#: Chains of a line that are shown; one more is kept, to tell that there are more.
MOST_SHOWN = 3


class CallChains:
    """The chains of a kernel's lines."""

    def __init__(self) -> None:
        self._of: dict[str, dict[int, dict[Chain, None]]] = {}

    def add(self, place: SourceLoc) -> None:
        """Notes how *place* is reached."""
        known = self._of.setdefault(place.file, {}).setdefault(place.line, {})
        if len(known) <= MOST_SHOWN:
            known[tuple((call.function, call.place.file, call.place.line) for call in place.calls)] = None

    def text(self) -> str:
        """The chains as ASCII text for :func:`chains_at`; empty when there are none."""
        of = {file: {line: list(chains) for line, chains in lines.items()} for file, lines in self._of.items()}
        return json.dumps(of, separators=(",", ":")) if of else ""


def chains_at(text: str, file: str, line: int) -> tuple[Chain, ...]:
    """The chains of a line."""
    rows = json.loads(text).get(file, {}).get(str(line), ()) if text else ()
    return tuple(tuple((name, where, number) for name, where, number in row) for row in rows)
