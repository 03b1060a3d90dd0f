"""``asc run``: a kernel with arguments from the command line."""

from __future__ import annotations

from contextlib import nullcontext
from pathlib import Path
from typing import Any

import click

from . import arguments, files, kernels
from .failures import shown
from .flags import Watch, jit_options, option_option, watch_options
from .modules import module_arguments
from .stages import Stages


@click.command(short_help="Run a kernel.")
@click.argument("place", metavar="[FILE[:KERNEL]]", default="-")
@click.option(
    "-a", "--arg", "args", multiple=True, metavar="NAME=VALUE",
    help="An argument: in.npy, float32[1024] for zeros, an expression; a ConstExpr's value.",
)  # fmt: skip
@click.option("-n", "--core-num", type=click.IntRange(1, 65535), help="Number of blocks; by default all cores.")
@click.option("--save", multiple=True, metavar="NAME=FILE.npy", help="Write an array as it is after the run.")
@click.option("--profile", "profiled", is_flag=True, help="Write wall time and cycles of each pipe to standard error.")
@click.option("--trace", metavar="FILE.json", help="Write what each core did, as a timeline for chrome://tracing.")
@kernels.kernel_option
@option_option
@watch_options
def run(
    place: str, name: str | None, args: tuple[str, ...], core_num: int | None, save: tuple[str, ...],
    profiled: bool, trace: str | None, options: tuple[str, ...],
    print_before: bool, print_after: bool, verify_each: bool, time_passes: bool,
) -> None:  # fmt: skip
    """Runs the kernel KERNEL of the Python file FILE, or one of ASC-IR that the passes have been run on or not.

    It runs on the backend of ASC_BACKEND, Model by default. Arrays that the kernel changed are shown.

    \b
    asc run scale.py -a 'x=np.arange(64, dtype=np.float32)' -a n=64 -n 1
    asc run add.py:add -a x=x.npy -a y=y.npy -a 'z=float32[1024]' -a n=1024 --save z=z.npy
    asc run kernel.mlir -a 'x=float32[64]' -a n=64 --profile --trace timeline.json
    """
    import numpy as np

    from ..jit.prepared import Prepared
    from ..profiler import Profile
    from ..runtime.config import current_target

    watch = Watch(print_before, print_after, verify_each, time_passes)
    texts, saved = arguments.split(args), arguments.split(save, "--save")
    with shown():
        python = kernels.place_of(place, name)
        if python is not None:
            kernel = kernels.load(*python)
            chosen = jit_options(options, watch, kernel.options)
            call = kernels.bind(kernel, texts, run=True)
            stages = Stages.of_kernel(kernel, call, chosen, watch)
            values = call.arguments
        else:
            stages = Stages.of_file(place, jit_options(options, watch), watch)
            with stages.errors():
                values = module_arguments(stages.module, texts)
        arrays = {name: a.array for name, a in values.items() if a.array is not None}
        if unknown := set(saved) - set(arrays):
            message = f"no array is called {', '.join(sorted(unknown))}; arrays are {', '.join(arrays) or 'none'}"
            raise click.BadParameter(message, param_hint="--save")
        for key, path in saved.items():
            if Path(path).suffix not in ("", ".npy"):
                message = f"'{key}' is written in numpy's format; call the file {Path(path).with_suffix('.npy')}"
                raise click.BadParameter(message, param_hint="--save")
        before = {name: array.copy() for name, array in arrays.items()}
        if stages.options.compile.run_passes:
            stages.passes()
        target = current_target()
        prepared = Prepared(stages.binary, target.backend.load(stages.binary, target), target)
        profile = Profile(timeline=trace is not None) if profiled or trace is not None else None
        with stages.times.part("launch"), profile or nullcontext():
            prepared.launch(values, core_num, None)
    for key, array in arrays.items():
        if array.tobytes() != before[key].tobytes():
            click.echo(f"{key} = {np.array2string(array, threshold=16)}")
    for key, path in saved.items():
        files.write(path, _npy(arrays[key]))
    if profile is not None and profiled:
        click.echo(profile, err=True)
    if profile is not None and trace is not None:
        files.write(trace, profile.chrome_trace())
    watch.finish(stages.times)


def _npy(array: Any) -> bytes:
    """An array as the bytes of a .npy file."""
    import io

    import numpy as np

    stream = io.BytesIO()
    np.save(stream, array)
    return stream.getvalue()
