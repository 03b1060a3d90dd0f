"""Text that stands for a Python value: the same for equal values, in every process."""

from __future__ import annotations

import contextlib
import dataclasses
import enum
import functools
import reprlib
import struct
import sys
import types
from collections.abc import Callable
from typing import Any

from asc_plugins.constexpr import ConstExpr
from asc_plugins.dtypes import DataType
from asc_plugins.hashing import sha256
from asc_plugins.installed import packages

from ..frontend.function import BoundFunction, KernelFunction
from ..packages import package_of
from .contents import FIELD_MEMBERS, has_addresses, is_environment, memory, pickled, shown

#: Beginning of a part that is a hash.
HASHED = "sha256 "
_PLAIN_PART = 100
_CODE = "code("
#: Values nested deeper than this, or larger, aren't compile-time constants of a kernel.
_MAX_DEPTH = 20
_MAX_OBJECTS = 100_000
_MAX_ARRAY_BYTES = 1 << 24


class UnstableError(Exception):
    """A value has no text that another process would give it too."""


Meet = Callable[[types.FunctionType], object]


def describe(value: Any, meet: Meet | None = None) -> str:
    """The text of a value: numbers, text, containers, enums, data types, arrays, classes and plain objects.

    The text of a function says nothing of the globals that it reads: *meet* is called with each function that is part
    of the value, methods of its classes included, those of libraries and of other installed packages not.

    Raises:
        UnstableError: the value, or one inside it, is of another kind.
    """
    return _describe(value, _Walk(meet))


def describe_here(value: Any, meet: Meet | None = None) -> tuple[str, str]:
    """The text of any value within this process, and why it isn't one for other processes: empty when it is one.

    What has no text of its own is named by its identity.
    """
    reasons: list[str] = []
    text = _describe(value, _Walk(meet, reasons))
    return text, next(iter(reasons), "")


class _Walk:
    """A way from a value to one inside it."""

    __slots__ = ("_ids", "_left", "_meet", "_reasons")

    def __init__(self, meet: Meet | None = None, reasons: list[str] | None = None) -> None:
        self._meet, self._reasons = meet, reasons
        self._ids: tuple[int, ...] = ()
        self._left = iter(range(_MAX_OBJECTS))

    def into(self, value: Any, meet: bool = True) -> _Walk:
        """The way on into a value; without *meet* nothing is told of the functions there."""
        way = _Walk.__new__(_Walk)
        way._meet, way._reasons, way._left = self._meet if meet else None, self._reasons, self._left
        way._ids = (*self._ids, id(value))
        return way

    def ends(self) -> bool:
        """True beyond the limits."""
        return len(self._ids) > _MAX_DEPTH or next(self._left, None) is None

    def back(self, value: Any) -> str:
        """Where on the way a value that is inside itself stands; empty for other values."""
        return f"^{self._ids.index(id(value))}" if id(value) in self._ids else ""

    def unstable(self, value: Any, what: str, contents: str = "") -> str:
        """The text of a value that has none elsewhere: its identity, and the contents that are known."""
        if self._reasons is None:
            raise UnstableError(what)
        self._reasons.append(what)
        return f"{qualified(type(value))} at {id(value)}{contents}"

    def meet(self, value: Any) -> None:
        """Tells of the functions that make up a value itself."""
        if self._meet is None:
            return
        if isinstance(value, types.FunctionType):
            if not is_library(value.__module__):
                self._meet(value)
            return
        for base in (value if isinstance(value, type) else type(value)).__mro__:
            # Methods of installed classes may reach all of their package.
            if is_library(base.__module__) or is_installed(base.__module__):
                continue
            for name, member in vars(base).items():
                function = _function_of(member)
                if isinstance(function, types.FunctionType) and not _is_generated(base, name, function):
                    self.meet(function)


def short(text: str) -> str:
    """A hash of a text."""
    return sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def part(text: str, plain: bool = True) -> str:
    """A text as a part of a key: itself if it is short and *plain*, which tells people more, else its hash."""
    readable = plain and len(text) <= _PLAIN_PART and _CODE not in text
    return text if readable else f"{HASHED}{short(text)}"


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
    # Another thread may be importing it.
    return isinstance(value, getattr(sys.modules.get("numpy"), name, ()))


def _describe(value: Any, outer: _Walk) -> str:
    kind = type(value)
    simple = _SIMPLE.get(kind)
    if simple is not None:
        return str(simple(value))
    back = outer.back(value)
    if back:
        return back
    if outer.ends():
        return outer.unstable(value, f"a {kind.__name__} nested too deep or in too large a value")
    inner = outer.into(value)
    if isinstance(value, KernelFunction):
        return _describe(value.fn, inner)
    inner.meet(value)
    if isinstance(value, enum.Enum):
        return f"enum {qualified(kind)}.{value.name}={_describe(value.value, inner)}"
    if isinstance(value, ConstExpr):
        return _describe(value.value, inner)
    if isinstance(value, type):
        return describe_class(value, outer)
    view = shown(value)
    if view is not None:
        return f"{qualified(kind)}({_describe(view[0], inner)})"
    if isinstance(value, (int, float, str, bytes, tuple, list, dict, set, frozenset)):
        name = kind.__name__ if kind.__module__ == "builtins" else qualified(kind)
        return f"{name}{_contents(value, inner)}{_added(value, inner)}"
    if kind is slice:
        return f"slice{_contents((value.start, value.stop, value.step), inner)}"
    if isinstance(value, types.ModuleType):
        return describe_module(value, inner)
    if isinstance(value, (types.BuiltinFunctionType, types.MethodDescriptorType, types.WrapperDescriptorType)):
        return f"builtin {getattr(value, '__module__', None)}.{value.__qualname__}"
    if isinstance(value, functools.partial):
        return (
            f"partial({_describe(value.func, inner)},{_describe(value.args, inner)},{_describe(value.keywords, inner)})"
        )
    if isinstance(value, types.FunctionType):
        return describe_function(value, inner)
    if isinstance(value, (types.MethodType, BoundFunction)):
        return f"method({_describe(value.__func__, inner)},{_describe(value.__self__, inner)})"
    if isinstance(value, types.GenericAlias):
        return f"alias({_describe(value.__origin__, inner)},{_describe(value.__args__, inner)})"
    if isinstance(value, (staticmethod, classmethod)):
        return f"{kind.__name__}({_describe(value.__func__, inner)})"
    if isinstance(value, property):
        return f"property({_describe(value.fget, inner)})"
    if isinstance(value, functools.cached_property):
        return f"cached_property({_describe(value.func, inner)})"
    if kind is types.SimpleNamespace:
        return f"namespace{_contents(vars(value), inner)}"
    # Who has a path has loaded its module, which takes long.
    paths = sys.modules.get("pathlib")
    if paths is not None and isinstance(value, paths.PurePath):
        return f"{qualified(kind)}({str(value)!r})"
    if is_numpy(value, "ndarray"):
        return f"{_array(value, inner)}{_added(value, inner)}"
    if is_numpy(value, "generic"):
        return f"{qualified(kind)}({value.tobytes().hex()})"
    if is_numpy(value, "dtype"):
        return _dtype(value)
    title = getattr(value, "__qualname__", None) or getattr(value, "__name__", None)
    if callable(value) and title and (is_numpy(value, "ufunc") or is_library(getattr(value, "__module__", None))):
        return f"callable {getattr(value, '__module__', '')}.{title}"
    return _object(value, inner)


def _contents(value: Any, inner: _Walk) -> str:
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
    """A number's shortest text; of a NaN, its bits too."""
    return float.__repr__(value) if value == value else f"nan:{struct.pack('<d', value).hex()}"


_SIMPLE: dict[type, Any] = {
    type(None): repr,
    bool: repr,
    int: repr,
    str: repr,
    bytes: repr,
    float: _float,
    complex: lambda v: f"complex({_float(v.real)},{_float(v.imag)})",
    DataType: repr,
    range: repr,
    types.EllipsisType: repr,
}


def _array(value: Any, inner: _Walk) -> str:
    if value.dtype.hasobject:
        return f"array({value.dtype},{value.shape},{_describe(value.tolist(), inner)})"
    data = np_bytes(value)
    text = f"array({_dtype(value.dtype)},{value.shape},{sha256(data).hexdigest()})"
    if value.nbytes > _MAX_ARRAY_BYTES:
        return inner.unstable(value, f"an array of {value.nbytes} bytes of {value.dtype}", text)
    return text


def np_bytes(value: Any) -> Any:
    """The bytes of an array, in the order of its elements; not copied where they lie so."""
    return value.view("u1").reshape(-1) if value.flags.c_contiguous and value.size and value.ndim else value.tobytes()


def _dtype(value: Any) -> str:
    return f"dtype({value.descr!r})" if value.names else f"dtype({value.str},{value.name})"


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


#: Members that stand for places in an object.
_SLOTS = (types.MemberDescriptorType, types.GetSetDescriptorType, *FIELD_MEMBERS)


def describe_class(cls: type, outer: _Walk) -> str:
    """The text of a class: bases and contents for a user's, the name for a library's."""
    name = qualified(cls)
    if is_library(cls.__module__):
        return f"class {name}"
    back = outer.back(cls)
    if back:
        return back
    inner = outer.into(cls, meet=not is_installed(cls.__module__))
    members = []
    for key, value in sorted(vars(cls).items()):
        if key == "__dataclass_fields__":
            members += [_field(field, inner) for field in value.values()]
            continue
        if key in _IGNORED or isinstance(value, _SLOTS):
            continue
        if not _is_generated(cls, key, value):
            members.append(f"{key}={_describe(value, inner)}")
    if "__annotations__" in vars(cls):
        members.append(f"annotations={ {k: str(v) for k, v in cls.__annotations__.items()}!r}")
    bases = ",".join(
        qualified(base) if is_library(base.__module__) else describe_class(base, outer) for base in cls.__bases__
    )
    return f"class {name}({bases})[{';'.join(members)}]"


def describe_user_class(cls: type, meet: Meet) -> str:
    """What users' classes among a class and its bases add to those of libraries, empty for a library's class.

    The text is that of attributes which have one; methods are met.
    """
    if is_library(cls.__module__):
        return ""
    _Walk(meet).meet(cls)
    members = {}
    for base in reversed(cls.__mro__):
        for name, value in () if is_library(base.__module__) else sorted(vars(base).items()):
            if name in _IGNORED or isinstance(_function_of(value), types.FunctionType):
                continue
            with contextlib.suppress(UnstableError):
                members[name] = describe(value, meet)
    return f"{qualified(cls)}[{';'.join(f'{name}={text}' for name, text in members.items())}]"


def _function_of(member: Any) -> Any:
    """The Python function in a member of a class."""
    if isinstance(member, (staticmethod, classmethod)):
        member = member.__func__
    elif isinstance(member, property):
        member = member.fget
    elif isinstance(member, functools.cached_property):
        member = member.func
    return member.fn if isinstance(member, KernelFunction) else member


#: Files that the code of functions written by dataclass names.
_GENERATED = ("<string>", dataclasses.__file__, reprlib.__file__)


def _is_generated(cls: type, name: str, member: Any) -> bool:
    """True for what dataclass writes: it follows from the fields."""
    return (
        isinstance(member, types.FunctionType)
        and member.__code__.co_filename in _GENERATED
        and name.startswith("__")
        and "__dataclass_fields__" in vars(cls)
    )


def _field(field: dataclasses.Field[Any], outer: _Walk) -> str:
    values = (getattr(field, name) for name in ("default", "default_factory"))
    given = [value for value in values if value is not dataclasses.MISSING]
    return f"field {field.name}:{field.type}={_describe(given, outer)},{field.init},{field.kw_only}"


def describe_module(module: types.ModuleType, outer: _Walk) -> str:
    """The text of a module as a value, whose attributes may all be read: its contents for a user's module."""
    if is_library(module.__name__):
        return f"module {module.__name__}"
    members = []
    for name, value in sorted(vars(module).items()):
        if not (name.startswith("__") and name.endswith("__")):
            inner = isinstance(value, types.ModuleType)
            members.append(f"{name}={f'module {value.__name__}' if inner else _describe(value, outer)}")
    return f"module {module.__name__}[{';'.join(members)}]"


def describe_function(function: types.FunctionType, inner: _Walk) -> str:
    """The text of a function by its code; its globals are not part of it."""
    name = f"{function.__module__}.{function.__qualname__}"
    if is_library(function.__module__):
        return f"function {name}"
    defaults = _describe((function.__defaults__, function.__kwdefaults__), inner)
    cells = ",".join(_cell(cell, inner) for cell in function.__closure__ or ())
    return f"function {name}({describe_code(function.__code__)},{defaults},[{cells}])"


def _cell(cell: types.CellType, outer: _Walk) -> str:
    try:
        return _describe(cell.cell_contents, outer)
    except ValueError:
        return "unassigned"


def describe_code(code: types.CodeType) -> str:
    """The text of compiled code, comparable between processes of one Python version."""
    constants = [describe_code(c) if isinstance(c, types.CodeType) else describe(c) for c in code.co_consts]
    version = ".".join(map(str, sys.version_info[:2]))
    return f"{_CODE}{version},{code.co_code.hex()},{code.co_names},{code.co_varnames},{constants})"


def _object(value: Any, inner: _Walk) -> str:
    cls = type(value)
    if is_environment(value):
        return inner.unstable(value, "the environment", _describe(dict(value), inner))
    array = _tensor(value)
    if array is not None:
        return f"tensor {_array(array, inner)}"
    held = memory(value)
    if held is not None:
        form, data = held
        text = f"memory {qualified(cls)}({form},{sha256(data).hexdigest()}){_added(value, inner)}"
        stable = data.nbytes <= _MAX_ARRAY_BYTES and not has_addresses(value)
        return text if stable else inner.unstable(value, f"a {qualified(cls)}", text)
    # What objects of asc's and of packs' classes do follows from their fields and the packs' fingerprint.
    hooks: tuple[Any, ...] = (cls.__reduce__, cls.__reduce_ex__)
    if hooks == (object.__reduce__, object.__reduce_ex__) and not (
        is_library(cls.__module__) and not is_own(cls.__module__)
    ):
        return f"object {describe_class(cls, inner)}({_fields(value, inner)})"
    parts = pickled(value, is_library)
    if parts is None:
        return inner.unstable(value, f"a {qualified(cls)}", _added(value, inner))
    return f"pickled {describe_class(cls, inner)}{_contents(parts, inner)}"


def _added(value: Any, inner: _Walk) -> str:
    """What a class of the user's adds to the contents of a library's class that it is made from."""
    cls = type(value)
    return "" if is_library(cls.__module__) else f" {describe_class(cls, inner)}({_fields(value, inner)})"


def _fields(value: Any, inner: _Walk) -> str:
    """The attributes that an object itself has."""
    fields: dict[str, Any] = dict(getattr(value, "__dict__", {}))
    for base in type(value).__mro__:
        slots = vars(base).get("__slots__", ())
        for slot in (slots,) if isinstance(slots, str) else slots:
            if slot not in ("__dict__", "__weakref__") and hasattr(value, slot):
                fields[slot] = getattr(value, slot)
    if is_own(type(value).__module__) and dataclasses.is_dataclass(value):
        # What is kept of others, such as a hash, which differs from process to process.
        for field in dataclasses.fields(value):
            if not field.compare:
                fields.pop(field.name, None)
    return ",".join(f"{name}={_describe(item, inner)}" for name, item in sorted(fields.items()))


def _tensor(value: Any) -> Any:
    """The array of a tensor of torch on the host; None for other values."""
    torch = sys.modules.get("torch")
    if torch is None or not isinstance(value, getattr(torch, "Tensor", ())):
        return None
    from .tensors import as_array

    return as_array(value, torch)


#: Packages whose functions and classes are named, not read: their versions are part of the toolchain's identity.
_LIBRARIES = frozenset((*sys.stdlib_module_names, "numpy", "ml_dtypes", "torch")) - {"__main__"}
#: asc's own packages and those of packs: the packs' fingerprint covers them.
_OWN = frozenset(("asc", "asc_core", "asc_plugins"))


def is_library(module: object) -> bool:
    """True for names of modules whose contents don't change while their version doesn't."""
    return package_of(module) in _LIBRARIES or is_own(module)


@functools.cache
def is_installed(module: object) -> bool:
    """True for names of modules of packages that an installer put where they are."""
    import sysconfig

    found = sys.modules.get(module) if isinstance(module, str) else None
    file = getattr(found, "__file__", None) or ""
    return any(file.startswith(f"{sysconfig.get_path(name)}/") for name in ("purelib", "platlib"))


def is_own(module: object) -> bool:
    """True for names of modules of asc and of loaded packs."""
    top = package_of(module)
    return top in _OWN or top in pack_packages()


@functools.cache
def pack_packages() -> frozenset[str]:
    """The packages that packs live in."""
    return packages()
