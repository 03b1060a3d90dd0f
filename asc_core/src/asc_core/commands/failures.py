"""Errors of a compilation as the program shows them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import click

from asc_plugins.errors import CallError, PackError

from ..diagnostics import CompileError
from ..errors import BackendCompileError, ModelError, ToolchainError

_KNOWN = (CompileError, CallError, PackError, BackendCompileError, ModelError, ToolchainError)


class Failure(click.ClickException):
    """An error that is shown as it is: it says itself what is wrong."""

    def show(self, file: object = None) -> None:
        click.echo(self.message, err=True)


@contextmanager
def shown() -> Iterator[None]:
    """Ends the program with exit code 1 and the error's own message."""
    try:
        yield
    except _KNOWN as error:
        raise Failure(str(error)) from error
