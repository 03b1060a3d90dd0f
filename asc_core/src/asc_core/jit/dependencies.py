"""What a kernel's meaning depends on beside its arguments: sources of the functions it reaches, values it reads.

Found from syntax trees, without running or compiling anything. Each read is also a *guard*: the name must still
hold the same object when the kernel is launched again, else the dependencies are worked out anew.
"""

from __future__ import annotations

import ast
import enum
import itertools
import os
import sys
import types
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from asc_plugins.records import record

from ..frontend import BoundFunction, FunctionSource, KernelFunction
from ..frontend.source import SourceError
from .digest import describe_here, is_immutable, is_library, is_numpy, is_own, part, short

#: More functions than this, and the kernel is only cached within its process.
_MAX_FUNCTIONS = 1000

_tokens = itertools.count()
#: What a name that isn't there holds.
MISSING = object()


@record(eq=False)
class Guard:
    """*holder* (a dict, or an object with attributes) still has *expected* under *name*."""

    holder: Any
    name: str
    expected: Any

    def holds(self) -> bool:
        return _read(self.holder, self.name) is self.expected


@record(eq=False)
class ValueGuard:
    """An object that may change in place still has the same contents."""

    value: Any
    digest: str

    def holds(self) -> bool:
        return short(describe_here(self.value)[0]) == self.digest


@dataclass(eq=False)
class Dependencies:
    """All that a kernel depends on, as of now.

    Attributes:
        parts: what each of them is, by name; the texts are those of :func:`digest.part`.
        digest: hash of the parts.
        portable: whether another process would get the same digest for the same program.
        reason: why it isn't portable.
        guards: reads that must still give the same objects.
        value_guards: objects that must still have the same contents.
    """

    parts: dict[str, str] = field(default_factory=dict)
    digest: str = ""
    portable: bool = True
    reason: str = ""
    guards: list[Guard] = field(default_factory=list)
    value_guards: list[ValueGuard] = field(default_factory=list)

    def hold(self) -> bool:
        """True while nothing the kernel reads has changed."""
        return all(guard.holds() for guard in self.guards) and all(guard.holds() for guard in self.value_guards)


def find(function: KernelFunction, others: Sequence[types.FunctionType] = ()) -> Dependencies:
    """The dependencies of a kernel, and of further functions that it is given as compile-time values.

    Raises:
        SourceError: the kernel's own source isn't there.
    """
    return _Finder().run(function, others)


#: A name, and attributes of it: ``cfg.tile.size``.
_Chain = tuple[str, tuple[str, ...]]


class _Finder:
    def __init__(self) -> None:
        self.result = Dependencies()
        self.parts = self.result.parts
        #: Each function met, by its identity, with a name that no other one has.
        self.labels: dict[int, tuple[types.FunctionType, str]] = {}
        self.taken: Counter[str] = Counter()
        self.waiting: list[types.FunctionType] = []
        self.guarded: set[tuple[int, str]] = set()

    def run(self, function: KernelFunction, others: Sequence[types.FunctionType]) -> Dependencies:
        self._label(function.fn)
        self._source(function.fn, function.source)
        for other in others:
            self._meet(other)
        while self.waiting:
            fn = self.waiting.pop()
            if len(self.labels) > _MAX_FUNCTIONS:
                self._unportable(f"it reaches more than {_MAX_FUNCTIONS} functions")
                break
            self._function(fn)
        self.result.digest = short("\n".join(f"{name}: {value}" for name, value in sorted(self.parts.items())))
        return self.result

    def _meet(self, fn: types.FunctionType) -> str:
        """The name of a function, which is looked at when it is met first."""
        if id(fn) not in self.labels:
            self.waiting.append(fn)
        return self._label(fn)

    def _label(self, fn: types.FunctionType) -> str:
        if id(fn) not in self.labels:
            name = f"{fn.__module__}.{fn.__qualname__}"
            self.taken[name] += 1
            # Functions of a factory share their name.
            self.labels[id(fn)] = fn, name if self.taken[name] == 1 else f"{name}#{self.taken[name]}"
        return self.labels[id(fn)][1]

    def _function(self, fn: types.FunctionType) -> None:
        try:
            source = FunctionSource.of(fn)
        except SourceError:
            label = self._label(fn)
            self._described(f"code {label}", fn)
            self._reads(fn, {(name, ()) for name in _code_names(fn.__code__)})
            return
        self._source(fn, source)
        self._reads(fn, _annotation_chains(source.node.args))

    def _source(self, fn: types.FunctionType, source: FunctionSource) -> None:
        label = self._label(fn)
        self.parts[f"source {label}"] = part(source.text, plain=False)
        # The text names file and lines, so a function that moved isn't the same.
        self.parts[f"place {label}"] = f"{source.file}:{source.line}"
        for name, value in _defaults(fn):
            self._described(f"default {name} of {label}", value)
        # Tools that reload modules change functions in place.
        for name in ("__code__", "__defaults__", "__kwdefaults__"):
            self._guard(fn, name, getattr(fn, name))
        self._reads(fn, _body_chains(source.node))

    def _reads(self, fn: types.FunctionType, chains: Iterable[_Chain]) -> None:
        cells = dict(zip(fn.__code__.co_freevars, fn.__closure__ or (), strict=True))
        for chain in sorted(chains):
            self._resolve(fn, cells, chain)

    def _resolve(self, fn: types.FunctionType, cells: dict[str, Any], chain: _Chain) -> None:
        holder: Any
        path, attributes = chain
        if path in cells:
            holder, key, kind = cells[path], "cell_contents", "closure"
        elif path in fn.__code__.co_varnames or path in fn.__code__.co_cellvars:
            return
        elif path in fn.__globals__:
            holder, key, kind = fn.__globals__, path, "global"
        else:
            # A builtin, or unknown; a global of that name changes the meaning.
            self._guard(fn.__globals__, path, MISSING)
            if path == "open":
                self._unportable(f"{self._label(fn)} opens files, whose contents no key holds")
            return
        value = _read(holder, key)
        self._guard(holder, key, value)
        self._library(value)
        for attribute in attributes:
            if value is MISSING or _is_api(value):
                break
            if isinstance(value, enum.EnumMeta) and attribute in value.__members__:
                value, path = value[attribute], f"{path}.{attribute}"
                continue
            holder = _holder(value, attribute)
            if holder is None:
                if isinstance(value, types.ModuleType):
                    # Modules that load parts of theirs when first used have them from then on.
                    self._guard(vars(value), attribute, MISSING)
                break
            found = _read(holder, attribute)
            self._guard(holder, attribute, found)
            value = found
            path += f".{attribute}"
        self._value(f"{kind} {path} of {self._label(fn)}", value)

    def _value(self, path: str, value: Any) -> None:
        if isinstance(value, (staticmethod, classmethod, types.MethodType, BoundFunction)):
            bound = getattr(value, "__self__", None)
            if bound is not None and not isinstance(bound, types.ModuleType):
                self._value(f"{path} (self)", bound)
            value = value.__func__
        if isinstance(value, KernelFunction):
            value = value.fn
        if value is os.getenv or value is os.getenvb:
            value = os.environ
        if value is MISSING:
            self.parts[path] = "missing"
        elif _is_api(value):
            self.parts[path] = f"api {_api_name(value)}"
        elif isinstance(value, types.FunctionType) and not is_library(value.__module__):
            self.parts[path] = f"function {self._meet(value)}"
        else:
            self._described(path, value)

    def _described(self, path: str, value: Any) -> None:
        for base in (value if isinstance(value, type) else type(value)).__mro__:
            self._library(base)
        text, unstable = describe_here(value, self._meet)
        if unstable:
            self._unportable(f"{path} is {unstable}")
            self.parts[path] = f"{os.getpid()} {next(_tokens)}"
        else:
            self.parts[path] = part(text)
        library = callable(value) and is_library(getattr(value, "__module__", None))
        library = library or (isinstance(value, types.ModuleType) and is_library(value.__name__))
        if not library and not is_immutable(value) and not is_numpy(value, "ufunc"):
            self.result.value_guards.append(ValueGuard(value, short(text)))

    def _library(self, value: Any) -> None:
        """Libraries are named, not read, and of other packages not all is: what they do follows from their version."""
        name = value.__name__ if isinstance(value, types.ModuleType) else getattr(value, "__module__", None)
        top = name.partition(".")[0] if isinstance(name, str) else ""
        version = vars(sys.modules[top]).get("__version__") if top in sys.modules else None
        if isinstance(version, str) and not is_own(top):
            self.parts[f"library {top}"] = version

    def _guard(self, holder: Any, name: str, expected: Any) -> None:
        place = id(holder), name
        if place not in self.guarded:
            self.guarded.add(place)
            self.result.guards.append(Guard(holder, name, expected))

    def _unportable(self, reason: str) -> None:
        if self.result.portable:
            self.result.portable, self.result.reason = False, reason


def _defaults(fn: types.FunctionType) -> Iterator[tuple[str, Any]]:
    """Default values by the names of their parameters."""
    given = fn.__defaults__ or ()
    names = fn.__code__.co_varnames[: fn.__code__.co_argcount]
    yield from zip(names[len(names) - len(given) :], given, strict=True)
    yield from (fn.__kwdefaults__ or {}).items()


def _code_names(code: types.CodeType) -> Iterator[str]:
    """Names that code may load as globals, of the functions inside it too."""
    yield from code.co_names
    yield from code.co_freevars
    for constant in code.co_consts:
        if isinstance(constant, types.CodeType):
            yield from _code_names(constant)


def _is_api(value: Any) -> bool:
    """True for what asc and its packs define: their fingerprint covers it."""
    if isinstance(value, types.ModuleType):
        return is_own(value.__name__)
    if isinstance(value, _api_class()):
        return True
    if isinstance(value, KernelFunction):
        return False
    return isinstance(value, (type, types.FunctionType)) and is_own(value.__module__)


def _api_class() -> Any:
    """The class of APIs; empty while no pack is loaded, so that there are none."""
    return getattr(sys.modules.get("asc_plugins.api"), "Api", ())


def _api_name(value: Any) -> str:
    if isinstance(value, types.ModuleType):
        return value.__name__
    return f"{getattr(value, '__module__', '')}.{getattr(value, '__qualname__', type(value).__qualname__)}"


def _holder(value: Any, attribute: str) -> Any:
    """Where an attribute is kept, so that reading it runs no code of the user's; None when it isn't plain data."""
    if isinstance(value, types.ModuleType):
        return vars(value) if attribute in vars(value) else None
    if isinstance(value, type):
        found = _read(value, attribute)
        return None if found is MISSING or _sees_class(found) or is_library(value.__module__) else value
    own = getattr(value, "__dict__", None)
    if isinstance(own, dict) and attribute in own and not hasattr(type(_read(type(value), attribute)), "__set__"):
        return own
    return None


def _sees_class(found: Any) -> bool:
    """True for class methods and other descriptors, which may read anything of the class that they are got from."""
    if isinstance(found, KernelFunction):
        return found.wrapper is classmethod
    return hasattr(type(found), "__get__") and not isinstance(found, (types.FunctionType, staticmethod))


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


def _body_chains(node: ast.FunctionDef | ast.AsyncFunctionDef) -> set[_Chain]:
    """What the body of a function loads; decorators and defaults are evaluated elsewhere."""
    return {chain for part in node.body for chain in _loads(part)}


def _annotation_chains(arguments: ast.arguments) -> set[_Chain]:
    """What the annotations of parameters load: they tell which of them are constants."""
    rows = (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs)
    return {chain for row in rows if row.annotation is not None for chain in _loads(row.annotation)}


def _loads(node: ast.AST) -> Iterator[_Chain]:
    # Chains of elif nest deeper than Python calls.
    waiting = [node]
    while waiting:
        inner = waiting.pop()
        attributes: list[str] = []
        while isinstance(inner, ast.Attribute):
            attributes.append(inner.attr)
            inner = inner.value
        if isinstance(inner, ast.Name):
            yield inner.id, tuple(reversed(attributes))
        elif attributes:
            waiting.append(inner)
        else:
            waiting += ast.iter_child_nodes(inner)


__all__ = ["MISSING", "Dependencies", "Guard", "ValueGuard", "find"]
