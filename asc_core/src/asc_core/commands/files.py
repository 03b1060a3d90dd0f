"""Files that commands read and write; ``-`` is standard input and output."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click

F = TypeVar("F", bound=Callable[..., Any])


def read(path: str) -> str:
    """The text of a file.

    Raises:
        ClickException: it can't be read, or isn't UTF-8.
    """
    try:
        return sys.stdin.read() if path == "-" else Path(path).read_text(encoding="utf-8")
    except (OSError, UnicodeError) as error:
        raise click.ClickException(f"{path}: can't be read: {error}") from error


def write(path: str, data: str | bytes) -> None:
    """Writes text or bytes.

    Raises:
        ClickException: the file can't be written.
    """
    raw = data.encode("utf-8", "surrogatepass") if isinstance(data, str) else data
    try:
        if path == "-":
            stream = sys.stdout.buffer
            stream.write(raw)
            stream.flush()
        else:
            Path(path).write_bytes(raw)
    except OSError as error:
        raise click.ClickException(f"{path}: can't be written: {error}") from error


def output_option(function: F) -> F:
    """Adds ``-o``."""
    return click.option(
        "-o", "output", default="-", metavar="FILE", help="Where to write, by default standard output."
    )(function)
