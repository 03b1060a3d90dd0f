"""Calls of Python's own functions and methods on compile-time values, refused where they would never come back."""

from __future__ import annotations

import builtins
import math
import operator
import string
from collections.abc import Callable, Iterator, Mapping, Sequence
from types import MethodDescriptorType
from typing import Any

from asc_core.packages import package_of
from asc_plugins.brief import brief
from asc_plugins.errors import CallError

from . import sizes
from .array_sizes import items_made
from .sizes import MOST_ITEMS, check_passes, check_size

#: Functions that run through their arguments, and modules whose functions do.
_CONSUMERS = frozenset(
    ("sorted", "sum", "min", "max", "any", "all", "list", "tuple", "set", "frozenset", "dict", "map", "filter", "zip",
     "enumerate", "reversed", "bytes", "bytearray", "deque", "Counter", "OrderedDict", "reduce", "prod", "fsum")
)  # fmt: skip
_CONSUMING_MODULES = frozenset(("itertools", "heapq", "_heapq", "statistics"))
_CONSUMING_METHODS = frozenset(
    ("extend", "update", "fromkeys", "join", "union", "intersection", "difference", "symmetric_difference", "issubset",
     "issuperset", "isdisjoint", "intersection_update", "difference_update", "symmetric_difference_update")
)  # fmt: skip
_OWNERS = (str, bytes, bytearray, list, tuple, dict, set, frozenset, range, int)

_OPERATORS: dict[Any, str] = {
    operator.add: "add", operator.concat: "add", operator.iadd: "add", operator.iconcat: "add", operator.mul: "mul",
    operator.imul: "mul", operator.pow: "pow", operator.lshift: "lshift", operator.mod: "mod", builtins.pow: "pow",
}  # fmt: skip


def bounded(
    function: Callable[..., Any], args: tuple[Any, ...], kwargs: dict[str, Any]
) -> tuple[tuple[Any, ...], dict[str, Any]]:
    """The arguments to call *function* with, after a look at what it would make of them.

    Raises:
        CallError: more than a kernel may compute while it is compiled.
    """
    if isinstance(function, MethodDescriptorType) and args:
        owner, operands = args[0], args[1:]
    else:
        owner, operands = getattr(function, "__self__", None), args
    name = getattr(function, "__name__", "")
    module = package_of(getattr(function, "__module__", None))
    is_method = isinstance(owner, _OWNERS) or (isinstance(owner, type) and issubclass(owner, _OWNERS))
    if is_method:
        consumes = name in _CONSUMING_METHODS
    else:
        consumes = module in _CONSUMING_MODULES or (name in _CONSUMERS and not _is_authors(function))
    if consumes:
        bound = _method_bounds(owner, name, operands) if is_method else None
        if bound is not None:
            return (*args[: len(args) - len(operands)], *bound), kwargs
        args = tuple(_bounded(name, a) for a in args)
        kwargs = {k: _bounded(name, v) for k, v in kwargs.items()}
    if is_method:
        _check_method(owner, name, operands, kwargs)
    elif module == "numpy":
        check_size("numpy array", items_made(name, args, kwargs))
    else:
        _check_function(function, args)
    return args, kwargs


def _is_authors(function: Any) -> bool:
    return hasattr(function, "__code__")


def _bounded(name: str, items: Any) -> Any:
    """An argument as *name* may run through it."""
    if isinstance(items, range):
        check_passes(name, sizes.length(items))
    elif isinstance(items, (str, bytes, bytearray, list, tuple, dict, set, frozenset)):
        check_passes(name, len(items))
    elif isinstance(items, Iterator):
        return _counted(name, items)
    return items


def _counted(name: str, items: Iterator[Any]) -> Iterator[Any]:
    """An iterator whose length isn't known until it has been run through."""
    for number, item in enumerate(items):
        if number == MOST_ITEMS:
            sizes.refuse(f"{name} runs through more than {MOST_ITEMS:,} items")
        yield item


def _check_function(function: Any, args: tuple[Any, ...]) -> None:
    try:
        kind = _OPERATORS.get(function)
    except TypeError:  # an object without a hash
        return
    if kind is not None and len(args) == 2:
        sizes.check_operator(kind, *args)
    elif function in (bytes, bytearray) and len(args) == 1 and isinstance(args[0], int):
        check_size(function, args[0])
    elif function is format and len(args) == 2 and isinstance(args[1], str):
        sizes.check_format(*args)
    elif function in (math.factorial, math.comb, math.perm) and args and all(isinstance(a, int) for a in args):
        total, factors = args[0], min(args)
        if function is math.comb:
            factors = min(factors, total - factors)
        if factors * total.bit_length() > sizes.MOST_BITS:
            title = f"{function.__name__} of {brief(total)} gives a number that no type holds"
            raise CallError(title, code="ASC-E403")


# Methods.


def _method_bounds(owner: Any, name: str, args: Sequence[Any]) -> tuple[Any, ...] | None:
    """The operands of a method that must look at all of them before, None for others."""
    if name != "join" or len(args) != 1:
        return None
    items = _bounded(name, args[0])
    parts = list(items) if isinstance(items, Iterator) else items
    if isinstance(parts, (list, tuple)):
        sizes.check_joined(owner, parts)
    return (parts,)


def _check_method(owner: Any, name: str, args: Sequence[Any], kwargs: Mapping[str, Any]) -> None:
    if isinstance(owner, range):
        # Only integers are found without a search.
        if name in ("index", "count") and args and not isinstance(args[0], int):
            check_passes(f"range.{name}", sizes.length(owner))
    elif isinstance(owner, int):
        if name == "to_bytes" and args and isinstance(args[0], int):
            check_size(bytes, args[0])
    elif isinstance(owner, (str, bytes, bytearray)):
        _check_text(owner, name, args, kwargs)


def _check_text(owner: Any, name: str, args: Sequence[Any], kwargs: Mapping[str, Any]) -> None:
    first = args[0] if args else None
    if name in ("ljust", "rjust", "center", "zfill") and isinstance(first, int):
        check_size(type(owner), first)
    elif name == "expandtabs":
        size = kwargs.get("tabsize", 8 if first is None else first)
        tab = "\t" if isinstance(owner, str) else b"\t"
        if isinstance(size, int):
            check_size(type(owner), len(owner) + owner.count(tab) * max(size, 0))
    elif name == "replace" and len(args) >= 2 and all(hasattr(a, "__len__") for a in args[:2]):
        old, new = args[:2]
        found = owner.count(old)
        if len(args) > 2 and isinstance(args[2], int) and args[2] >= 0:
            found = min(found, args[2])
        check_size(type(owner), len(owner) + found * max(len(new) - len(old), 0))
    elif name == "translate" and isinstance(first, Mapping):
        longest = max((len(v) for v in first.values() if isinstance(v, str)), default=1)
        check_size(type(owner), len(owner) * max(longest, 1))
    elif name in ("format", "format_map"):
        values = first if name == "format_map" and isinstance(first, Mapping) else kwargs
        _check_template(owner, () if name == "format_map" else args, values)


class _Checked(string.Formatter):
    """Formats as ``str.format`` does, and looks at each specification before."""

    def format_field(self, value: Any, format_spec: str) -> str:
        """A field, or a part of a specification that is a field itself."""
        sizes.check_format(value, format_spec)
        return format(value, format_spec)


def _check_template(template: str, args: Sequence[Any], kwargs: Mapping[str, Any]) -> None:
    try:
        _Checked().vformat(template, args, kwargs)
    except CallError:
        raise
    except Exception:  # noqa: BLE001 - the call itself says what is wrong
        return
