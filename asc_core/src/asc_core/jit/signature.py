"""Binding a call's arguments to a kernel's parameters."""

from __future__ import annotations

import inspect
import numbers
import operator
import sys
import types
import typing
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from asc_plugins.brief import shortened
from asc_plugins.constexpr import ConstExpr
from asc_plugins.dtypes import DataType
from asc_plugins.irtypes import PointerType, ValueType
from asc_plugins.records import record
from asc_plugins.values import GlobalAddress

from ..frontend import Parameter
from ..options import GROUPS
from ..spelling import nearest
from .arguments import Argument, classify, describe, is_struct, type_key
from .digest import describe_here, describe_user_class
from .tensors import as_array

_VARIADIC = (inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD)


@record(eq=False)
class Call:
    """A call's arguments, bound and typed.

    Attributes:
        arguments: the run-time arguments by name, in the order of the parameters.
        constants: the ``ConstExpr`` arguments by name.
        key: tells calls apart that need kernels of their own; within this process.
        constant_texts: what stands for each constant in other processes; None when nothing does.
        classes: what stands for the classes of those run-time arguments whose class, such as a struct's, is the user's.
        functions: functions of the user's that are constants, part of one, or methods of such a class.
    """

    arguments: dict[str, Argument]
    constants: dict[str, Any]
    key: tuple[Any, ...]
    constant_texts: dict[str, str | None]
    classes: dict[str, str]
    functions: tuple[types.FunctionType, ...]

    @property
    def types(self) -> dict[str, ValueType]:
        """The types of the run-time arguments."""
        return {name: argument.type for name, argument in self.arguments.items()}

    @property
    def mock(self) -> bool:
        """True when some argument only stands for a value."""
        return any(argument.mock for argument in self.arguments.values())


class Signature:
    """A kernel's parameters.

    Attributes:
        kernel: the kernel's name.
        parameters: all of them.
        positional: those that may be given by position.

    Raises:
        TypeError: the kernel takes ``*args`` or ``**kwargs``.
    """

    def __init__(self, kernel: str, parameters: Sequence[Parameter]) -> None:
        self.kernel = kernel
        self.parameters = parameters
        for parameter in parameters:
            if parameter.kind in _VARIADIC:
                star = "*" if parameter.kind is inspect.Parameter.VAR_POSITIONAL else "**"
                raise TypeError(
                    f"kernel '{kernel}' can't take {star}{parameter.name}: the number of a kernel's arguments is "
                    "fixed; name each parameter"
                )
        self._declared = {p.name: _declared(p.annotation) for p in parameters}
        self.positional = [p for p in parameters if p.kind is not inspect.Parameter.KEYWORD_ONLY]
        self._positional = [p.name for p in self.positional]
        nameless = [p.name for p in parameters if p.kind is inspect.Parameter.POSITIONAL_ONLY]
        self._nameless = frozenset(nameless)
        self._places = {name: place for place, name in enumerate(self._positional) if name not in self._nameless}

    def bind(self, args: Sequence[Any], kwargs: Mapping[str, Any]) -> Call:
        """The arguments of a call.

        Raises:
            TypeError, ValueError, OverflowError: naming the kernel, and the argument that is wrong.
        """
        values = self._by_name(args, kwargs)
        arguments: dict[str, Argument] = {}
        constants: dict[str, Any] = {}
        key: list[Any] = []
        texts: dict[str, str | None] = {}
        classes: dict[str, str] = {}
        functions: list[types.FunctionType] = []
        for parameter in self.parameters:
            name = parameter.name
            value = values[name]
            if parameter.is_const:
                value = constants[name] = self._constant(parameter, value)
                text, unstable = describe_here(value, functions.append)
                texts[name] = None if unstable else text
                key.append(ConstantByIdentity(value, text) if unstable else text)
                continue
            try:
                argument = classify(value, self._declared[name])
            except (TypeError, ValueError, OverflowError) as error:
                raise type(error)(f"kernel '{self.kernel}': argument '{name}' is {error}") from None
            arguments[name] = argument
            key.append(type_key(argument.type))
            # Of an array a kernel sees the address, of a number the value, of a struct all its class has.
            plain = isinstance(argument.type, (DataType, PointerType))
            added = "" if plain else describe_user_class(type(value), functions.append)
            if added:
                classes[name] = added
                key.append(added)
        return Call(arguments, constants, tuple(key), texts, classes, tuple(dict.fromkeys(functions)))

    def straighten(self, args: Sequence[Any], kwargs: Mapping[str, Any]) -> Sequence[Any] | None:
        """The arguments of a call as the native launcher knows them: by position, tensors of torch as arrays.

        None when they are that already, or are for :meth:`bind` to judge.
        """
        values = list(args)
        if kwargs:
            places = [self._places.get(name, -1) for name in kwargs]
            if min(places) < len(args):
                return None
            values += [p.default for p in self.positional[len(args) : max(places) + 1]]
            for place, value in zip(places, kwargs.values(), strict=True):
                values[place] = value
            if any(value is inspect.Parameter.empty for value in values):
                return None
        torch = sys.modules.get("torch")
        if torch is not None:
            for i, parameter in enumerate(self.positional[: len(values)]):
                known = parameter.is_const or self._declared[parameter.name] == "scalar"
                array = None if known else as_array(values[i], torch)
                if array is not None:
                    values[i] = array
        return values if kwargs or any(a is not b for a, b in zip(values, args, strict=True)) else None

    def given(self, args: Sequence[Any], kwargs: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
        """The arguments of a call by name, those that aren't given left out."""
        yield from zip(self._positional, args, strict=False)
        yield from kwargs.items()

    def numbers_as_arrays(self, call: Call) -> list[str]:
        """The arguments of parameters without annotation that are arrays of no dimensions."""
        return [
            name
            for name, argument in call.arguments.items()
            if self._declared[name] is None and argument.array is not None and argument.array.ndim == 0
        ]

    def _by_name(self, args: Sequence[Any], kwargs: Mapping[str, Any]) -> dict[str, Any]:
        names = self._positional
        if len(args) > len(names):
            raise TypeError(
                f"kernel '{self.kernel}' takes {_plural(len(names), 'argument')} ({', '.join(names)}), "
                f"but {len(args)} were given"
            )
        values = dict(zip(names, args, strict=False))
        for name, value in kwargs.items():
            if name in self._nameless:
                raise TypeError(
                    f"kernel '{self.kernel}': argument '{name}' can't be given by name, since it stands before the '/' "
                    "of the parameters; give it by position"
                )
            if name in values:
                raise TypeError(f"kernel '{self.kernel}': argument '{name}' is given twice, by position and by name")
            if name not in self._declared:
                meant = nearest(name, (*self._declared, *GROUPS))
                advice = f"did you mean '{meant}'?" if meant else f"it has {', '.join(self._declared) or 'none'}"
                raise TypeError(f"kernel '{self.kernel}' has no parameter '{shortened(name)}'; {advice}")
            values[name] = value
        missing = [p.name for p in self.parameters if p.name not in values and p.default is inspect.Parameter.empty]
        if missing:
            raise TypeError(
                f"kernel '{self.kernel}' needs a value for {_quoted(missing)}{self._method_advice(missing)}"
            )
        for parameter in self.parameters:
            values.setdefault(parameter.name, parameter.default)
        return values

    def _method_advice(self, missing: list[str]) -> str:
        first = self._positional[:1]
        if first != ["self"] or missing == ["self"]:
            return ""
        return "; it is a method: launch it through an object of its class, or make it a @staticmethod and drop 'self'"

    def _constant(self, parameter: Parameter, value: Any) -> Any:
        value = ConstExpr.unwrap(value)
        expected = parameter.const_type
        if expected is None or expected is Any or isinstance(expected, typing.TypeVar):
            return value
        for option in _options(expected):
            if isinstance(value, option):
                return value
        for option in _options(expected):
            # A numpy integer is as good as Python's, and a whole number is a number.
            if option is int and isinstance(value, numbers.Integral):
                return operator.index(value)
            if option is float and isinstance(value, numbers.Real) and not isinstance(value, bool):
                return float(value)
        named = " | ".join(getattr(option, "__name__", str(option)) for option in _options(expected))
        raise TypeError(
            f"kernel '{self.kernel}': argument '{parameter.name}' is {describe(value)}, but it is declared "
            f"ConstExpr[{named}]"
        )


class ConstantByIdentity:
    """Stands for a constant that is only equal to itself, as long as its contents are; keeps it alive."""

    __slots__ = ("text", "value")

    def __init__(self, value: Any, text: str) -> None:
        self.value, self.text = value, text

    def __eq__(self, other: object) -> bool:
        return isinstance(other, ConstantByIdentity) and other.value is self.value and other.text == self.text

    def __hash__(self) -> int:
        return id(self.value)


def _options(annotation: Any) -> tuple[type, ...]:
    """The classes that an annotation allows."""
    origin = typing.get_origin(annotation)
    if origin in (typing.Union, types.UnionType):
        return tuple(option for part in typing.get_args(annotation) for option in _options(part))
    if origin is typing.Literal:
        return tuple({type(value) for value in typing.get_args(annotation)})
    if annotation is None:
        return (type(None),)
    return (
        (origin if isinstance(origin, type) else annotation,) if isinstance(origin or annotation, type) else (object,)
    )


def _declared(annotation: Any) -> str | type | None:
    """What an argument must be: ``array``, ``scalar``, or an object of a struct's class."""
    if isinstance(annotation, type):
        if issubclass(annotation, GlobalAddress):
            return "array"
        if annotation in (int, float, bool):
            return "scalar"
        if is_struct(annotation):
            return annotation
    return None


def _plural(count: int, noun: str) -> str:
    return f"{count or 'no'} {noun}{'' if count == 1 else 's'}"


def _quoted(names: list[str]) -> str:
    return ", ".join(f"'{name}'" for name in names)
