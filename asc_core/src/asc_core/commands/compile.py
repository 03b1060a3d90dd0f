"""``asc compile``: a kernel up to any stage."""

from __future__ import annotations

import click

from . import arguments, files, kernels
from .failures import shown
from .flags import Watch, jit_options, option_option, watch_options
from .stages import Stages

EMIT = ("codegen", "ascir", "ascendc", "asm", "bin")


@click.command("compile", short_help="Compile a kernel up to any stage.")
@click.argument("place", metavar="[FILE[:KERNEL]]", default="-")
@click.option(
    "-a", "--arg", "args", multiple=True, metavar="NAME=TYPE",
    help="Type of an argument, float32* for an array, int32 for a number; the value of a ConstExpr, an expression.",
)  # fmt: skip
@click.option("--emit", type=click.Choice(EMIT), default="ascendc", show_default=True, help="The stage to stop at.")
@kernels.kernel_option
@option_option
@watch_options
@files.output_option
def compile_(
    place: str, name: str | None, args: tuple[str, ...], emit: str, options: tuple[str, ...], output: str,
    print_before: bool, print_after: bool, verify_each: bool, time_passes: bool,
) -> None:  # fmt: skip
    """Compiles the kernel KERNEL of the Python file FILE, or a file of ASC-IR.

    Standard input is ASC-IR, with -k Python.

    The result of the stage goes to standard output: ASC-IR as traced (codegen) and after the passes (ascir), Ascend C,
    the machine code as text (asm), or the binary. On Model the machine code is the host's; that of an NPU needs CANN.

    \b
    asc compile add.py -a 'x=float32*' -a 'z=float32*' -a n=int32
    asc compile add.py:add -a 'x=f16[1024]' -a 'tiling=Tiling(rows=4)' --emit bin -o add.so
    asc compile add.py -a 'x=float32*' --emit codegen | asc opt -p inline,cse --print-ir-after-all
    """
    watch = Watch(print_before, print_after, verify_each, time_passes)
    with shown():
        python = kernels.place_of(place, name)
        if python is not None:
            kernel = kernels.load(*python)
            chosen = jit_options(options, watch, kernel.options)
            call = kernels.bind(kernel, arguments.split(args))
            stages = Stages.of_kernel(kernel, call, chosen, watch)
        elif args:
            raise click.BadParameter("ASC-IR has its types already", param_hint="--arg")
        else:
            stages = Stages.of_file(place, jit_options(options, watch), watch)
        files.write(output, _emit(stages, emit))
    watch.finish(stages.times)


def _emit(stages: Stages, emit: str) -> str | bytes:
    if emit == "codegen":
        return stages.ir
    if stages.options.compile.run_passes:
        stages.passes()
    if emit == "ascir":
        return stages.ir
    if emit == "ascendc":
        return stages.translation.text
    return stages.assembly if emit == "asm" else stages.binary.binary
