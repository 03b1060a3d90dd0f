"""What a kernel's meaning depends on beside its arguments: sources of the functions it reaches, values it reads.

Found from syntax trees, without running or compiling anything. Each read is also a *guard*: the name must still
hold the same object when the kernel is launched again, else the dependencies are worked out anew.
"""

from __future__ import annotations

import ast
import enum
import itertools
import os
import types
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from asc_plugins.api import Api

from ..frontend import FunctionSource, KernelFunction
from ..frontend.source import SourceError
from .digest import UnstableError, describe, is_immutable, is_library, is_numpy, is_own, short

#: More functions than this, and the kernel is only cached within its process.
_MAX_FUNCTIONS = 1000

_tokens = itertools.count()
#: What a name that isn't there holds.
MISSING = object()


@dataclass(frozen=True)
class Guard:
    """*holder* (a dict, or an object with attributes) still has *expected* under *name*."""

    holder: Any
    name: str
    expected: Any

    def holds(self) -> bool:
        return _read(self.holder, self.name) is self.expected


@dataclass(frozen=True)
class ValueGuard:
    """An object that may change in place still has the same contents."""

    value: Any
    digest: str

    def holds(self) -> bool:
        try:
            return short(describe(self.value)) == self.digest
        except UnstableError:
            return False


@dataclass
class Dependencies:
    """All that a kernel depends on, as of now.

    Attributes:
        digest: hash of sources and values.
        portable: whether another process would get the same digest for the same program.
        reason: why it isn't portable.
        guards: reads that must still give the same objects.
        value_guards: objects that must still have the same contents.
    """

    digest: str = ""
    portable: bool = True
    reason: str = ""
    guards: list[Guard] = field(default_factory=list)
    value_guards: list[ValueGuard] = field(default_factory=list)

    def hold(self) -> bool:
        """True while nothing the kernel reads has changed."""
        return all(guard.holds() for guard in self.guards) and all(guard.holds() for guard in self.value_guards)


def find(function: KernelFunction) -> Dependencies:
    """The dependencies of a kernel.

    Raises:
        SourceError: the kernel's own source isn't there.
    """
    return _Finder().run(function)


@dataclass(frozen=True)
class _Chain:
    """A name, and attributes of it: ``cfg.tile.size``."""

    name: str
    attributes: tuple[str, ...]


class _Finder:
    def __init__(self) -> None:
        self.result = Dependencies()
        self.parts: dict[str, str] = {}
        self.seen: set[int] = set()
        self.waiting: list[types.FunctionType] = []
        self.guarded: set[tuple[int, str]] = set()

    def run(self, function: KernelFunction) -> Dependencies:
        self._source(function.fn, function.source)
        while self.waiting:
            fn = self.waiting.pop()
            if len(self.seen) > _MAX_FUNCTIONS:
                self._unportable(f"it reaches more than {_MAX_FUNCTIONS} functions")
                break
            try:
                self._source(fn, FunctionSource.of(fn))
            except SourceError:
                self._described(f"code of {fn.__module__}.{fn.__qualname__}", fn)
        text = "\n".join(f"{name}: {value}" for name, value in sorted(self.parts.items()))
        self.result.digest = short(text)
        return self.result

    def _source(self, fn: types.FunctionType, source: FunctionSource) -> None:
        self.seen.add(id(fn))
        label = f"{fn.__module__}.{fn.__qualname__}"
        # The text names file and lines, so a function that moved isn't the same.
        self.parts[f"source {label} {source.file}:{source.line}"] = short(source.text)
        self._described(f"defaults {label}", (fn.__defaults__, fn.__kwdefaults__))
        # Tools that reload modules change functions in place.
        for name in ("__code__", "__defaults__"):
            self._guard(fn, name, getattr(fn, name))
        cells = dict(zip(fn.__code__.co_freevars, fn.__closure__ or (), strict=True))
        for chain in sorted(_chains(source.node), key=lambda c: (c.name, c.attributes)):
            self._resolve(fn, cells, chain, label)

    def _resolve(self, fn: types.FunctionType, cells: dict[str, Any], chain: _Chain, label: str) -> None:
        holder: Any
        if chain.name in cells:
            holder, key = cells[chain.name], "cell_contents"
        elif chain.name in fn.__code__.co_varnames or chain.name in fn.__code__.co_cellvars:
            return
        elif chain.name in fn.__globals__:
            holder, key = fn.__globals__, chain.name
        else:
            # A builtin, or unknown; a global of that name changes the meaning.
            self._guard(fn.__globals__, chain.name, MISSING)
            return
        value = _read(holder, key)
        self._guard(holder, key, value)
        path = f"{label} reads {chain.name}"
        for attribute in chain.attributes:
            if value is MISSING or _is_api(value):
                break
            if isinstance(value, enum.EnumMeta) and attribute in value.__members__:
                value, path = value[attribute], f"{path}.{attribute}"
                continue
            holder = _holder(value, attribute)
            if holder is None:
                break
            found = _read(holder, attribute)
            self._guard(holder, attribute, found)
            value = found
            path += f".{attribute}"
        self._value(path, value)

    def _value(self, path: str, value: Any) -> None:
        if isinstance(value, (staticmethod, classmethod, types.MethodType)):
            bound = getattr(value, "__self__", None)
            if bound is not None and not isinstance(bound, types.ModuleType):
                self._value(f"{path} (self)", bound)
            value = value.__func__
        if isinstance(value, KernelFunction):
            value = value.fn
        if value is MISSING:
            self.parts[path] = "missing"
        elif _is_api(value):
            self.parts[path] = f"api {getattr(value, '__module__', '')}.{getattr(value, '__qualname__', value)!s:.200}"
        elif isinstance(value, types.ModuleType):
            self.parts[path] = f"module {value.__name__}"
        elif isinstance(value, types.FunctionType) and not is_library(value.__module__):
            self.parts[path] = f"function {value.__module__}.{value.__qualname__}"
            if id(value) not in self.seen:
                self.seen.add(id(value))
                self.waiting.append(value)
        else:
            self._described(path, value)

    def _described(self, path: str, value: Any) -> None:
        for base in (value if isinstance(value, type) else type(value)).__mro__:
            if not is_library(base.__module__):
                self._methods(base)
        try:
            text = describe(value)
        except UnstableError as error:
            self._unportable(f"{path} is {error}")
            self.parts[path] = f"{os.getpid()} {next(_tokens)}"
            return
        self.parts[path] = short(text)
        library = callable(value) and is_library(getattr(value, "__module__", None))
        if not library and not is_immutable(value) and not is_numpy(value, "ufunc"):
            self.result.value_guards.append(ValueGuard(value, short(text)))

    def _methods(self, cls: type) -> None:
        """Methods of a class that the kernel uses may read globals of their own."""
        for member in vars(cls).values():
            member = getattr(member, "__func__", getattr(member, "fget", member))
            if isinstance(member, KernelFunction):
                member = member.fn
            if isinstance(member, types.FunctionType) and id(member) not in self.seen:
                self.seen.add(id(member))
                self.waiting.append(member)

    def _guard(self, holder: Any, name: str, expected: Any) -> None:
        place = id(holder), name
        if place not in self.guarded:
            self.guarded.add(place)
            self.result.guards.append(Guard(holder, name, expected))

    def _unportable(self, reason: str) -> None:
        if self.result.portable:
            self.result.portable, self.result.reason = False, reason


def _is_api(value: Any) -> bool:
    """True for what asc and its packs define: their fingerprint covers it."""
    if isinstance(value, types.ModuleType):
        return is_own(value.__name__)
    if isinstance(value, Api):
        return True
    if isinstance(value, KernelFunction):
        return False
    return isinstance(value, (type, types.FunctionType)) and is_own(value.__module__)


def _holder(value: Any, attribute: str) -> Any:
    """Where an attribute is kept, so that reading it runs no code of the user's; None when it isn't plain data."""
    if isinstance(value, types.ModuleType):
        return vars(value) if attribute in vars(value) else None
    if isinstance(value, type):
        return (
            value
            if any(attribute in vars(base) for base in value.__mro__) and not is_library(value.__module__)
            else None
        )
    own = getattr(value, "__dict__", None)
    if isinstance(own, dict) and attribute in own:
        return own
    return None


def _read(holder: Any, name: str) -> Any:
    if isinstance(holder, dict):
        return holder.get(name, MISSING)
    if isinstance(holder, types.CellType):
        try:
            return holder.cell_contents
        except ValueError:
            return MISSING
    if isinstance(holder, types.FunctionType):
        return getattr(holder, name)
    for base in holder.__mro__:
        if name in vars(base):
            return vars(base)[name]
    return MISSING


def _chains(node: ast.AST) -> set[_Chain]:
    """Names that the body of a function loads, with the attributes asked of them.

    Decorators, annotations of the signature and defaults are evaluated elsewhere.
    """
    found: set[_Chain] = set()
    for part in node.body if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)) else [node]:
        found.update(_loads(part))
    return found


def _loads(node: ast.AST) -> Iterator[_Chain]:
    if isinstance(node, ast.Attribute):
        attributes = [node.attr]
        inner = node.value
        while isinstance(inner, ast.Attribute):
            attributes.append(inner.attr)
            inner = inner.value
        if isinstance(inner, ast.Name):
            yield _Chain(inner.id, tuple(reversed(attributes)))
        else:
            yield from _loads(inner)
        return
    if isinstance(node, ast.Name):
        yield _Chain(node.id, ())
        return
    for child in ast.iter_child_nodes(node):
        yield from _loads(child)


__all__ = ["MISSING", "Dependencies", "Guard", "ValueGuard", "find"]
