"""Vocabulary of an API's signature: what each parameter is, and what may be passed for it."""

from __future__ import annotations

import inspect
import numbers
import typing
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from types import NoneType, UnionType
from typing import Annotated, Any, TypeVar, Union, get_args, get_origin

from .brief import article, brief
from .constexpr import ConstExpr
from .dtypes import DataType
from .records import record
from .values import GlobalAddress, IRValue, PlainValue

T = TypeVar("T")


class Effect(Enum):
    """What an API does with the memory behind an argument."""

    READ = "read"
    WRITE = "write"
    READ_WRITE = "read_write"


@record
class Length:
    """How many numbers a list has; a shorter one, of at least *least*, is completed with zeros."""

    length: int
    least: int | None = None

    def fits(self, count: int) -> bool:
        """True when a list may have *count* numbers."""
        return (self.length if self.least is None else self.least) <= count <= self.length

    def __str__(self) -> str:
        return str(self.length) if self.least is None else f"{self.least} to {self.length}"


@dataclass(frozen=True)
class Scalar:
    """A run-time number: its C++ type and, where the hardware limits it, its range.

    *dtype* is by default int32 for ``int``, float32 for ``float`` and bool for ``bool``. *like* names the tensor
    parameter whose element type the number has instead.
    """

    dtype: str = ""
    ge: int | float | None = None
    le: int | float | None = None
    like: str | None = None


class _Marker(Enum):
    TEMPLATE = "template"
    MASK = "mask"


#: ``Dst[LocalTensor]``: the API writes the argument.
Dst = Annotated[T, Effect.WRITE]
#: ``Src[LocalTensor]``: the API reads the argument.
Src = Annotated[T, Effect.READ]
#: ``InOut[LocalTensor]``: the API reads and writes the argument.
InOut = Annotated[T, Effect.READ_WRITE]
#: ``Const[bool]``: a template argument of the Ascend C function; known at compile time.
Const = Annotated[T, _Marker.TEMPLATE]
#: Which elements of a repeat take part: their number, or bits in 64-bit words (a list).
Mask = Annotated[int | list[int], _Marker.MASK]
#: Number of elements.
Count = Annotated[int, Scalar("int32", ge=0)]
#: Number of repeats of 256 bytes.
Repeat = Annotated[int, Scalar("uint8", ge=0, le=255)]
UInt8 = Annotated[int, Scalar("uint8", ge=0, le=255)]
UInt16 = Annotated[int, Scalar("uint16", ge=0, le=65535)]
UInt32 = Annotated[int, Scalar("uint32", ge=0, le=2**32 - 1)]
Int64 = Annotated[int, Scalar("int64")]
UInt64 = Annotated[int, Scalar("uint64", ge=0, le=2**64 - 1)]


_WORD = Scalar("uint64", ge=0, le=2**64 - 1)


class Kind(Enum):
    """How an argument reaches the operation."""

    VALUE = "value"  # an operand of a declared type
    SCALAR = "scalar"  # an operand: a number
    MASK = "mask"  # one or several 64-bit operands
    VALUES = "values"  # any number of operands
    LIST = "list"  # numbers, or values of a declared type: an operand each
    CONST = "const"  # an attribute


#: Kinds of numbers, which may have limits.
NUMBERS = (Kind.SCALAR, Kind.LIST, Kind.MASK)


@dataclass(frozen=True)
class Param:
    """One parameter of an overload."""

    name: str
    kind: Kind
    types: tuple[type, ...]
    effect: Effect | None = None
    scalar: Scalar | None = None
    length: Length | None = None
    template: bool = False
    optional: bool = False
    default: Any = inspect.Parameter.empty
    keyword_only: bool = False
    text: str = ""

    @property
    def required(self) -> bool:
        return self.default is inspect.Parameter.empty and self.kind is not Kind.VALUES

    def mismatch(self, value: Any) -> str | None:
        """Why *value* can't be passed, or None when it can."""
        value = ConstExpr.unwrap(value)
        if value is None and self.optional:
            return None
        check = _CHECKS[self.kind]
        return None if check(self, value) else f"'{self.name}' takes {self.text}, not {describe(value)}"

    def filled(self, values: Sequence[Any]) -> list[Any]:
        """The numbers of a list, a short one completed with zeros."""
        missing = self.length.length - len(values) if self.length is not None else 0
        return [ConstExpr.unwrap(v) for v in values] + [0] * missing

    def out_of_range(self, value: Any) -> str | None:
        """The broken limit of a number known at compile time, or None."""
        value = ConstExpr.unwrap(value)
        if isinstance(value, (list, tuple)):
            return next(filter(None, map(self.out_of_range, value)), None)
        if self.scalar is None or isinstance(value, IRValue) or value is None:
            return None
        low, high = self.scalar.ge, self.scalar.le
        if (low is None or value >= low) and (high is None or value <= high):
            return None
        limit = f"{low}..{high}" if low is not None and high is not None else f"at least {low}"
        return f"'{self.name}' is {brief(value)}; it must be {limit}"


def _is_number(param: Param, value: Any) -> bool:
    if isinstance(value, PlainValue):
        dtype = value.dtype
        if float in param.types:
            return dtype.is_numeric() or dtype.is_bool()
        return dtype.is_int() or dtype.is_bool()
    if isinstance(value, (bool, int, numbers.Integral)):
        return True
    return float in param.types and isinstance(value, (float, numbers.Real))


def _is_mask(param: Param, value: Any) -> bool:
    if isinstance(value, (list, tuple)):
        return 1 <= len(value) <= 2 and all(_is_number(param, ConstExpr.unwrap(v)) for v in value)
    return _is_number(param, value)


def _is_list(param: Param, value: Any) -> bool:
    if not isinstance(value, (list, tuple)) or (param.length is not None and not param.length.fits(len(value))):
        return False
    if param.scalar is None:
        return all(isinstance(v, param.types) for v in value)
    return all(_is_number(param, ConstExpr.unwrap(v)) for v in value)


def _is_const(param: Param, value: Any) -> bool:
    if isinstance(value, bool) and bool not in param.types and object not in param.types:
        return int in param.types and not any(issubclass(t, Enum) for t in param.types)
    return isinstance(value, param.types) and not isinstance(value, IRValue)


_CHECKS: dict[Kind, Callable[[Param, Any], bool]] = {
    Kind.VALUE: lambda p, v: isinstance(v, p.types),
    Kind.SCALAR: _is_number,
    Kind.MASK: _is_mask,
    Kind.VALUES: lambda p, v: isinstance(v, (IRValue, bool, int, float, str)),
    Kind.LIST: _is_list,
    Kind.CONST: _is_const,
}


def describe(value: Any) -> str:
    """What was passed, in an error's words."""
    if isinstance(value, PlainValue):
        return f"a runtime {value.dtype.name}"
    if isinstance(value, IRValue):
        dtype = getattr(value, "dtype", None)
        return type(value).__name__ + (f" of {dtype.name}" if isinstance(dtype, DataType) else "")
    if value is None:
        return "None"
    if isinstance(value, Enum):
        return f"{type(value).__name__}.{value.name}"
    if isinstance(value, type):
        return f"the class {value.__name__}"
    if callable(value) and hasattr(value, "__name__"):
        return f"the function '{value.__name__}'"
    if getattr(type(value), "__repr__", None) is object.__repr__:  # which shows an address
        return article(type(value).__name__)
    return f"{type(value).__name__} {brief(value)}"


_NUMBER_DTYPES = {int: "int32", float: "float32", bool: "bool"}


def _complete(scalar: Scalar | None, element: type) -> Scalar:
    """*scalar* with the data type of a Python number where it names none."""
    if scalar is not None and scalar.dtype:
        return scalar
    return replace(scalar or Scalar(), dtype=_NUMBER_DTYPES[element])


def _text(types: tuple[type, ...], optional: bool) -> str:
    names = [t.__name__ for t in types] + (["None"] if optional else [])
    return " or ".join(names)


def _param(name: str, annotation: Any, parameter: inspect.Parameter) -> Param:
    effect: Effect | None = None
    scalar: Scalar | None = None
    marker: _Marker | None = None
    length: Length | None = None
    while get_origin(annotation) is Annotated:
        annotation, *metadata = get_args(annotation)
        for item in metadata:
            if isinstance(item, Effect):
                effect = item
            elif isinstance(item, Scalar):
                scalar = item
            elif isinstance(item, _Marker):
                marker = item
            elif isinstance(item, Length):
                length = item
    members = list(get_args(annotation)) if get_origin(annotation) in (Union, UnionType) else [annotation]
    optional = NoneType in members
    members = [m for m in members if m is not NoneType]
    flat: list[type] = []
    for member in members:
        if get_origin(member) is Annotated:
            member, *metadata = get_args(member)
            effect = next((m for m in metadata if isinstance(m, Effect)), effect)
            scalar = next((m for m in metadata if isinstance(m, Scalar)), scalar)
            marker = next((m for m in metadata if isinstance(m, _Marker)), marker)
        inner = get_args(member) if get_origin(member) in (Union, UnionType) else [member]
        flat += [get_origin(m) or m for m in inner]
    types = tuple(flat)
    param = Param(
        name,
        Kind.CONST,
        types,
        effect=effect,
        scalar=scalar,
        template=marker is _Marker.TEMPLATE,
        optional=optional or parameter.default is None,
        default=parameter.default,
        keyword_only=parameter.kind is inspect.Parameter.KEYWORD_ONLY,
        text=_text(types, optional),
    )
    if parameter.kind is inspect.Parameter.VAR_POSITIONAL:
        return replace(param, kind=Kind.VALUES, text="numbers, tensors and text")
    if marker is _Marker.MASK:
        return replace(
            param,
            kind=Kind.MASK,
            types=(int,),
            scalar=_WORD,
            text="a number of elements or a list of one or two 64-bit words",
        )
    if param.template:
        return param
    if types[:1] == (list,) and set(types) <= {list, tuple} and (element := _list_element(members[0])) is not None:
        count = f"{length} " if length is not None else ""
        if element in _NUMBER_DTYPES:
            scalar, text = _complete(scalar, element), f"a list of {count}numbers"
        else:
            text = f"a list of {count}{element.__name__}"
        return replace(param, kind=Kind.LIST, types=(element,), scalar=scalar, length=length, text=text)
    if types and all(isinstance(t, type) and issubclass(t, IRValue) for t in types):
        return replace(param, kind=Kind.VALUE)
    if types and all(t in _NUMBER_DTYPES for t in types):
        widest = float if float in types else int if int in types else bool
        return replace(param, kind=Kind.SCALAR, scalar=_complete(scalar, widest))
    return param


def _list_element(annotation: Any) -> Any:
    """The element of ``list[int]``; None of a list that holds neither numbers nor values of a declared type."""
    (element, *_) = get_args(annotation) or (None,)
    declared = isinstance(element, type) and issubclass(element, IRValue)
    return element if element in _NUMBER_DTYPES or declared else None


def parse_signature(fn: Callable[..., Any], skip_self: bool) -> tuple[tuple[Param, ...], Any]:
    """The parameters and the return annotation of an API's Python signature.

    Raises:
        TypeError: a parameter has no annotation or one that can't be an argument of an operation.
    """
    hints = typing.get_type_hints(fn, include_extras=True)
    params = []
    for index, (name, parameter) in enumerate(inspect.signature(fn).parameters.items()):
        if skip_self and index == 0:
            continue
        if name not in hints and parameter.kind is not inspect.Parameter.VAR_POSITIONAL:
            raise TypeError(f"parameter '{name}' of {fn.__qualname__} needs an annotation")
        params.append(_param(name, hints.get(name, object), parameter))
    return tuple(params), hints.get("return", NoneType)


def result_scalar(annotation: Any) -> Scalar | None:
    """What a return annotation says of a number: type and range; None when it isn't one."""
    if get_origin(annotation) is Annotated:
        annotation, *metadata = get_args(annotation)
        for item in metadata:
            if isinstance(item, Scalar):
                return _complete(item, annotation if annotation in _NUMBER_DTYPES else int)
    return _complete(None, annotation) if annotation in _NUMBER_DTYPES else None


def result_members(annotation: Any) -> tuple[Any, ...]:
    """The annotations of several results, ``tuple[int, float]``; empty where there is one or none."""
    return get_args(annotation) if get_origin(annotation) is tuple else ()


def result_dtype(annotation: Any) -> DataType | None:
    """The scalar type of a return annotation, None when it isn't a number."""
    scalar = result_scalar(annotation)
    return None if scalar is None else DataType(scalar.dtype)


__all__ = [
    "NUMBERS", "Const", "Count", "Dst", "Effect", "GlobalAddress", "InOut", "Int64", "Kind", "Length", "Mask", "Param",
    "Repeat", "Scalar", "Src", "UInt8", "UInt16", "UInt32", "UInt64", "describe", "parse_signature", "result_dtype",
    "result_members", "result_scalar",
]  # fmt: skip
