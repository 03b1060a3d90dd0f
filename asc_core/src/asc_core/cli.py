"""The program ``asc``: own commands, and those of other distributions."""

from __future__ import annotations

import errno
import sys
from importlib import metadata
from importlib.metadata import EntryPoint
from typing import Any

import click
from stevedore.extension import ExtensionManager

#: Entry-point group in which a distribution adds commands: each names a ``click.Command``.
GROUP = "asc.commands"

#: What writing anywhere, also to standard output, may fail with through no fault of a command.
_FULL = frozenset((errno.ENOSPC, errno.EDQUOT, errno.EIO))

#: Own commands, imported when they are used.
_OWN = {
    "cache": "asc_core.commands.cache:cache",
    "compile": "asc_core.commands.compile:compile_",
    "docs": "asc_core.generate:docs",
    "doctor": "asc_core.doctor:doctor",
    "explain": "asc_core.diagnostics.explain:explain",
    "new-pack": "asc_plugins.template:command",
    "opt": "asc_core.commands.opt:opt",
    "packs": "asc_plugins.cli:packs",
    "run": "asc_core.commands.run:run",
    "stubs": "asc_core.generate:stubs",
    "translate": "asc_core.commands.translate:translate",
}


class _Commands(click.Group):
    """Finds commands by name and imports only the one that is run; own names can't be replaced."""

    def main(self, *args: Any, **kwargs: Any) -> Any:
        try:
            return super().main(*args, **kwargs)
        except OSError as error:
            if error.errno not in _FULL:
                raise
            where = "" if error.filename is None else f"{error.filename}: "
            click.ClickException(f"{where}can't be written: {error.strerror}").show()
            sys.exit(1)

    def list_commands(self, ctx: click.Context) -> list[str]:
        return sorted(_points())

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        try:
            return super().resolve_command(ctx, args)
        except click.UsageError as error:
            from .diagnostics import nearest

            near = nearest(args[0], self.list_commands(ctx))
            if near is None:
                raise
            raise click.UsageError(f"{error.message} Did you mean '{near}'?", ctx) from None

    def invoke(self, ctx: click.Context) -> Any:
        from .settings import SettingError

        try:
            return super().invoke(ctx)
        except SettingError as error:
            raise click.ClickException(str(error)) from None

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        point = _points().get(cmd_name)
        if point is None:
            return None
        try:
            command = point.load()
        except Exception as error:  # noqa: BLE001 - whatever a stranger's package raises
            return _broken(cmd_name, f"'{point.value}' can't be loaded: {type(error).__name__}: {error}")
        if not isinstance(command, click.Command):
            return _broken(cmd_name, f"'{point.value}' is not a click command")
        return command


def _points() -> dict[str, EntryPoint]:
    manager = ExtensionManager.make_test_instance([], namespace=GROUP)
    found = {point.name: point for point in manager.list_entry_points()}
    return {**found, **{name: EntryPoint(name, target, GROUP) for name, target in _OWN.items()}}


def _broken(name: str, reason: str) -> click.Command:
    """Stands for a command that can't be loaded, so that the others and the help still work."""

    def fail() -> None:
        raise click.ClickException(f"command '{name}': {reason}")

    return click.Command(name, callback=fail, short_help=f"(not usable: {reason})")


def version() -> str:
    """The version of the distribution that brought this package."""
    for name in ("asc-core", "asc-suite"):
        try:
            return metadata.version(name)
        except metadata.PackageNotFoundError:
            pass
    return "of a source tree"


def _version(ctx: click.Context, _option: click.Parameter, wanted: bool) -> None:
    if wanted:
        click.echo(f"asc {version()}")
        ctx.exit()


@click.group(cls=_Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.option(
    "--version",
    is_flag=True,
    expose_value=False,
    is_eager=True,
    callback=_version,
    help="Print asc's version.",
)
def main() -> None:
    """Compile Python functions into kernels for Ascend NPUs."""


__all__ = ["GROUP", "main", "version"]
