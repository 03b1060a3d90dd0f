"""Aliases in text of ASC-IR: a few lines of them can stand for more than any memory holds."""

from __future__ import annotations

import re
from dataclasses import dataclass

from .errors import TextError
from .nesting import MOST_LEVELS

#: Attributes or types that an alias may stand for, those within each other counted.
MOST_PARTS = 1_000_000

_DEFINES = re.compile(r"[#!][A-Za-z_][\w$-]*\s*=")
_TOKEN = re.compile(r'"(?:\\.|[^"\\\n])*"|//[^\n]*|->|[#!][A-Za-z_][\w$-]*(?:\s*=(?!=)\s*)?|[(\[{<]|[)\]}>]|\n')
_OPENING, _CLOSING = frozenset("([{<"), frozenset(")]}>")


@dataclass
class _Alias:
    place: int
    uses: list[str]
    levels: int = 1
    parts: int = 1


def require_moderate(text: str) -> None:
    """Checks that aliases don't nest too deep, nor stand for too much.

    Raises:
        TextError: one does.
    """
    if _DEFINES.search(text) is None:
        return
    found = _definitions(text)
    done: set[str] = set()
    for name in found:
        # Those that it uses come first; locations are used before they are defined.
        waiting = [name]
        started: set[str] = set()
        while waiting:
            last = waiting[-1]
            alias = found[last]
            inner = [used for used in alias.uses if used in found]
            open_ = [used for used in dict.fromkeys(inner) if used not in done and used not in started]
            if last in done or (last in started and not open_):
                waiting.pop()
                if last not in done:
                    done.add(last)
                    _measure(last, alias, [found[used] for used in inner], text)
                continue
            started.add(last)
            waiting += open_


def _measure(name: str, alias: _Alias, inner: list[_Alias], text: str) -> None:
    alias.levels += max((used.levels for used in inner), default=0)
    alias.parts += sum(used.parts for used in inner)
    if alias.levels > MOST_LEVELS:
        raise TextError(f"'{name}' is made of aliases more than {MOST_LEVELS} deep", text, alias.place)
    if alias.parts > MOST_PARTS:
        raise TextError(f"'{name}' stands for more than {MOST_PARTS} attributes or types", text, alias.place)


def _definitions(text: str) -> dict[str, _Alias]:
    """The aliases by name; a definition ends with the line on which its brackets are closed."""
    found: dict[str, _Alias] = {}
    current: _Alias | None = None
    depth = 0
    for match in _TOKEN.finditer(text):
        token = match[0]
        if token[0] in "#!":
            name = token.rstrip("= \t\n")
            if name != token and "=" in token:
                current, depth = _Alias(match.start(), []), 0
                found[name] = current
            elif current is not None:
                current.uses.append(name)
        elif token in _OPENING:
            depth += 1
        elif token in _CLOSING:
            depth -= 1
        elif token == "\n" and depth <= 0:
            current = None
    return found
