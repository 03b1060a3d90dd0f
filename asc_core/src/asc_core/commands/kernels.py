"""Finding the kernel that ``file.py:kernel`` or ``--kernel`` names."""

from __future__ import annotations

import importlib.util
import inspect
import sys
import traceback
from collections.abc import Callable, Mapping
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any, TypeVar

import click

from . import arguments, files

if TYPE_CHECKING:
    from ..frontend import Parameter
    from ..jit.function import JitFunction
    from ..jit.signature import Call

F = TypeVar("F", bound=Callable[..., Any])

#: The module's name: not ``__main__``, so that a file's own launches don't run.
_MODULE = "asc_kernel_file"
_IR = ".mlir"
_SCALARS = {int: "int32", float: "float32", bool: "bool"}


def place_of(place: str, name: str | None) -> tuple[str, str | None] | None:
    """The Python file and the kernel's name of ``file.py:kernel`` or ``--kernel``; None of a file of ASC-IR.

    Raises:
        BadParameter: a kernel of a file of ASC-IR is named, or two kernels are.
    """
    path, colon, own = place.rpartition(":")
    if not colon or not path.endswith((".py", _IR)):
        path, own = place, ""
    if own and name and own != name:
        raise click.BadParameter(f"'{name}' isn't '{own}', which {place} names", param_hint="--kernel")
    own = own or name or ""
    if path.endswith(_IR) and own:
        message = f"{path} is ASC-IR, whose module has one kernel; leave '{own}' out"
        raise click.BadParameter(message, param_hint="--kernel")
    return (path, own or None) if path.endswith(".py") or own else None


def load(path: str, name: str | None) -> JitFunction:
    """The kernel *name* of a Python file; without a name the only one that no other calls.

    Raises:
        ClickException: the file can't be run, or has no such kernel.
    """
    from ..diagnostics import nearest
    from ..jit.function import JitFunction

    shown = files.name_of(path)
    kernels = {key: value for key, value in vars(_run(path)).items() if isinstance(value, JitFunction)}
    if not kernels:
        raise click.ClickException(f"{shown}: there is no kernel in it: no function with @asc.jit")
    if name in kernels:
        return kernels[name]
    if name is None:
        roots = _uncalled(kernels)
        if len(roots) == 1:
            return kernels[roots[0]]
        how = " with -k" if path == "-" else f", as {shown}:{next(iter(kernels))}"
        what = f"say which kernel{how};"
    else:
        near = nearest(name, kernels)
        what = f"there is no kernel '{name}'" + (f"; did you mean '{near}'?" if near else ";")
    raise click.ClickException(f"{shown}: {what} functions with @asc.jit in it: {', '.join(kernels)}")


def _uncalled(kernels: Mapping[str, JitFunction]) -> list[str]:
    """Names of the functions that none of the others calls: these aren't device functions."""
    return [
        name
        for name in kernels
        if not any(name in k.__wrapped__.__code__.co_names for other, k in kernels.items() if other != name)
    ]


def _run(path: str) -> ModuleType:
    text = files.read(path)
    name = files.name_of(path) if path == "-" else str(Path(path).resolve())
    spec = importlib.util.spec_from_loader(_MODULE, loader=None, origin=name)
    assert spec is not None
    module = importlib.util.module_from_spec(spec)
    if path != "-":
        module.__file__ = name
        sys.path.insert(0, str(Path(name).parent))
    sys.modules[_MODULE] = module
    # The file must not take the command's own arguments for its.
    arguments, sys.argv = sys.argv, [name]
    try:
        exec(compile(text, name, "exec", dont_inherit=True), vars(module))
    except SystemExit as error:
        message = f"{path}: the file ends the program while it is imported ({error!r}); put that under __main__"
        raise click.ClickException(message) from error
    except Exception as error:
        line = next(
            (f":{f.lineno}" for f in reversed(traceback.extract_tb(error.__traceback__)) if f.filename == name), ""
        )
        raise click.ClickException(f"{files.name_of(path)}{line}: {type(error).__name__}: {error}") from error
    finally:
        sys.argv = arguments
    return module


def names(kernel: JitFunction | None = None) -> dict[str, Any]:
    """What expressions of ``--arg`` know: numpy and asc, and the names of the kernel's file."""
    import numpy as np

    import asc

    return {"asc": asc, "np": np, **(vars(sys.modules[_MODULE]) if kernel is not None else {})}


def bind(kernel: JitFunction, texts: Mapping[str, str], *, run: bool = False) -> Call:
    """The call that ``--arg`` describes; without *run* types are enough.

    Raises:
        BadParameter: an argument is missing, unknown or of another kind.
    """
    from ..jit.mock import MockValue

    parameters = kernel.signature.parameters
    missing = [p for p in parameters if p.name not in texts and p.default is inspect.Parameter.empty]
    if missing:
        raise click.BadParameter(
            f"kernel '{kernel.__name__}' needs a value for {', '.join(repr(p.name) for p in missing)}, "
            f"for example {' '.join(_example(p, run) for p in missing)}",
            param_hint="--arg",
        )
    values: dict[str, Any] = {}
    by_name = {p.name: p for p in parameters}
    known = names(kernel)
    for name, text in texts.items():
        parameter = by_name.get(name)
        is_const = parameter is not None and parameter.is_const
        make = arguments.constant if is_const else arguments.value if run else arguments.type_only
        values[name] = make(name, text, known)
        if parameter is not None and _is_array(parameter) and isinstance(values[name], MockValue):
            message = f"'{name}={text}' is a number, but it is declared asc.GlobalAddress; write -a '{name}={text}*'"
            raise click.BadParameter(message, param_hint="--arg")
    try:
        return kernel.signature.bind((), values)
    except (TypeError, ValueError, OverflowError) as error:
        raise click.BadParameter(str(error), param_hint="--arg") from error


def _is_array(parameter: Parameter) -> bool:
    from asc_plugins.values import GlobalAddress

    return isinstance(parameter.annotation, type) and issubclass(parameter.annotation, GlobalAddress)


def _example(parameter: Parameter, run: bool) -> str:
    """How an argument may be written."""
    annotation = parameter.annotation
    if parameter.is_const:
        return f"-a {parameter.name}=16"
    if annotation in (int, float, bool):
        value = {int: "16", float: "0.5", bool: "True"}[annotation]
        return f"-a {parameter.name}={value if run else _SCALARS[annotation]}"
    if isinstance(annotation, type) and not _is_array(parameter):
        return f"-a '{parameter.name}={annotation.__name__}(…)'"
    return f"-a '{parameter.name}=float32[1024]'" if run else f"-a '{parameter.name}=float32*'"


def kernel_option(function: F) -> F:
    """Adds ``--kernel``."""
    return click.option(
        "-k", "--kernel", "name", metavar="NAME", help="The kernel; makes standard input Python, not ASC-IR."
    )(function)
