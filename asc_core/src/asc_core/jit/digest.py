"""Text that stands for a Python value: the same for equal values, in every process."""

from __future__ import annotations

import dataclasses
import enum
import functools
import hashlib
import pathlib
import struct
import sys
import types
from typing import Any

from asc_plugins.constexpr import ConstExpr
from asc_plugins.dtypes import DataType

from ..frontend.function import KernelFunction

#: Values nested deeper than this, or larger, aren't compile-time constants of a kernel.
_MAX_DEPTH = 20
_MAX_ARRAY_BYTES = 1 << 24


class UnstableError(Exception):
    """A value has no text that another process would give it too."""


def describe(value: Any) -> str:
    """The text of a value: numbers, text, containers, enums, data types, arrays, classes and plain objects.

    Raises:
        UnstableError: the value, or one inside it, is of another kind.
    """
    return _describe(value, ())


def short(text: str) -> str:
    """A hash of a text."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def is_immutable(value: Any) -> bool:
    """True when the value can't change while it is the same object."""
    if isinstance(value, (tuple, frozenset)):
        return all(map(is_immutable, value))
    if isinstance(value, ConstExpr):
        return is_immutable(value.value)
    if isinstance(
        value,
        (bool, int, float, complex, str, bytes, type(None), enum.Enum, DataType, range, types.EllipsisType),
    ):
        return True
    return is_numpy(value, "generic") or is_numpy(value, "dtype")


def is_numpy(value: Any, name: str) -> bool:
    """True when the value is of a class of numpy, which may not be imported."""
    numpy = sys.modules.get("numpy")
    return numpy is not None and isinstance(value, getattr(numpy, name))


def _describe(value: Any, outer: tuple[int, ...]) -> str:
    kind = type(value)
    simple = _SIMPLE.get(kind)
    if simple is not None:
        return str(simple(value))
    if len(outer) > _MAX_DEPTH or id(value) in outer:
        raise UnstableError(f"a {kind.__name__} that is nested too deep")
    inner = (*outer, id(value))
    if isinstance(value, enum.Enum):
        return f"enum {qualified(kind)}.{value.name}={_describe(value.value, inner)}"
    if isinstance(value, ConstExpr):
        return _describe(value.value, inner)
    if isinstance(value, type):
        return describe_class(value, inner)
    if isinstance(value, (int, float, str, bytes, tuple, list, dict, set, frozenset)):
        return f"{qualified(kind)}{_contents(value, inner)}"
    if isinstance(value, types.ModuleType):
        return f"module {value.__name__}"
    if isinstance(value, (types.BuiltinFunctionType, types.MethodDescriptorType, types.WrapperDescriptorType)):
        return f"builtin {getattr(value, '__module__', None)}.{value.__qualname__}"
    if isinstance(value, functools.partial):
        return (
            f"partial({_describe(value.func, inner)},{_describe(value.args, inner)},{_describe(value.keywords, inner)})"
        )
    if isinstance(value, types.FunctionType):
        return describe_function(value, inner)
    if isinstance(value, types.MethodType):
        return f"method({_describe(value.__func__, inner)},{_describe(value.__self__, inner)})"
    if isinstance(value, types.GenericAlias):
        return f"alias({_describe(value.__origin__, inner)},{_describe(value.__args__, inner)})"
    if isinstance(value, (staticmethod, classmethod)):
        return f"{kind.__name__}({_describe(_function(value.__func__), inner)})"
    if isinstance(value, property):
        return f"property({_describe(value.fget, inner)})"
    if isinstance(value, pathlib.PurePath):
        return f"{qualified(kind)}({str(value)!r})"
    if is_numpy(value, "ndarray"):
        return _array(value)
    if is_numpy(value, "generic"):
        return f"{qualified(kind)}({value.tobytes().hex()})"
    if is_numpy(value, "dtype"):
        return f"dtype({value.descr!r})" if value.names else f"dtype({value.str},{value.name})"
    name = getattr(value, "__qualname__", None) or getattr(value, "__name__", None)
    if callable(value) and name and (is_numpy(value, "ufunc") or is_library(getattr(value, "__module__", None))):
        return f"callable {getattr(value, '__module__', '')}.{name}"
    return _object(value, inner)


def _contents(value: Any, inner: tuple[int, ...]) -> str:
    if isinstance(value, float):
        return f"({_float(value)})"
    if isinstance(value, (int, str, bytes)):
        base = next(b for b in (int, str, bytes) if isinstance(value, b))
        return f"({base.__repr__(value)})"
    if isinstance(value, dict):
        return "{" + ",".join(f"{_describe(k, inner)}:{_describe(v, inner)}" for k, v in value.items()) + "}"
    items = [_describe(item, inner) for item in value]
    # A set's order differs from process to process.
    return "(" + ",".join(sorted(items) if isinstance(value, (set, frozenset)) else items) + ")"


def _float(value: float) -> str:
    return struct.pack("<d", value).hex()


_SIMPLE: dict[type, Any] = {
    type(None): repr,
    bool: repr,
    int: repr,
    str: repr,
    bytes: repr,
    float: lambda v: f"float({_float(v)})",
    complex: lambda v: f"complex({_float(v.real)},{_float(v.imag)})",
    DataType: repr,
    range: repr,
    slice: repr,
    types.EllipsisType: repr,
}


def _array(value: Any) -> str:
    if value.dtype.hasobject or value.nbytes > _MAX_ARRAY_BYTES:
        raise UnstableError(f"an array of {value.nbytes} bytes of {value.dtype}")
    data = hashlib.sha256(value.tobytes()).hexdigest()
    return f"array({value.dtype.str},{value.dtype.name},{value.shape},{data})"


def qualified(cls: type) -> str:
    """Module and name of a class."""
    return f"{cls.__module__}.{cls.__qualname__}"


#: Attributes that a class has without its author's doing, or that say nothing of what it does.
_IGNORED = frozenset(
    (
        "__dict__", "__weakref__", "__doc__", "__module__", "__annotations__", "__qualname__", "__firstlineno__",
        "__static_attributes__", "__annotate__", "__annotations_cache__", "__annotate_func__", "__abstractmethods__",
        "_abc_impl", "__dataclass_params__", "__match_args__", "__replace__", "__hash__", "__parameters__",
        "__orig_bases__",
    )
)  # fmt: skip


def describe_class(cls: type, outer: tuple[int, ...] = ()) -> str:
    """The text of a class: bases and contents for a user's, the name for a library's."""
    name = qualified(cls)
    if is_library(cls.__module__):
        return f"class {name}"
    members = []
    for key, value in sorted(vars(cls).items()):
        if key == "__dataclass_fields__":
            members += [_field(field, (*outer, id(cls))) for field in value.values()]
            continue
        # What dataclass writes follows from its fields.
        generated = isinstance(value, types.FunctionType) and value.__code__.co_filename == "<string>"
        if key in _IGNORED or generated or isinstance(value, (types.MemberDescriptorType, types.GetSetDescriptorType)):
            continue
        members.append(f"{key}={_describe(_function(value), (*outer, id(cls)))}")
    if "__annotations__" in vars(cls):
        members.append(f"annotations={ {k: str(v) for k, v in cls.__annotations__.items()}!r}")
    bases = ",".join(
        qualified(base) if is_library(base.__module__) else describe_class(base, outer) for base in cls.__bases__
    )
    return f"class {name}({bases})[{';'.join(members)}]"


def _function(member: Any) -> Any:
    """A member of a class; of a device function, the Python function."""
    return member.fn if isinstance(member, KernelFunction) else member


def _field(field: dataclasses.Field[Any], outer: tuple[int, ...]) -> str:
    values = (getattr(field, name) for name in ("default", "default_factory"))
    given = [value for value in values if value is not dataclasses.MISSING]
    return f"field {field.name}:{field.type}={_describe(given, outer)},{field.init},{field.kw_only}"


def describe_function(function: types.FunctionType, outer: tuple[int, ...] = ()) -> str:
    """The text of a function by its code; its globals are not part of it."""
    name = f"{function.__module__}.{function.__qualname__}"
    if is_library(function.__module__):
        return f"function {name}"
    defaults = _describe((function.__defaults__, function.__kwdefaults__), (*outer, id(function)))
    cells = [_describe(cell.cell_contents, (*outer, id(function))) for cell in function.__closure__ or ()]
    return f"function {name}({describe_code(function.__code__)},{defaults},{cells})"


def describe_code(code: types.CodeType) -> str:
    """The text of compiled code, comparable between processes of one Python version."""
    constants = [describe_code(c) if isinstance(c, types.CodeType) else describe(c) for c in code.co_consts]
    version = ".".join(map(str, sys.version_info[:2]))
    return f"code({version},{code.co_code.hex()},{code.co_names},{code.co_varnames},{constants})"


def _object(value: Any, inner: tuple[int, ...]) -> str:
    cls = type(value)
    reduce: Any = cls.__reduce__
    if reduce is not object.__reduce__ or is_library(cls.__module__):
        raise UnstableError(f"a {qualified(cls)}")
    fields: dict[str, Any] = dict(getattr(value, "__dict__", {}))
    for base in cls.__mro__:
        slots = vars(base).get("__slots__", ())
        for slot in (slots,) if isinstance(slots, str) else slots:
            if slot not in ("__dict__", "__weakref__") and hasattr(value, slot):
                fields[slot] = getattr(value, slot)
    text = ",".join(f"{name}={_describe(item, inner)}" for name, item in sorted(fields.items()))
    return f"object {describe_class(cls, inner)}({text})"


#: Packages whose functions and classes are named, not read: their versions are part of the toolchain's identity.
_LIBRARIES = frozenset((*sys.stdlib_module_names, "numpy", "ml_dtypes", "torch")) - {"__main__"}
#: asc's own packages and those of packs: the packs' fingerprint covers them.
_OWN = frozenset(("asc", "asc_core", "asc_plugins"))


def is_library(module: str | None) -> bool:
    """True for modules whose contents don't change while their version doesn't."""
    top = (module or "").partition(".")[0]
    return top in _LIBRARIES or is_own(module)


def is_own(module: str | None) -> bool:
    """True for modules of asc and of loaded packs."""
    top = (module or "").partition(".")[0]
    return top in _OWN or top in pack_packages()


@functools.cache
def pack_packages() -> frozenset[str]:
    """The packages that loaded packs live in."""
    from asc_plugins.discovery import registry

    return frozenset(status.target.partition(":")[0].partition(".")[0] for status in registry().packs)
