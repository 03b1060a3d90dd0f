"""Files that commands read and write; ``-`` is standard input and output."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, TextIO, TypeVar

import click

F = TypeVar("F", bound=Callable[..., Any])

_STDIN, _STDOUT = "<stdin>", "<stdout>"


def name_of(path: str) -> str:
    """What messages call a file that is read."""
    return _STDIN if path == "-" else path or "''"


def read(path: str) -> str:
    """The text of a file.

    Raises:
        ClickException: it can't be read, or isn't UTF-8.
    """
    name = name_of(path)
    try:
        raw = _open(sys.stdin).buffer.read() if path == "-" else Path(path).read_bytes()
    except OSError as error:
        raise click.ClickException(f"{name}: can't be read: {error.strerror or error}") from error
    try:
        text = raw.decode("utf-8")
    except UnicodeDecodeError as error:
        raise click.ClickException(f"{name}: is no text: {_byte(raw, error.start)} isn't UTF-8") from error
    if "\0" in text:
        raise click.ClickException(f"{name}: is no text: {_byte(raw, raw.index(0))} is zero")
    return text.replace("\r\n", "\n")


def _open(stream: TextIO | None) -> TextIO:
    """A standard stream; a program that was started without it has none."""
    if stream is None:
        raise OSError("it is closed")
    return stream


def _byte(raw: bytes, place: int) -> str:
    line = raw.count(b"\n", 0, place) + 1
    return f"byte {place}" if line == 1 else f"byte {place}, in line {line},"


def write(path: str, data: str | bytes) -> None:
    """Writes text or bytes; whoever stops reading standard output early, as ``head`` does, gets what was read.

    Raises:
        ClickException: the file can't be written.
    """
    raw = data.encode("utf-8", "surrogatepass") if isinstance(data, str) else data
    try:
        if path == "-":
            stream = _open(sys.stdout).buffer
            stream.write(raw)
            stream.flush()
        else:
            Path(path).write_bytes(raw)
    except BrokenPipeError:
        # The program's own handling: it ends without a message.
        raise
    except OSError as error:
        name = _STDOUT if path == "-" else name_of(path)
        raise click.ClickException(f"{name}: can't be written: {error.strerror or error}") from error


def output_option(function: F) -> F:
    """Adds ``-o``."""
    return click.option(
        "-o", "output", default="-", metavar="FILE", help="Where to write, by default standard output."
    )(function)
