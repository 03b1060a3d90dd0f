"""Commands about packs; the program ``asc`` collects them."""

from __future__ import annotations

import json
import warnings
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

import click

from .discovery import PackWarning, registry

if TYPE_CHECKING:
    from .registry import PackStatus, Registry

_STYLES = {"loaded": "green", "disabled": "dim", "failed": "bold red"}


def quiet_registry() -> Registry:
    """The registry; what is wrong with packs stands in their status and isn't warned of as well."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", PackWarning)
        found = registry()
        found.count()
    return found


def as_data(status: PackStatus) -> dict[str, Any]:
    """A status as plain data, for ``--json``."""
    return {**asdict(status), "requires": list(status.requires), "distributions": list(status.distributions)}


@click.command("packs", short_help="Show the installed packs.")
@click.option("--json", "as_json", is_flag=True, help="Print data instead of a table.")
def packs(as_json: bool) -> None:
    """Show the installed packs: versions, contents, and why one isn't used."""
    statuses = quiet_registry().packs
    if as_json:
        click.echo(json.dumps([as_data(status) for status in statuses], indent=2))
        return
    from rich.console import Console
    from rich.markup import escape
    from rich.table import Table

    table = Table("pack", "version", "state", "contents", "distribution")
    for status in statuses:
        contents = ", ".join(f"{kind} {count}" for kind, count in status.contents.items())
        style = _STYLES[status.state]
        table.add_row(
            escape(status.name),
            escape(status.version),
            f"[{style}]{status.state}[/]",
            contents,
            escape(", ".join(status.distributions) or status.target),
        )
    console = Console()
    console.print(table)
    for status in statuses:
        if status.error:
            console.print(f"[bold red]{escape(status.name)}[/]: {escape(status.error)}", soft_wrap=True)
