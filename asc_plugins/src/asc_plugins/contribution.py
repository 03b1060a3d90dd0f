"""What one pack registers, collected and checked before any of it is merged."""

from __future__ import annotations

import keyword
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

from .api import Api
from .errors import PackError
from .irtypes import TypeSpec
from .ops import OpSpec
from .passes import PassSpec
from .platforms import PlatformSpec
from .values import IRValue

Kind = Literal["name", "module", "emitter", "pass", "model folder", "platform", "type", "op"]

#: What names of dialects, types and operations may consist of.
_IR_NAME = re.compile(r"[a-z_][a-z0-9_]*\.[a-z_][a-z0-9_]*")


@dataclass(frozen=True)
class Item:
    """One registered thing: *key* is unique among all packs' items of its kind.

    *source* is the object that declares it; two items of one source are the same thing met twice.
    """

    kind: Kind
    key: str
    value: Any
    source: Any = None


@dataclass
class Contribution:
    """Receives the registrations of the pack *pack*."""

    pack: str
    items: list[Item] = field(default_factory=list)
    specs: list[TypeSpec | OpSpec] = field(default_factory=list)
    closed: bool = False
    _taken: set[tuple[Kind, str]] = field(default_factory=set)

    def _add(self, kind: Kind, key: str, value: Any) -> None:
        if self.closed:
            raise PackError(f"{kind} '{key}' is registered too late: register from within the hook")
        if (kind, key) in self._taken:
            raise PackError(f"{kind} '{key}' is registered twice")
        self._taken.add((kind, key))
        self.items.append(Item(kind, key, value, value))

    def name(self, obj: Any, name: str | None = None, namespace: str = "asc") -> None:
        """Implements :class:`~asc_plugins.hookspecs.RegisterName`."""
        if name is None:
            name = obj.name if isinstance(obj, Api) else getattr(obj, "__name__", None)
        if not isinstance(name, str):
            raise PackError(f"{obj!r} has no name of its own: register(obj, name)")
        for part in (*namespace.split("."), name):
            _check_identifier(part, f"{namespace}.{name}")
        if namespace.partition(".")[0] != "asc":
            raise PackError(f"namespace '{namespace}' of '{name}' isn't 'asc' or one below it, 'asc.{namespace}'")
        self._add("name", f"{namespace}.{name}", obj)

    def type(self, spec: TypeSpec) -> None:
        """Implements :class:`~asc_plugins.hookspecs.RegisterType`."""
        _check_class(spec, TypeSpec)
        self._spec(spec)

    def op(self, spec: OpSpec) -> None:
        """Implements :class:`~asc_plugins.hookspecs.RegisterOp`."""
        _check_class(spec, OpSpec)
        self._spec(spec)

    def _spec(self, spec: TypeSpec | OpSpec) -> None:
        if self.closed:
            raise PackError(f"'{spec.name}' is registered too late: register from within the hook")
        self.specs.append(spec)

    def emitter(self, op: str, emit: Any) -> None:
        """Implements :class:`~asc_plugins.hookspecs.RegisterEmitter`."""
        if not callable(emit):
            raise PackError(f"the emitter of '{op}' can't be called: {emit!r}")
        self._add("emitter", op, emit)

    def pass_(self, spec: PassSpec) -> None:
        """Implements :class:`~asc_plugins.hookspecs.RegisterPass`."""
        _check_class(spec, PassSpec)
        self._add("pass", spec.name, spec)

    def model(self, folder: Path) -> None:
        """Implements :class:`~asc_plugins.hookspecs.RegisterModel`."""
        folder = Path(folder)
        if not folder.is_dir():
            raise PackError(f"the folder of Model headers {folder} doesn't exist")
        self._add("model folder", str(folder), folder)

    def platform(self, spec: PlatformSpec) -> None:
        """Implements :class:`~asc_plugins.hookspecs.RegisterPlatform`."""
        _check_class(spec, PlatformSpec)
        self._add("platform", spec.name, spec)

    def module(self, name: str, module: str) -> None:
        """Implements :class:`~asc_plugins.hookspecs.RegisterModule`."""
        for part in name.split("."):
            _check_identifier(part, name)
        self._add("module", f"asc.{name}", module)

    def declarations(self) -> Iterator[Item]:
        """The types and operations that names bring along or that are registered by themselves.

        Raises:
            PackError: a declaration is wrong.
        """
        for spec in self.specs:
            yield _declared(spec, spec)
        for item in self.items:
            value = item.value
            if item.kind != "name":
                continue
            for attribute in ("ir_spec", "op_spec"):
                own = getattr(value, attribute, None) if isinstance(value, type) else None
                if isinstance(own, (TypeSpec, OpSpec)):
                    yield _declared(own, own)
            for api in apis_of(value):
                for overload in api.overloads:
                    try:
                        yield _declared(overload.spec, overload)
                    except PackError:
                        raise
                    except Exception as error:
                        raise PackError(f"the declaration of {api.name} is wrong: {error}") from error


def apis_of(obj: Any) -> Iterator[Api]:
    """The APIs an object brings along: itself, or the methods and the constructor of a value class."""
    if isinstance(obj, Api):
        yield obj
    elif isinstance(obj, type) and issubclass(obj, IRValue):
        members: dict[str, Any] = {}
        for cls in reversed(obj.__mro__):
            members.update(vars(cls))
        yield from (member for member in members.values() if isinstance(member, Api))


def _declared(spec: TypeSpec | OpSpec, source: Any) -> Item:
    kind: Kind = "type" if isinstance(spec, TypeSpec) else "op"
    key = spec.qualified if isinstance(spec, TypeSpec) else spec.name
    if not _IR_NAME.fullmatch(key):
        raise PackError(
            f"{kind} '{key}' can't be in ASC-IR: dialect and name are lower case letters, digits and underscores"
        )
    return Item(kind, key, spec, source)


def _check_identifier(part: str, whole: str) -> None:
    if not part.isidentifier() or keyword.iskeyword(part):
        raise PackError(f"'{whole}' can't be written in Python: '{part}' is not an identifier")


def _check_class(obj: Any, cls: type) -> None:
    if not isinstance(obj, cls):
        raise PackError(f"register takes a {cls.__name__}, not {type(obj).__name__} {obj!r}")
