"""The command ``asc explain`` and the documentation's page of codes."""

from __future__ import annotations

import difflib
import re

import click

from asc_plugins.brief import brief

from .codes import CODES, Code
from .examples import EXAMPLES, source

#: How alike a code and a known one are that differ in a digit.
_ALIKE = 0.8
#: What is shorter stands in too many summaries.
_SHORTEST = 3

_HEAD = """\
# Errors

Each error of a kernel's source has a code. This page is written by `asc docs`; `asc explain CODE` shows a part of it.
"""


def page() -> str:
    """The page of all codes, ``errors.md``."""
    rows = "".join(f"| [{c.code}](#{c.code.lower()}) | {c.summary} |\n" for c in CODES.values())
    return "\n".join([_HEAD, f"| code | what it is |\n|---|---|\n{rows}", *map(_section, CODES.values())])


def _section(code: Code) -> str:
    text = f"## {code.code}\n\n**{code.summary}.** {code.explanation}\n"
    example = EXAMPLES.get(code.code)
    if example is not None:
        for title, part in (("Wrong", example.wrong), ("Right", example.right)):
            text += f"\n{title}:\n\n```python\n{source(part)}```\n"
    return text


def normalised(text: str) -> str:
    """A code as it is written in the table: ``e202``, ``202`` and ``asc-e202`` are ``ASC-E202``."""
    match = re.fullmatch(r"(?:ASC-?)?E?([0-9]+)", text.strip().strip("[]").upper())
    return f"ASC-E{match[1]}" if match else text


@click.command("explain", short_help="Explain an error by its code.")
@click.argument("words", nargs=-1, metavar="[CODE]")
def explain(words: tuple[str, ...]) -> None:
    """Explain an error by its code, such as ASC-E202; without a code, list all."""
    if not words:
        width = max(map(len, CODES))
        for entry in CODES.values():
            click.echo(f"{click.style(entry.code.ljust(width), bold=True)}  {entry.summary}")
        return
    code = " ".join(words)
    found = CODES.get(normalised(code))
    if found is None:
        near = _near(code.strip())
        advice = f"did you mean {near} ({CODES[near].summary})? " if near else ""
        raise click.ClickException(f"there is no code {brief(code)}; {advice}'asc explain' without a code lists all")
    click.echo(f"{click.style(found.code, bold=True)}: {found.summary}\n\n{found.explanation}")
    example = EXAMPLES.get(found.code)
    if example is not None:
        for title, color, part in (("wrong", "red", example.wrong), ("right", "green", example.right)):
            text = "".join(f"    {line}\n" if line else "\n" for line in source(part).splitlines())
            click.echo(f"\n{click.style(title, fg=color)}:\n\n{text}".rstrip())


def _near(text: str) -> str | None:
    """The code that *text* may stand for: one of nearly its letters, or one whose summary has it."""
    found = difflib.get_close_matches(normalised(text).upper(), CODES, 1, _ALIKE)
    if not found and len(text) >= _SHORTEST:
        found = [c.code for c in CODES.values() if text.lower() in c.summary.lower()]
    return found[0] if found else None
