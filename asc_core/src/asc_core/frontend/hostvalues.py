"""Values of the host program that kernels may use as constants, without importing the libraries they come from."""

from __future__ import annotations

import functools
from typing import Any

from asc_core.packages import package_of
from asc_plugins.dtypes import DataType


def host_scalar(value: Any) -> tuple[bool | int | float, DataType | None] | None:
    """A number of the host and its type, None as the type of Python's weak numbers; None for anything else.

    numpy's and ml_dtypes' scalars have a type; a ``numpy.float64`` counts as Python's float, which it is.
    """
    kind = type(value)
    if kind is int or kind is float or kind is bool:
        return value, None
    if isinstance(value, float):
        return float(value), None
    if isinstance(value, int):
        return int(value), None
    if not _is_array_scalar(value):
        return None
    try:
        dtype = DataType(value.dtype.name)
        literal = float(value) if dtype.is_float() else value.item()
    except (AttributeError, TypeError, ValueError):
        return None
    return literal, dtype


def _is_array_scalar(value: Any) -> bool:
    kind = type(value)
    root = package_of(kind.__module__)
    return root in ("numpy", "ml_dtypes") and getattr(value, "shape", None) == () and kind.__name__ != "ndarray"


def plain(value: Any) -> Any:
    """A typed number of the host as Python's; everything else as it is."""
    if not may_be_array(value) or not _is_array_scalar(value):
        return value
    number = host_scalar(value)
    return value if number is None else number[0]


def is_array(value: Any) -> bool:
    """True for arrays of the host: numpy's, torch's and whatever exchanges memory by DLPack."""
    return may_be_array(value) and not _is_array_scalar(value)


def may_be_array(value: Any) -> bool:
    """True for objects of classes of arrays, and of numpy's scalars."""
    return _is_array_class(type(value))  # type: ignore[arg-type]  # mypy looks for the hash of the class's objects


@functools.lru_cache(1024)
def _is_array_class(kind: type) -> bool:
    """True for classes of arrays, and of numpy's scalars."""
    if issubclass(kind, type):
        return False
    return hasattr(kind, "__array_interface__") or hasattr(kind, "__dlpack__") or hasattr(kind, "__array__")


def dtype_of_class(kind: Any) -> DataType | None:
    """The data type that a scalar class of numpy or ml_dtypes stands for."""
    if not isinstance(kind, type) or package_of(kind.__module__) not in ("numpy", "ml_dtypes"):
        return None
    name = kind.__name__
    try:
        return DataType("bool" if name in ("bool_", "bool") else name)
    except ValueError:
        return None
