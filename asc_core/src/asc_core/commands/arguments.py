"""``--arg name=value``: what a kernel is compiled for, or run with."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Mapping
from typing import Any

import click

from asc_plugins import dtypes
from asc_plugins.brief import brief, shortened
from asc_plugins.dtypes import DataType

#: By asc's name, and by those of MLIR and of C++.
_DTYPES: dict[str, DataType] = {
    name: dtype
    for dtype in dtypes.ALL
    if not dtype.is_void()
    for name in (dtype.name, dtype.mlir, dtype.cpp, f"asc.{dtype.name}")
} | {"int": dtypes.int32}
_NAMES = ", ".join(dtype.name for dtype in dtypes.ALL if not dtype.is_void())
_SHAPED = re.compile(r"([\w.]+)\[([^\[\]]*)\]")
#: Of a dimension; Python itself reads numbers of some thousands only.
_MOST_DIGITS = 20
#: What can be written for an argument.
_VALUES = "float32[1024] for zeros, x.npy for a file's array, or an expression such as 16, Params(rows=4), np.arange(8)"
_TYPES = f"float32* for an array, int32 for a number, {_VALUES}"
_CONSTANTS = "a data type, or an expression such as 16, True, 'text', asc.RoundMode.CAST_RINT"

#: Names that expressions know.
Names = Mapping[str, Any]


def split(pairs: Iterable[str], option: str = "--arg") -> dict[str, str]:
    """The texts of ``name=value`` by name.

    Raises:
        BadParameter: one has no ``=`` or no file, or a name is given twice.
    """
    found: dict[str, str] = {}
    for pair in pairs:
        name, equals, value = pair.partition("=")
        name = name.strip()
        if not equals or not name:
            raise click.BadParameter(f"'{shortened(pair)}' is not name=value", param_hint=option)
        if name in found:
            raise click.BadParameter(f"'{shortened(name)}' is given twice", param_hint=option)
        found[name] = value.strip()
        if not found[name] and option != "--arg":
            raise click.BadParameter(f"'{shortened(pair)}' names no file", param_hint=option)
    return found


def constant(name: str, text: str, names: Names) -> Any:
    """The value of a compile-time parameter: a data type by its name, or an expression of Python."""
    dtype = _DTYPES.get(text)
    return dtype if dtype is not None else _evaluated(name, text, names, _CONSTANTS)


def type_only(name: str, text: str, names: Names) -> Any:
    """A stand-in for a run-time argument, which need not have a value: ``float32*``, ``int32``; or a value itself."""
    from ..jit.mock import MockTensor, MockValue

    shaped = _shaped(name, text, names)
    if shaped is not None:
        return MockTensor(shaped[0])
    if text.endswith("*"):
        return MockTensor(_dtype(name, text[:-1].strip()))
    if text in _DTYPES:
        return MockValue(_DTYPES[text])
    return value(name, text, names, _TYPES)


def value(name: str, text: str, names: Names, forms: str = _VALUES) -> Any:
    """A run-time argument: ``in.npy``, ``float32[1024]`` for zeros, or an expression of Python."""
    import numpy as np

    if text.endswith(".npy"):
        try:
            return np.load(text, allow_pickle=False)
        except (OSError, ValueError, EOFError) as error:
            reason = getattr(error, "strerror", None) or error
            message = f"'{name}': {shortened(text)} can't be read: {shortened(str(reason))}"
            raise click.BadParameter(message, param_hint="--arg") from error
    shaped = _shaped(name, text, names)
    if shaped is not None:
        return _zeros(name, *shaped)
    if text in _DTYPES or text.endswith("*"):
        message = f"'{name}': '{shortened(text)}' is a type, and a run needs a value; write {forms}"
        raise click.BadParameter(message, param_hint="--arg")
    return _evaluated(name, text, names, forms)


def _shaped(name: str, text: str, names: Names) -> tuple[DataType, tuple[int, ...]] | None:
    """Data type and shape of ``float32[8, 64]``; None of an expression such as ``sizes[2]``."""
    found = _SHAPED.fullmatch(text)
    if found is None or (found[1] in names and found[1] not in _DTYPES):
        return None
    dtype = _dtype(name, found[1])
    sizes = [size.strip() for size in found[2].removesuffix(",").split(",")]
    wrong = next((size for size in sizes if not size.isdecimal() or len(size) > _MOST_DIGITS), None)
    if wrong is not None:
        forms = f"{found[1]}[1024], or {found[1]}[8, 64] for two dimensions"
        message = f"'{name}': '{shortened(wrong)}' is no size; write {forms}"
        raise click.BadParameter(message, param_hint="--arg")
    return dtype, tuple(map(int, sizes))


def _zeros(name: str, dtype: DataType, shape: tuple[int, ...]) -> Any:
    import numpy as np

    try:
        return np.zeros(shape, numpy_type(dtype.name))
    except (MemoryError, ValueError, OverflowError) as error:
        size = math.prod(shape) * dtype.sizeof()
        message = f"'{name}': there is no memory for an array of {brief(size)} bytes"
        raise click.BadParameter(message, param_hint="--arg") from error


def numpy_type(name: str) -> Any:
    """numpy's type for a data type by its name."""
    import numpy as np

    if name == "bfloat16":
        import ml_dtypes

        return np.dtype(ml_dtypes.bfloat16)
    return np.dtype(name)


def _dtype(name: str, text: str) -> DataType:
    try:
        return _DTYPES[text]
    except KeyError:
        message = f"'{name}': there is no data type '{shortened(text)}'; known are {_NAMES}"
        raise click.BadParameter(message, param_hint="--arg") from None


def _evaluated(name: str, text: str, names: Names, forms: str) -> Any:
    """The value of an expression, which knows the names of the kernel's file."""
    if not text:
        raise click.BadParameter(f"'{name}' has no value; write {forms}", param_hint="--arg")
    shown = shortened(text)
    try:
        return eval(compile(text, "<--arg>", "eval", dont_inherit=True), {**names})
    except NameError as error:
        reason = f"there is no '{shortened(str(error.name))}'; a text needs quotes of its own, {name}='\"{shown}\"'"
    except SyntaxError as error:
        reason = f"is no expression of Python: {error.msg}"
    # SystemExit too: an expression must not end the program as if it had succeeded.
    except (Exception, SystemExit) as error:  # noqa: BLE001 - whatever the kernel's author wrote
        reason = f"{type(error).__name__}: {shortened(str(error))}"
    raise click.BadParameter(f"'{name}': '{shown}': {reason}; write {forms}", param_hint="--arg")
