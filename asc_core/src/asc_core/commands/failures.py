"""Errors of a compilation as the program shows them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import click

from asc_plugins.errors import CallError, PackError

from ..diagnostics import CompileError
from ..errors import BackendCompileError, DeviceError, ModelError, ToolchainError

_KNOWN = (CompileError, CallError, PackError, BackendCompileError, DeviceError, ModelError, ToolchainError)


class Failure(click.ClickException):
    """An error that is shown as it is: it says itself what is wrong."""

    def show(self, file: object = None) -> None:
        click.echo(self.message, err=True)


@contextmanager
def shown() -> Iterator[None]:
    """Ends the program with exit code 1 and the error's own message, also of a wrong variable of the environment."""
    try:
        _check_environment()
        yield
    except _KNOWN as error:
        raise Failure(str(error)) from error


def _check_environment() -> None:
    from ..runtime.config import current_target
    from ..settings import SETTINGS

    try:
        for setting in SETTINGS:
            setting.value()
        current_target()
    except ValueError as error:
        raise click.ClickException(str(error)) from error
