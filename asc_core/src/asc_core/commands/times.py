"""Times of stages and passes, as a tree."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field


@dataclass
class Times:
    """A part of the work with the parts it is made of."""

    name: str = "total"
    seconds: float = 0.0
    parts: list[Times] = field(default_factory=list)

    def add(self, name: str, seconds: float) -> None:
        """Adds a part that is already measured."""
        self.parts.append(Times(name, seconds))

    @contextmanager
    def part(self, name: str) -> Iterator[Times]:
        """Measures a part."""
        part = Times(name)
        self.parts.append(part)
        start = time.perf_counter()
        try:
            yield part
        finally:
            part.seconds = time.perf_counter() - start

    def lines(self, whole: float | None = None, depth: int = 0) -> Iterator[str]:
        """The tree as text: milliseconds, share of the whole, name."""
        whole = whole or self.seconds or 1.0
        yield f"{self.seconds * 1e3:10.2f} ms {self.seconds / whole:6.1%}  {'  ' * depth}{self.name}"
        for part in self.parts:
            yield from part.lines(whole, depth + 1)
