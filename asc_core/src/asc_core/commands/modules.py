"""Arguments for a kernel of which only ASC-IR is known."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import click

from asc_plugins import dtypes
from asc_plugins.brief import brief, shortened
from asc_plugins.dtypes import DataType

from . import arguments, kernels

if TYPE_CHECKING:
    from ..jit.arguments import Argument

_POINTER = re.compile(r"memref<\*x(\w+), \d+.*>")
_ELEMENTS: dict[str, DataType] = {dtype.mlir: dtype for dtype in dtypes.ALL if not dtype.is_void()}
_SCALARS: dict[str, DataType] = {**_ELEMENTS, "index": dtypes.int64}


def module_arguments(module: Any, texts: dict[str, str]) -> dict[str, Argument]:
    """The arguments of a module's kernel, by the names in its text or, where it has none, in their order.

    Raises:
        PassError: the module hasn't one kernel.
        BadParameter: an argument is missing, unknown, or not of its parameter's type.
    """
    from ..ir.kernels import the_kernel
    from ..ir.places import name_in
    from ..passes.errors import PassError

    block = the_kernel(module, PassError).regions[0].blocks[0]
    names = [name_in(argument.location) for argument in block.arguments]
    unknown = [name for name in texts if name not in names]
    if all(names) and unknown:
        message = f"the kernel has no argument '{shortened(unknown[0])}'; it has {', '.join(map(str, names)) or 'none'}"
        raise click.BadParameter(message, param_hint="--arg")
    given = iter(texts.items())
    known = kernels.names()
    values: dict[str, Argument] = {}
    for place, (own, argument) in enumerate(zip(names, block.arguments, strict=True)):
        text = texts.get(own) if own is not None else next(given, (None, None))[1]
        name = own or f"arg{place}"
        if text is None:
            raise click.BadParameter(f"a value for '{name}' ({argument.type}) is missing", param_hint="--arg")
        values[name] = _typed(name, arguments.value(name, text, known), str(argument.type))
    return values


def _typed(name: str, value: Any, type_: str) -> Argument:
    """A value as the parameter's type wants it."""
    from ..jit.arguments import classify

    pointer = _POINTER.fullmatch(type_)
    try:
        if pointer is None and type_ in _SCALARS and isinstance(value, (bool, int, float)):
            return _scalar(_SCALARS[type_], value)
        argument = classify(value, "array" if pointer is not None else None)
    except (TypeError, ValueError, OverflowError) as error:
        raise click.BadParameter(f"'{name}' is {error}", param_hint="--arg") from error
    element = _ELEMENTS.get(pointer[1]) if pointer is not None else None
    if element is not None and argument.array is not None and argument.array.dtype.name != element.name:
        message = f"'{name}' is an array of {argument.array.dtype.name}; the kernel takes one of {element.name}"
        raise click.BadParameter(message, param_hint="--arg")
    if pointer is None and argument.array is not None:
        raise click.BadParameter(f"'{name}' is an array; the kernel takes {type_}", param_hint="--arg")
    if pointer is None and type_ not in _SCALARS:
        message = f"'{name}' is a struct, {type_}, which only the kernel's Python file can make; run that file"
        raise click.BadParameter(message, param_hint="--arg")
    return argument


def _scalar(dtype: DataType, value: float) -> Argument:
    """A number in the parameter's type; integers of ASC-IR have no sign, so both ranges are right."""
    import numpy as np

    from ..jit.arguments import Argument

    if dtype.is_bool():
        return Argument(dtype, bytes([bool(value)]))
    if dtype.is_float():
        return Argument(dtype, np.float64(value).astype(arguments.numpy_type(dtype.name)).tobytes())
    bits = 8 * dtype.sizeof()
    if not isinstance(value, int):
        raise TypeError(f"{brief(value)}, which is no whole number; the kernel takes {dtype.mlir}")
    if not -(1 << (bits - 1)) <= value < 1 << bits:
        raise OverflowError(f"{brief(value)}, which doesn't fit {dtype.mlir}")
    return Argument(dtype, (value % (1 << bits)).to_bytes(dtype.sizeof(), "little"))
