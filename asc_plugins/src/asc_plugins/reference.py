"""What a registry offers, as plain descriptions from which reference pages and type stubs are written."""

from __future__ import annotations

import builtins
import inspect
import typing
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import Enum
from types import NoneType, UnionType
from typing import Annotated, Any, Union, get_args, get_origin

from .api import Api, Overload
from .binding import default_text
from .constexpr import ConstExpr
from .dtypes import DataType
from .params import Kind, Param
from .registry import Registry
from .structs import ParamStruct
from .values import IRValue

#: What stands before a parameter of a kind.
_MARKERS: dict[Any, str] = {inspect.Parameter.VAR_POSITIONAL: "*", inspect.Parameter.VAR_KEYWORD: "**"}

#: Special methods that are part of a class's interface.
_OPERATORS = frozenset(
    f"__{name}__"
    for name in ("init", "getitem", "setitem", "len", "iter", "enter", "exit", "call", "add", "radd", "sub")
)


@dataclass(frozen=True)
class Parameter:
    """A parameter: its type and default as Python source, and in words what else there is to know."""

    name: str
    type: str
    default: str | None = None
    marker: str = ""
    notes: tuple[str, ...] = ()

    @property
    def source(self) -> str:
        """The parameter as it stands in a signature."""
        return f"{self.marker}{self.name}: {self.type}" + (f" = {self.default}" if self.default is not None else "")


@dataclass(frozen=True)
class Signature:
    """One way to call a function."""

    parameters: tuple[Parameter, ...]
    returns: str
    doc: str = ""
    dtypes: tuple[str | tuple[str, ...], ...] = ()
    tensors: tuple[str, ...] = ()


@dataclass(frozen=True)
class Function:
    """A function or method; *kind* is ``function``, ``property``, ``classmethod`` or ``staticmethod``."""

    name: str
    signatures: tuple[Signature, ...]
    doc: str = ""
    kind: str = "function"
    ascendc: str = ""
    pipe: str = ""


@dataclass(frozen=True)
class Class:
    """A class; *fields* of a parameter struct are the parameters of its constructor."""

    name: str
    doc: str
    kind: str
    ascendc: str = ""
    bases: tuple[str, ...] = ()
    attributes: tuple[tuple[str, str], ...] = ()
    methods: tuple[Function, ...] = ()
    members: tuple[tuple[str, Any], ...] = ()


@dataclass(frozen=True)
class Value:
    """A constant: a data type, a property."""

    name: str
    type: str
    text: str


Entry = Function | Class | Value


@dataclass(frozen=True)
class Group:
    """What one module of a pack registers in a namespace, in the order of registration."""

    pack: str
    namespace: str
    module: str
    doc: str
    entries: tuple[Entry, ...] = field(default=())


#: What containers of unstated contents hold.
_CONTENTS: dict[type, str] = {list: "[Any]", tuple: "[Any, ...]"}


class Reference:
    """Describes everything in a registry; in types, *builtins_prefix* stands before Python's own names."""

    def __init__(self, registry: Registry, builtins_prefix: str = "") -> None:
        self._registry = registry
        self._prefix = builtins_prefix
        self._exported: dict[int, str] = {}
        self._as_written = False
        for namespace, names in registry.names.items():
            for name, obj in names.items():
                shown = name if namespace == "asc" else f"{namespace}.{name}"
                self._exported.setdefault(id(obj), shown)

    def groups(self) -> list[Group]:
        """All entries by pack, namespace and module."""
        found: dict[tuple[str, str, str], list[Entry]] = {}
        for namespace, names in self._registry.names.items():
            for name, obj in names.items():
                pack = self._registry.owner("name", f"{namespace}.{name}") or ""
                place = (pack, namespace, _module_of(obj))
                found.setdefault(place, []).append(self.describe(name, obj))
        return [
            Group(pack, namespace, module.rpartition(".")[2], _module_doc(module), tuple(entries))
            for (pack, namespace, module), entries in found.items()
        ]

    def of_module(self, namespace: str, names: Mapping[str, Any]) -> list[Group]:
        """The names of a module that no pack registers, by the modules that define them; types as they are written.

        Objects of its classes are made by its functions, so that their constructors are left out.
        """
        self._as_written = True
        found: dict[str, list[Entry]] = {}
        for name, obj in names.items():
            plain = obj if isinstance(obj, type) or not callable(obj) else inspect.unwrap(obj)
            if isinstance(plain, type) and plain.__name__ != name:
                alias = Value(name, "type", f"{plain.__module__}.{plain.__qualname__}")
                found.setdefault("aliases", []).append(alias)
                continue
            entry = self.describe(name, plain)
            if isinstance(entry, Class):
                made = tuple(method for method in entry.methods if method.name != "__init__")
                entry = replace(entry, methods=made)
            found.setdefault(_module_of(plain), []).append(entry)
        return [
            Group("", namespace, module.rpartition(".")[2], _module_doc(module), tuple(entries))
            for module, entries in found.items()
        ]

    def describe(self, name: str, obj: Any) -> Entry:
        """The description of one registered object."""
        if isinstance(obj, Api):
            return self._api(name, obj)
        if isinstance(obj, type):
            return self._class(name, obj)
        if inspect.isroutine(obj):
            return self._routine(name, obj)
        return Value(name, self._name_of(type(obj)), repr(obj))

    def _api(self, name: str, api: Api) -> Function:
        return Function(
            name,
            tuple(self._overload(overload) for overload in api.overloads),
            api.doc,
            ascendc=api.ascendc,
            pipe=api.pipe.value if api.pipe else "",
        )

    def _overload(self, overload: Overload) -> Signature:
        api = overload.api
        returns = "None" if api.constructs else self.type_text(overload.returns)
        tensors = tuple(
            p.name
            for p in overload.params
            if p.kind is Kind.VALUE and any(issubclass(t, IRValue) and t.is_tensor for t in p.types)
        )
        doc = overload.doc if overload.doc != api.doc else ""
        return Signature(self._params(overload.params), returns, doc, tuple(overload.dtypes), tensors)

    def _params(self, params: tuple[Param, ...]) -> tuple[Parameter, ...]:
        described = []
        starred = False
        for param in params:
            rest = param.kind is Kind.VALUES
            marker = "*" if rest else "*, " if param.keyword_only and not starred else ""
            starred = starred or rest or param.keyword_only
            default = None if param.required or rest else self._default(param.default)
            described.append(Parameter(param.name, self._param_type(param), default, marker, _notes(param)))
        return tuple(described)

    def _param_type(self, param: Param) -> str:
        if param.kind is Kind.MASK:
            text = self._name_of(int) + f" | {self._name_of(list)}[{self._name_of(int)}]"
        elif param.kind is Kind.VALUES:
            text = "Any"
        elif param.kind is Kind.LIST:
            text = f"list[{param.types[0].__name__}]"
        else:
            text = self._union([self._name_of(t) + _CONTENTS.get(t, "") for t in param.types])
        return f"{text} | None" if param.optional and "None" not in text.split(" | ") else text

    def _default(self, value: Any) -> str:
        return value.name if isinstance(value, DataType) else default_text(value)

    def _class(self, name: str, cls: type) -> Class:
        doc = inspect.cleandoc(cls.__dict__.get("__doc__") or "")
        spec = cls.__dict__.get("ir_spec")
        cpp = spec.cpp.partition("<")[0] if spec is not None else ""
        if issubclass(cls, Enum):
            members = tuple((key, member.value) for key, member in cls.__members__.items())
            base = "IntEnum" if issubclass(cls, int) else "Enum"
            return Class(name, doc, "enum", bases=(base,), members=members)
        if issubclass(cls, ParamStruct):
            made = tuple(Signature(self._params(form), "None") for form in cls.signatures())
            return Class(name, doc, "struct", cpp, methods=(Function("__init__", made),))
        bases = tuple(self._exported[id(base)] for base in cls.__bases__ if id(base) in self._exported)
        attributes, methods = self._members(cls)
        kind = "value" if issubclass(cls, IRValue) else "class"
        return Class(name, doc, kind, cpp, bases, attributes, methods)

    def _members(self, cls: type) -> tuple[tuple[tuple[str, str], ...], tuple[Function, ...]]:
        """Members that no registered base brings along."""
        inherited = {id(base) for parent in cls.__bases__ if id(parent) in self._exported for base in parent.__mro__}
        attributes: dict[str, str] = {}
        methods: dict[str, Function] = {}
        for base in reversed(cls.__mro__):
            if base in (object, IRValue, typing.Generic) or id(base) in inherited:
                continue
            hints = _hints(base)
            for name in inspect.get_annotations(base):
                if not name.startswith("_") and get_origin(hints.get(name)) is not typing.ClassVar:
                    attributes[name] = self.type_text(hints.get(name, Any))
            for name, member in vars(base).items():
                if hasattr(IRValue, name) and name != "__init__":
                    continue
                public = not name.startswith(("_", "ir_")) or name in _OPERATORS
                described = self._member(name, member) if public else None
                if described is not None:
                    methods[name] = described
        return tuple(attributes.items()), tuple(methods.values())

    def _member(self, name: str, member: Any) -> Function | None:
        if isinstance(member, Api):
            return self._api(name, member)
        if isinstance(member, property):
            getter = self._routine(name, member.fget, skip=1)
            return Function(name, getter.signatures, getter.doc, "property")
        for kind in (classmethod, staticmethod):
            if isinstance(member, kind):
                inner = self._routine(name, member.__func__, skip=int(kind is classmethod))
                return Function(name, inner.signatures, inner.doc, kind.__name__)
        function = inspect.unwrap(member) if callable(member) else member
        return self._routine(name, function, skip=1) if inspect.isfunction(function) else None

    def _routine(self, name: str, fn: Any, skip: int = 0) -> Function:
        hints = _hints(fn)
        parameters = []
        starred = False
        for parameter in list(inspect.signature(fn).parameters.values())[skip:]:
            marker = _MARKERS.get(parameter.kind, "")
            if parameter.kind is parameter.KEYWORD_ONLY and not starred:
                marker = "*, "
            starred = starred or marker in ("*", "*, ")
            default = None if parameter.default is parameter.empty else self._default(parameter.default)
            hint = hints.get(parameter.name, Any)
            type_ = self._written(parameter.annotation) or self.type_text(hint)
            parameters.append(Parameter(parameter.name, type_, default, marker))
        written = self._written(inspect.signature(fn).return_annotation)
        returns = "None" if name == "__init__" else written or self.type_text(hints.get("return", Any))
        doc = inspect.cleandoc(fn.__doc__ or "")
        return Function(name, (Signature(tuple(parameters), returns),), doc)

    def _written(self, annotation: Any) -> str:
        return annotation if self._as_written and isinstance(annotation, str) else ""

    def type_text(self, annotation: Any) -> str:
        """An annotation as Python source; what kernels can't name is Any."""
        while get_origin(annotation) is Annotated:
            annotation = get_args(annotation)[0]
        if annotation is None or annotation is NoneType:
            return "None"
        origin, arguments = get_origin(annotation), get_args(annotation)
        if origin in (Union, UnionType):
            return self._union([self.type_text(one) for one in arguments])
        if origin is ConstExpr:
            return self.type_text(arguments[0])
        if origin in (list, tuple, dict, set) and origin is not None:
            inner = ", ".join("..." if a is ... else self.type_text(a) for a in arguments)
            return f"{self._name_of(origin)}[{inner}]"
        if origin in (typing.get_origin(typing.Iterator[int]), typing.get_origin(typing.Sequence[int])):
            return f"{origin.__name__}[{self.type_text(arguments[0])}]"
        if getattr(annotation, "__name__", "") == "Self" or isinstance(annotation, typing.TypeVar):
            return "Self"
        return self._name_of(annotation) if isinstance(annotation, type) else "Any"

    def _name_of(self, cls: Any) -> str:
        if id(cls) in self._exported:
            return self._exported[id(cls)]
        known = isinstance(cls, type) and getattr(builtins, cls.__name__, None) is cls
        return self._prefix + cls.__name__ if known and cls is not object else "None" if cls is NoneType else "Any"

    @staticmethod
    def _union(names: list[str]) -> str:
        return "Any" if "Any" in names else " | ".join(dict.fromkeys(names))


def _notes(param: Param) -> tuple[str, ...]:
    """What a signature doesn't say of a parameter."""
    notes = []
    if param.effect is not None:
        notes.append({"read": "read", "write": "written", "read_write": "read and written"}[param.effect.value])
    if param.template:
        notes.append("known at compile time")
    scalar = param.scalar
    if scalar is not None and param.kind is Kind.SCALAR:
        notes.append(f"the element type of `{scalar.like}`" if scalar.like else scalar.dtype)
        if scalar.ge is not None and scalar.le is not None:
            notes.append(f"{scalar.ge} to {scalar.le}")
        elif scalar.ge is not None:
            notes.append(f"at least {scalar.ge}")
        elif scalar.le is not None:
            notes.append(f"at most {scalar.le}")
    if param.kind is Kind.MASK:
        notes.append("a number of elements, or bits in 64-bit words")
    return tuple(notes)


def _hints(obj: Any) -> dict[str, Any]:
    """Annotations, as far as they can be worked out without what only type checkers import."""
    try:
        return typing.get_type_hints(obj, include_extras=True)
    except (NameError, TypeError):
        return {}


def _module_of(obj: Any) -> str:
    module = obj.module if isinstance(obj, Api) else getattr(obj, "__module__", None)
    return module if isinstance(module, str) else type(obj).__module__


def _module_doc(module: str) -> str:
    import sys

    return inspect.cleandoc(getattr(sys.modules.get(module), "__doc__", None) or "").partition("\n")[0]
