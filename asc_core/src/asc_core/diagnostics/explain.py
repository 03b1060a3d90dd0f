"""The command ``asc explain`` and the documentation's page of codes."""

from __future__ import annotations

import difflib
import re

import click

from .codes import CODES, Code
from .examples import EXAMPLES, source

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
    match = re.fullmatch(r"(?:ASC-?)?E?(\d+)", text.strip().strip("[]").upper())
    return f"ASC-E{match[1]}" if match else text


@click.command("explain", short_help="Explain an error by its code.")
@click.argument("code", required=False)
def explain(code: str | None) -> None:
    """Explain an error by its code, such as ASC-E202; without a code, list all."""
    if code is None:
        width = max(map(len, CODES))
        for entry in CODES.values():
            click.echo(f"{click.style(entry.code.ljust(width), bold=True)}  {entry.summary}")
        return
    found = CODES.get(normalised(code))
    if found is None:
        near = _near(code)
        advice = f"did you mean {near[0]} ({CODES[near[0]].summary})?" if near else "'asc explain' lists all codes"
        raise click.ClickException(f"there is no code '{code}'; {advice}")
    click.echo(f"{click.style(found.code, bold=True)}: {found.summary}\n\n{found.explanation}")
    example = EXAMPLES.get(found.code)
    if example is not None:
        for title, color, part in (("wrong", "red", example.wrong), ("right", "green", example.right)):
            text = "".join(f"    {line}\n" if line else "\n" for line in source(part).splitlines())
            click.echo(f"\n{click.style(title, fg=color)}:\n\n{text}".rstrip())


def _near(code: str) -> list[str]:
    """Codes, or codes whose summary has a word, that *code* may stand for."""
    found = difflib.get_close_matches(normalised(code).upper(), CODES, 1)
    if found:
        return found
    words = [c.code for c in CODES.values() if code.lower() in c.summary.lower()]
    return words[:1]
