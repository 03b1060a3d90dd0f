"""Types of MLIR that no pack declares, as text of C++."""

from __future__ import annotations

import re
from typing import Any

from asc_core.ir.bindings import ir
from asc_core.ir.context import GLOBAL_MEMORY, IRContext
from asc_plugins.dtypes import ALL, DataType, int64
from asc_plugins.irtypes import AnyType, UpstreamType

_SCALARS: dict[str, DataType] = {dtype.mlir: dtype for dtype in ALL} | {"index": int64}
_EMITC = re.compile(r"!emitc\.(\w+)(?:<(.*)>)?$", re.DOTALL)
_ARRAY = re.compile(r"((?:\d+x)+)(.*)$", re.DOTALL)
_SIZES = {"size_t": "size_t", "ssize_t": "ssize_t", "ptrdiff_t": "ptrdiff_t"}
# An offset or a stride that isn't known.
_DYNAMIC = -(1 << 63)


def read_type(type_: Any, context: IRContext) -> AnyType:
    """The type of a value.

    Raises:
        TypeError: it can't be written as C++.
    """
    try:
        return context.from_mlir(type_)
    except TypeError:
        text = str(type_)
        found = _memref(type_) if isinstance(type_, ir.MemRefType) else _named(text)
        if found is None:
            raise TypeError(f"values of type {text} can't be written as Ascend C") from None
        return found


def _memref(type_: Any) -> UpstreamType | None:
    space = type_.memory_space
    number = 0 if space is None else getattr(space, "value", None)
    element = _SCALARS.get(str(type_.element_type))
    strides = _strides(type_)
    if element is None or strides is None or number not in (0, GLOBAL_MEMORY):
        return None
    shape = tuple(None if type_.is_dynamic_dim(i) else type_.get_dim_size(i) for i in range(type_.rank))
    prefix = "__gm__ " if number else ""
    return UpstreamType("memref", f"{prefix}{element.cpp}*", element, shape, strides)


def _strides(type_: Any) -> tuple[int, ...] | None:
    """How many elements apart neighbours are in each dimension; None when only run time tells."""
    try:
        strides, _ = type_.get_strides_and_offset()
    except (ValueError, RuntimeError):
        return None
    return None if _DYNAMIC in strides else tuple(strides)


def _named(text: str) -> AnyType | None:
    """A type by its spelling, ``!emitc.ptr<i32>``."""
    scalar = _SCALARS.get(text)
    if scalar is not None:
        return scalar
    match = _EMITC.match(text)
    if match is None:
        return None
    name, inner = match.groups()
    if name in _SIZES:
        return UpstreamType("opaque", _SIZES[name])
    if inner is None:
        return None
    if name == "opaque":
        return UpstreamType("opaque", inner[1:-1].replace('\\"', '"'))
    if name == "array":
        return _array(inner)
    element = _named(inner)
    if element is None or name not in ("ptr", "lvalue"):
        return None
    if name == "ptr":
        return UpstreamType("pointer", f"{element.cpp}*", element)
    return UpstreamType("lvalue", element.cpp, element)


def _array(inner: str) -> UpstreamType | None:
    match = _ARRAY.match(inner)
    element = _named(match[2]) if match else None
    if match is None or element is None:
        return None
    return UpstreamType("array", element.cpp, element, tuple(int(size) for size in match[1][:-1].split("x")))
