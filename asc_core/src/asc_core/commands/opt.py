"""``asc opt``: passes on ASC-IR."""

from __future__ import annotations

import click

from . import files
from .completion import complete_passes
from .failures import shown
from .flags import Watch, jit_options, option_option, watch_options
from .stages import Stages


@click.command(short_help="Run passes on ASC-IR.")
@click.argument("path", metavar="[FILE]", default="-")
@click.option(
    "-p", "--pipeline", metavar="PASSES", shell_complete=complete_passes,
    help="Names of passes with commas between; by default those of a compilation; '' for none.",
)  # fmt: skip
@click.option("--list", "listing", is_flag=True, help="List all passes in their order instead.")
@option_option
@watch_options
@files.output_option
def opt(
    path: str, pipeline: str | None, listing: bool, options: tuple[str, ...], output: str,
    print_before: bool, print_after: bool, verify_each: bool, time_passes: bool,
) -> None:  # fmt: skip
    """Runs passes on a file of ASC-IR, standard input by default, and writes the module.

    \b
    asc opt kernel.mlir
    asc opt -p 'inline, canonicalize, cse' --verify-each --time-passes kernel.mlir -o out.mlir
    asc opt -O insert_sync=True kernel.mlir | asc translate
    """
    if listing:
        with shown():
            files.write(output, _listing())
        return
    watch = Watch(print_before, print_after, verify_each, time_passes)
    with shown():
        stages = Stages.of_file(path, jit_options(options, watch), watch)
        stages.passes(pipeline)
        files.write(output, stages.ir)
    watch.finish(stages.times)


def _listing() -> str:
    from asc_plugins.discovery import registry

    from ..passes.pipeline import in_order

    # One that runs twice is listed where it runs first.
    passes = {p.name: p for p in in_order(registry())}.values()
    width = max(len(p.name) for p in passes)
    return "".join(f"{p.name:{width}}  {p.slot.value:14}  {p.doc}\n" for p in passes)
