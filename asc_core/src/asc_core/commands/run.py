"""``asc run``: a kernel with arguments from the command line."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from . import arguments, files, kernels
from .failures import shown
from .flags import Watch, jit_options, option_option, watch_options
from .stages import Stages

if TYPE_CHECKING:
    from ..jit.arguments import Argument


@click.command(short_help="Run a kernel.")
@click.argument("place", metavar="FILE[:KERNEL]")
@click.option(
    "-a", "--arg", "args", multiple=True, metavar="NAME=VALUE",
    help="An argument: in.npy, float32[1024] for zeros, a number; a ConstExpr's value.",
)  # fmt: skip
@click.option("-n", "--core-num", type=click.IntRange(1, 65535), help="Number of blocks; by default all cores.")
@click.option("--save", multiple=True, metavar="NAME=FILE.npy", help="Write an array as it is after the run.")
@kernels.kernel_option
@option_option
@watch_options
def run(
    place: str, name: str | None, args: tuple[str, ...], core_num: int | None, save: tuple[str, ...],
    options: tuple[str, ...],
    print_before: bool, print_after: bool, verify_each: bool, time_passes: bool,
) -> None:  # fmt: skip
    """Runs the kernel KERNEL of the Python file FILE, or one of ASC-IR that the passes have been run on or not.

    It runs on the backend of PYASC_BACKEND, Model by default. Arrays that the kernel changed are shown.
    """
    import numpy as np

    from ..jit.prepared import Prepared
    from ..runtime.config import current_target

    watch = Watch(print_before, print_after, verify_each, time_passes)
    texts, saved = arguments.split(args), arguments.split(save)
    with shown():
        python = kernels.place_of(place, name)
        if python is not None:
            kernel = kernels.load(*python)
            chosen = jit_options(options, watch, kernel.options)
            call = kernels.bind(kernel, texts, run=True)
            stages = Stages.of_kernel(kernel, call, chosen, watch)
            values = call.arguments
        else:
            stages = Stages.of_text(place, files.read(place), jit_options(options, watch), watch)
            values = _of_module(stages.module, texts)
        arrays = {name: a.array for name, a in values.items() if a.array is not None}
        if unknown := set(saved) - set(arrays):
            raise click.BadParameter(f"no array is called {', '.join(sorted(unknown))}", param_hint="--save")
        before = {name: array.copy() for name, array in arrays.items()}
        if stages.options.compile.run_passes:
            stages.passes()
        target = current_target()
        prepared = Prepared(stages.binary, target.backend.load(stages.binary, target), target)
        with stages.times.part("launch"):
            prepared.launch(values, core_num, None)
    for key, array in arrays.items():
        if array.tobytes() != before[key].tobytes():
            click.echo(f"{key} = {np.array2string(array, threshold=16)}")
    for key, path in saved.items():
        np.save(path, arrays[key])
    watch.finish(stages.times)


def _of_module(module: Any, texts: dict[str, str]) -> dict[str, Argument]:
    """The arguments of a module's kernel, by the names in its text or, where it has none, in their order."""
    from ..ir.places import name_in
    from ..jit.arguments import classify
    from ..passes.functions import kernels as kernels_of

    found = kernels_of(module)
    if len(found) != 1:
        raise click.ClickException(f"a module has one kernel; this one has {len(found)}")
    (block,) = found[0].regions[0].blocks
    given = iter(texts.items())
    values: dict[str, Argument] = {}
    for place, argument in enumerate(block.arguments):
        name = name_in(argument.location)
        text = texts.get(name) if name is not None else next(given, (None, None))[1]
        name = name or f"arg{place}"
        if text is None:
            raise click.BadParameter(f"a value for '{name}' ({argument.type}) is missing", param_hint="--arg")
        try:
            values[name] = classify(arguments.value(name, text), None)
        except (TypeError, ValueError, OverflowError) as error:
            raise click.BadParameter(f"'{name}' is {error}", param_hint="--arg") from error
    return values
