"""Finding the kernel that ``file.py:kernel`` or ``--kernel`` names."""

from __future__ import annotations

import importlib.util
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any, TypeVar

import click

from . import arguments, files

if TYPE_CHECKING:
    from ..jit.function import JitFunction
    from ..jit.signature import Call

F = TypeVar("F", bound=Callable[..., Any])

#: The module's name: not ``__main__``, so that a file's own launches don't run.
_MODULE = "asc_kernel_file"


def place_of(place: str, name: str | None) -> tuple[str, str | None] | None:
    """The Python file and the kernel's name of ``file.py:kernel`` or ``--kernel``; None of a file of ASC-IR."""
    path, colon, own = place.rpartition(":")
    if colon and path.endswith(".py"):
        return path, own or name
    return (place, name) if place.endswith(".py") or name else None


def load(path: str, name: str | None) -> JitFunction:
    """The kernel *name* of a Python file; the only one of the file without a name.

    Raises:
        ClickException: the file can't be run, or has no such kernel.
    """
    from ..jit.function import JitFunction

    kernels = {key: value for key, value in vars(_run(path)).items() if isinstance(value, JitFunction)}
    if name is None and len(kernels) == 1:
        return next(iter(kernels.values()))
    if name is None or name not in kernels:
        what = f"there is no kernel '{name}'" if name else "say which kernel, as file.py:kernel"
        raise click.ClickException(f"{path}: {what}; functions with @asc.jit in it: {', '.join(kernels) or 'none'}")
    return kernels[name]


def _run(path: str) -> ModuleType:
    text = files.read(path)
    name = "<stdin>" if path == "-" else str(Path(path).resolve())
    spec = importlib.util.spec_from_loader(_MODULE, loader=None, origin=name)
    assert spec is not None
    module = importlib.util.module_from_spec(spec)
    if path != "-":
        module.__file__ = name
        sys.path.insert(0, str(Path(name).parent))
    sys.modules[_MODULE] = module
    try:
        exec(compile(text, name, "exec", dont_inherit=True), vars(module))
    except Exception as error:
        raise click.ClickException(f"{path}: {type(error).__name__}: {error}") from error
    return module


def bind(kernel: JitFunction, texts: Mapping[str, str], *, run: bool = False) -> Call:
    """The call that ``--arg`` describes; without *run* types are enough.

    Raises:
        BadParameter: an argument is missing, unknown or of another kind.
    """
    values: dict[str, Any] = {}
    constants = {p.name for p in kernel.signature.parameters if p.is_const}
    for name, text in texts.items():
        make = arguments.constant if name in constants else arguments.value if run else arguments.type_only
        values[name] = make(name, text)
    try:
        return kernel.signature.bind((), values)
    except (TypeError, ValueError, OverflowError) as error:
        raise click.BadParameter(str(error), param_hint="--arg") from error


def kernel_option(function: F) -> F:
    """Adds ``--kernel``."""
    return click.option("-k", "--kernel", "name", help="The kernel, for Python from standard input.")(function)
