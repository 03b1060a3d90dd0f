"""``asc translate``: ASC-IR to Ascend C."""

from __future__ import annotations

import click

from . import files
from .failures import shown
from .flags import Watch, jit_options, option_option
from .stages import Stages


@click.command(short_help="Write ASC-IR as Ascend C.")
@click.argument("path", metavar="[FILE]", default="-")
@option_option
@files.output_option
def translate(path: str, options: tuple[str, ...], output: str) -> None:
    """Writes a file of ASC-IR, standard input by default, as Ascend C; the passes have been run on it.

    \b
    asc translate kernel.mlir -o kernel.cpp
    asc opt kernel.mlir | asc translate -O strip_loc=True
    """
    watch = Watch(False, False, False, False)
    with shown():
        stages = Stages.of_file(path, jit_options(options, watch), watch)
        files.write(output, stages.translation.text)
