"""``asc opt``: passes on ASC-IR."""

from __future__ import annotations

import click

from . import files
from .failures import shown
from .flags import Watch, jit_options, option_option, watch_options
from .stages import Stages


@click.command(short_help="Run passes on ASC-IR.")
@click.argument("path", metavar="[FILE]", default="-")
@click.option("-p", "--pipeline", metavar="PASSES", help="Names of passes with commas between; by default all.")
@click.option("--list", "listing", is_flag=True, help="List all passes instead.")
@option_option
@watch_options
@files.output_option
def opt(
    path: str, pipeline: str | None, listing: bool, options: tuple[str, ...], output: str,
    print_before: bool, print_after: bool, verify_each: bool, time_passes: bool,
) -> None:  # fmt: skip
    """Runs passes on a file of ASC-IR, standard input by default, and writes the module."""
    if listing:
        files.write(output, _listing())
        return
    watch = Watch(print_before, print_after, verify_each, time_passes)
    with shown():
        stages = Stages.of_text(path, files.read(path), jit_options(options, watch), watch)
        stages.passes(pipeline)
        files.write(output, stages.ir)
    watch.finish(stages.times)


def _listing() -> str:
    from asc_plugins.discovery import registry

    passes = registry().passes
    width = max(len(p.name) for p in passes)
    return "".join(f"{p.name:{width}}  {p.slot.value:14}  {p.doc}\n" for p in passes)
