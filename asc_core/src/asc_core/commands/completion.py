"""What shells offer for the values of options."""

from __future__ import annotations

import click
from click.shell_completion import CompletionItem


def complete_passes(_context: click.Context, _option: click.Parameter, typed: str) -> list[CompletionItem]:
    """Passes behind the last comma."""
    from asc_plugins.discovery import registry

    before, comma, last = typed.rpartition(",")
    return [
        CompletionItem(f"{before}{comma}{spec.name}", help=spec.doc)
        for spec in registry().passes
        if spec.name.startswith(last.strip())
    ]


def complete_options(_context: click.Context, _option: click.Parameter, typed: str) -> list[CompletionItem]:
    """Names of compile options, with the sign behind which the value stands."""
    from ..options import GROUPS

    return [CompletionItem(f"{name}=") for name in sorted(GROUPS) if name.startswith(typed)]
