"""What objects whose attributes don't tell all hold: memory, pickled state, what they show of another object."""

from __future__ import annotations

import collections
import copyreg
import ctypes
import functools
import os
import types
from collections.abc import Callable, Iterator
from typing import Any

#: Bases of the classes of ctypes, none of which is public.
_CDATA: Any = next(base for base in ctypes.Structure.__mro__ if base.__name__ == "_CData")
_SIMPLE = ctypes._SimpleCData
_POINTERS = (ctypes._Pointer, ctypes._CFuncPtr)  # type: ignore[attr-defined]
#: Codes of ctypes' simple classes whose values are addresses.
_ADDRESSES = "PzZOX"
#: Library classes that show what another object holds.
_VIEWS: dict[type, Callable[[Any], Any]] = {
    types.MappingProxyType: dict,
    type({}.keys()): list,
    type({}.values()): list,
    type({}.items()): list,
    functools._lru_cache_wrapper: lambda value: value.__wrapped__,
    collections.defaultdict: lambda value: (value.default_factory, dict(value)),
}
#: Members that ctypes and namedtuple give a class for its fields, which other members list.
FIELD_MEMBERS = (
    type(type("_", (ctypes.Structure,), {"_fields_": [("a", ctypes.c_int)]}).a),  # type: ignore[attr-defined]
    type(collections.namedtuple("_", "a").a),  # type: ignore[attr-defined]
)


def is_environment(value: Any) -> bool:
    """True for ``os.environ`` and ``os.environb``."""
    return isinstance(value, type(os.environ))


def shown(value: Any) -> tuple[Any] | None:
    """What a view of another object shows, in a tuple; None for other values."""
    show = _VIEWS.get(type(value))
    return None if show is None else (show(value),)


def memory(value: Any) -> tuple[str, memoryview] | None:
    """Layout and bytes of what gives out its memory, such as ``bytearray`` and a ctypes structure; None for others."""
    try:
        view = memoryview(value)
        data = view.cast("B") if view.c_contiguous and view.nbytes else memoryview(view.tobytes())
    except (TypeError, ValueError, BufferError):
        return None
    if isinstance(value, _CDATA):
        return layout(type(value)), data
    return f"{view.format}{view.shape}", data


def layout(cls: Any) -> str:
    """A class of ctypes in text: where which of its fields is."""
    if issubclass(cls, ctypes.Array):
        return f"{layout(cls._type_)}*{cls._length_}"
    if issubclass(cls, (ctypes.Structure, ctypes.Union)):
        fields = [
            f"{name}:{layout(kind)}@{getattr(cls, name).offset},{getattr(cls, name).size}"
            for name, kind in _fields(cls)
        ]
        return f"{'struct' if issubclass(cls, ctypes.Structure) else 'union'}{ctypes.sizeof(cls)}({';'.join(fields)})"
    if issubclass(cls, _SIMPLE):
        swapped = cls is getattr(cls, "__ctype_be__", None) and cls is not getattr(cls, "__ctype_le__", None)
        return f"{cls._type_}{'>' if swapped else ''}"
    return str(cls.__name__)


def has_addresses(value: Any) -> bool:
    """True for what holds pointers of ctypes, which mean nothing in another process."""
    return isinstance(value, _CDATA) and _class_has_addresses(type(value))


def _class_has_addresses(cls: Any) -> bool:
    if issubclass(cls, _POINTERS):
        return True
    if issubclass(cls, ctypes.Array):
        return _class_has_addresses(cls._type_)
    if issubclass(cls, (ctypes.Structure, ctypes.Union)):
        return any(_class_has_addresses(kind) for _, kind in _fields(cls))
    return issubclass(cls, _SIMPLE) and cls._type_ in _ADDRESSES


def _fields(cls: Any) -> Iterator[tuple[str, Any]]:
    for base in reversed(cls.__mro__):
        for name, kind, *_ in vars(base).get("_fields_", ()):
            yield name, kind


def pickled(value: Any, is_library: Callable[[str | None], bool]) -> tuple[Any, ...] | None:
    """What pickle would write of an object; None where a library's class doesn't say, or the user's own code would.

    Args:
        value: the object.
        is_library: whether a module's code doesn't change.
    """
    cls = type(value)
    # Each call of an iterator gives something else; a plain object is only itself.
    if cls is object or isinstance(value, Iterator):
        return None
    hooks = ("__reduce__", "__reduce_ex__", "__getstate__", "__getnewargs__", "__getnewargs_ex__")
    for base in cls.__mro__:
        if any(name in vars(base) for name in hooks) and not is_library(base.__module__):
            return None
    try:
        reduce = copyreg.dispatch_table.get(cls)
        parts: Any = value.__reduce_ex__(4) if reduce is None else reduce(value)
    except Exception:  # noqa: BLE001 - whatever a library raises means that it doesn't say
        return None
    if isinstance(parts, str):
        # The name of a global, of which there is one.
        return (parts,) if is_library(getattr(value, "__module__", cls.__module__)) else None
    values: tuple[Any, ...] = (*parts, None, None, None)
    return *values[:3], list(values[3] or ()), list(values[4] or ())
