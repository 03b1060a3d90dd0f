"""How messages name values."""

from __future__ import annotations

import types
from typing import Any

from asc_plugins.brief import article
from asc_plugins.dtypes import DataType
from asc_plugins.params import describe
from asc_plugins.values import IRValue, PlainValue

from .function import BoundFunction, KernelFunction


def counted(number: int, noun: str) -> str:
    """``1 value``, ``2 values``."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def named(value: Any) -> str:
    """A value in a few words that are the same in every process."""
    if isinstance(value, types.ModuleType):
        return f"the module '{value.__name__}'"
    if isinstance(value, (KernelFunction, BoundFunction)):
        return f"the function '{value.name}'"
    if isinstance(value, type):
        return f"the class {value.__name__}"
    if isinstance(value, DataType):
        return repr(value)
    if isinstance(value, (tuple, list, dict)):
        return f"{article(type(value).__name__)} of {counted(len(value), 'item')}"
    if callable(value) and hasattr(value, "__name__"):
        return f"the function '{value.__name__}'"
    if value is None or isinstance(value, (IRValue, bool, int, float, str)) or hasattr(type(value), "__members__"):
        return describe(value)
    return article(type(value).__name__)


def kind_of(value: Any) -> str:
    """A value's type in a message on types: ``int32``, ``LocalTensor of float16``, ``str 'a'``."""
    return value.dtype.name if isinstance(value, PlainValue) else named(value)
