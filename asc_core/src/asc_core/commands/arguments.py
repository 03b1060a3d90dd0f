"""``--arg name=value``: what a kernel is compiled for, or run with."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable
from typing import Any

import click

from asc_plugins import dtypes
from asc_plugins.dtypes import DataType

_DTYPES: dict[str, DataType] = {dtype.name: dtype for dtype in dtypes.ALL if not dtype.is_void()}
_SHAPED = re.compile(r"(\w+)\[([\d, ]+)\]")


def split(pairs: Iterable[str]) -> dict[str, str]:
    """The texts of ``name=value`` by name.

    Raises:
        BadParameter: one has no ``=``, or a name is given twice.
    """
    found: dict[str, str] = {}
    for pair in pairs:
        name, equals, value = pair.partition("=")
        name = name.strip()
        if not equals or not name:
            raise click.BadParameter(f"'{pair}' is not name=value", param_hint="--arg")
        if name in found:
            raise click.BadParameter(f"'{name}' is given twice", param_hint="--arg")
        found[name] = value.strip()
    return found


def constant(name: str, text: str) -> Any:
    """The value of a compile-time parameter: a Python literal, or a data type by its name."""
    dtype = _DTYPES.get(text.removeprefix("asc."))
    if dtype is not None:
        return dtype
    try:
        return ast.literal_eval(text)
    except (ValueError, SyntaxError):
        raise click.BadParameter(
            f"'{name}': '{text}' is neither a literal of Python nor a data type", param_hint="--arg"
        ) from None


def type_only(name: str, text: str) -> Any:
    """A stand-in for a run-time argument: ``float32*`` for an array, ``int32`` for a number, or a number itself."""
    from ..jit.mock import MockTensor, MockValue

    shaped = _SHAPED.fullmatch(text)
    element = shaped[1] if shaped else text[:-1].strip() if text.endswith("*") else None
    if element in _DTYPES:
        return MockTensor(_DTYPES[element])
    if text in _DTYPES:
        return MockValue(_DTYPES[text])
    if element is None:
        return _number(name, text)
    raise _unknown(name, element)


def value(name: str, text: str) -> Any:
    """A run-time argument: ``in.npy``, ``float32[1024]`` for zeros, ``int32[4]``, or a number."""
    import numpy as np

    if text.endswith(".npy"):
        try:
            return np.load(text, allow_pickle=False)
        except (OSError, ValueError) as error:
            raise click.BadParameter(f"'{name}': {text} can't be read: {error}", param_hint="--arg") from error
    shaped = _SHAPED.fullmatch(text)
    if shaped is None:
        return _number(name, text)
    if shaped[1] not in _DTYPES:
        raise _unknown(name, shaped[1])
    shape = tuple(int(size) for size in shaped[2].split(",") if size.strip())
    return np.zeros(shape, _numpy_type(shaped[1]))


def _numpy_type(name: str) -> Any:
    import numpy as np

    if name == "bfloat16":
        import ml_dtypes

        return np.dtype(ml_dtypes.bfloat16)
    return np.dtype(name)


def _number(name: str, text: str) -> bool | int | float:
    try:
        found = ast.literal_eval(text)
    except (ValueError, SyntaxError):
        found = None
    if not isinstance(found, (bool, int, float)):
        raise click.BadParameter(
            f"'{name}': '{text}' is no number, array or type; "
            "write float32* for an array, float32[1024] for one of that size, int32 or 16 for a number",
            param_hint="--arg",
        )
    return found


def _unknown(name: str, dtype: str) -> click.BadParameter:
    return click.BadParameter(
        f"'{name}': there is no data type '{dtype}'; known are {', '.join(_DTYPES)}", param_hint="--arg"
    )
