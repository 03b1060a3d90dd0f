"""Files that commands read and write; ``-`` is standard input and output."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click

F = TypeVar("F", bound=Callable[..., Any])

_STDIN, _STDOUT = "<stdin>", "<stdout>"


def name_of(path: str) -> str:
    """What messages call a file that is read."""
    return _STDIN if path == "-" else path


def read(path: str) -> str:
    """The text of a file.

    Raises:
        ClickException: it can't be read, or isn't UTF-8.
    """
    name = name_of(path)
    try:
        raw = sys.stdin.buffer.read() if path == "-" else Path(path).read_bytes()
    except OSError as error:
        raise click.ClickException(f"{name}: can't be read: {error.strerror or error}") from error
    try:
        text = raw.decode("utf-8")
    except UnicodeDecodeError as error:
        raise click.ClickException(f"{name}: is no text: byte {error.start} isn't UTF-8") from error
    if "\0" in text:
        raise click.ClickException(f"{name}: is no text: byte {raw.index(0)} is zero")
    return text.replace("\r\n", "\n")


def write(path: str, data: str | bytes) -> None:
    """Writes text or bytes; whoever stops reading standard output early, as ``head`` does, gets what was read.

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
    except BrokenPipeError:
        # The program's own handling: it ends without a message.
        raise
    except OSError as error:
        name = _STDOUT if path == "-" else path
        raise click.ClickException(f"{name}: can't be written: {error.strerror or error}") from error


def output_option(function: F) -> F:
    """Adds ``-o``."""
    return click.option(
        "-o", "output", default="-", metavar="FILE", help="Where to write, by default standard output."
    )(function)
