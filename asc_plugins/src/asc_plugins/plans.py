"""Plans: how the calls of one shape become an operation, worked out at the first of them.

Which overload a call takes and how each argument reaches the operation follow from the arguments' classes, the data
types of run-time scalars and the lengths of lists: the call's *shape*. Ranges, data types of tensors and the API's own
rules are looked at in every call.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import Enum
from math import inf
from operator import attrgetter, itemgetter
from types import NoneType
from typing import TYPE_CHECKING, Any, Final

from .constexpr import ConstExpr
from .dtypes import DataType
from .params import NUMBERS, Kind, Param
from .values import IRValue, PlainValue

if TYPE_CHECKING:
    from .api import Overload
    from .builder import Builder

Shape = tuple[Any, ...]

#: Plans an API keeps, constants a plan keeps, and classes that are known to be alike; a program that has more works
#: them out anew.
MOST_PLANS = 256
_MOST_CONSTANTS = 256
_MOST_CLASSES = 1024

#: Classes whose objects fit the same parameters, whatever their value.
_alike: set[type] = set()


def shape_of(args: Sequence[Any], kwargs: dict[str, Any]) -> Shape | None:
    """The shape of a call; None where an argument must be looked at each time."""
    kinds: Shape = tuple(map(type, args))
    if not _alike.issuperset(kinds):
        pairs = zip(kinds, args)  # noqa: B905 - one is made from the other
        kinds = tuple([k if k in _alike else v.dtype if k is PlainValue else _kind(v) for k, v in pairs])
        if None in kinds:
            return None
    if not kwargs:
        return kinds
    named = tuple(map(_kind, kwargs.values()))
    return None if None in named else (kinds, tuple(kwargs), named)


def _kind(value: Any) -> Any:
    """What an argument adds to the shape: its class, a scalar's data type, the items of a list."""
    cls = type(value)
    if cls in _alike:
        return cls
    if isinstance(value, PlainValue):
        return value.dtype if cls is PlainValue else None
    if isinstance(value, (list, tuple)):
        items = tuple(map(_kind, value))
        return None if None in items else (cls, *items)
    if isinstance(value, ConstExpr):
        return None
    if len(_alike) >= _MOST_CLASSES:
        _alike.clear()
    _alike.add(cls)
    return cls


class Constants(dict[str, Any]):
    """The constants of an operation, which never change: what a builder makes of them serves every call."""

    __slots__ = ()


#: Classes of constants that never change.
_LASTING = (NoneType, int, float, str, Enum, DataType)

#: How a value becomes an operand, beside what the builder converts to a data type.
_HANDLE: Final = "handle"
_NONE: Final = "none"
_RECEIVER: Final = "receiver"


class Plan:
    """How a call becomes the operation of *overload*.

    Args:
        overload: what the call takes; it has no parameter for any number of arguments.
        values: the arguments of the first call: the receiver of a member, positional ones, keyword ones.
        names: the parameters of all *values* but the receiver.
        is_member: whether there is a receiver.
    """

    __slots__ = (
        "_accepted", "_arguments", "_constants", "_defaults", "_handles", "_is_member", "_known", "_limits", "_lists",
        "_looks", "_names", "_op", "_overload", "_passed", "_returns_nothing", "_steps", "_tensors",
    )  # fmt: skip

    def __init__(self, overload: Overload, values: Sequence[Any], names: Sequence[str], is_member: bool) -> None:
        self._overload = overload
        self._op = overload.op
        self._returns_nothing = overload.returns_nothing
        self._is_member = is_member
        params = overload.params
        self._defaults = tuple(p.default for p in params if p.name not in names)
        values = (*values, *self._defaults)
        places = {name: i for i, name in enumerate(["self"] * is_member + list(names))}
        for param in params:
            places.setdefault(param.name, len(places))
        #: Names of the arguments and where they stand, in the signature's order.
        self._arguments = tuple((n, places[n]) for n in (["self"] * is_member + [p.name for p in params]))
        limited = [(places[p.name], p) for p in params if p.kind in NUMBERS]
        limits = ((i, *_limits(p)) for i, p in limited if not isinstance(values[i], _UNLIMITED))
        self._limits = tuple(found for found in limits if found[1:] != (-inf, inf))
        self._lists = tuple((i, p) for i, p in limited if isinstance(values[i], (list, tuple)))
        tensors = [i for _, i in self._arguments if isinstance(values[i], IRValue) and values[i].is_tensor]
        self._tensors = _items(tensors) if overload.checks_dtypes and tensors else None
        self._accepted: set[tuple[DataType, ...]] = set()
        constants = [p for p in params if p.kind is Kind.CONST]
        self._constants = Constants({p.name: p.default for p in constants if p.name not in names})
        # By the identity of what is passed, which they keep alive.
        self._known: dict[tuple[int, ...], Constants] = {}
        self._names = tuple(p.name for p in constants if p.name in names)
        self._passed = _items([places[name] for name in self._names])
        steps = [_step(p, places, values) for p in params if p.kind is not Kind.CONST]
        if is_member and not overload.api.constructs:
            steps.insert(0, (0, _HANDLE if _is_plain(values[0]) else _RECEIVER))
        count = next((i for i, (_, how) in enumerate(steps) if how is not _HANDLE), len(steps))
        self._handles = _items([index for index, _ in steps[:count]])
        self._steps = tuple(steps[count:])
        #: Whether something looks at all arguments together.
        self._looks = bool(
            overload.result or overload.build or overload.verifiers or any(type(how) is Param for _, how in steps)
        )

    @classmethod
    def of(cls, overload: Overload, args: Sequence[Any], kwargs: dict[str, Any], is_member: bool) -> Plan | None:
        """The plan for calls like this one of *overload*; None where it takes any number of arguments."""
        layout = overload.layout
        if layout.rest is not None:
            return None
        positional = [p.name for p in layout.positional[: len(args) - is_member]]
        return cls(overload, (*args, *kwargs.values()), [*positional, *kwargs], is_member)

    def run(self, builder: Builder, values: tuple[Any, ...]) -> Any:
        """Checks the arguments and creates the operation; the Python value of its result.

        Raises:
            CallError: a limit or a rule is broken.
        """
        overload = self._overload
        if self._defaults:
            values += self._defaults
        for index, low, high in self._limits:
            if not low <= values[index] <= high:
                overload.check_limits(self._bound(values))
        for index, param in self._lists:
            if param.out_of_range(values[index]) is not None:
                overload.check_limits(self._bound(values))
        if self._tensors is not None and tuple(map(_dtype_of, self._tensors(values))) not in self._accepted:
            self._accept(values)
        arguments = _NOTHING
        if self._looks:
            arguments = self._bound(values)
            for verify in overload.verifiers:
                verify(arguments)
            if overload.build is not None:
                return overload.build(builder, **arguments)
        operands = list(map(_handle_of, self._handles(values)))
        for index, how in self._steps:
            if type(how) is DataType:
                operands.append(builder.operand(values[index], how))
            elif type(how) is int:
                operands.append(builder.operand(values[index], values[how].dtype))
            elif how is _HANDLE:
                operands.append(values[index].handle)
            elif how is _NONE:
                operands.append(None)
            elif how is _RECEIVER:
                operands.append(values[index].to_ir())
            else:
                operands.append(overload.operand(builder, how, arguments))
        attributes: dict[str, Any] = self._constants
        if self._names:
            passed = self._passed(values)
            attributes = self._known.get(tuple(map(id, passed))) or self._with(passed)
        if self._returns_nothing:
            builder.create(self._op, operands, (), attributes)
            return None
        return overload.create(builder, operands, attributes, arguments, values[0] if self._is_member else None)

    def _with(self, passed: Sequence[Any]) -> dict[str, Any]:
        """The constants of a call that passes some."""
        constants = {**self._constants, **dict(zip(self._names, passed, strict=True))}
        if not all(isinstance(value, _LASTING) for value in passed):
            return constants
        if len(self._known) >= _MOST_CONSTANTS:
            self._known.clear()
        known = self._known[tuple(map(id, passed))] = Constants(constants)
        return known

    def _accept(self, values: Sequence[Any]) -> None:
        """Checks data types of tensors that no call had yet."""
        assert self._tensors is not None
        self._overload.check_dtypes(self._bound(values))
        self._accepted.add(tuple(map(_dtype_of, self._tensors(values))))

    def _bound(self, values: Sequence[Any]) -> dict[str, Any]:
        """The arguments by name."""
        return {name: values[index] for name, index in self._arguments}


_NOTHING: dict[str, Any] = {}
_dtype_of, _handle_of = attrgetter("dtype"), attrgetter("handle")


def _items(places: Sequence[int]) -> Callable[[Sequence[Any]], Sequence[Any]]:
    """Picks the values at *places*."""
    if len(places) > 1:
        return itemgetter(*places)
    return itemgetter(slice(places[0], places[0] + 1) if places else slice(0))


_UNLIMITED = (IRValue, list, tuple, NoneType)


def _limits(param: Param) -> tuple[Any, Any]:
    """The smallest and the largest number."""
    scalar = param.scalar
    low, high = (None, None) if scalar is None else (scalar.ge, scalar.le)
    return -inf if low is None else low, inf if high is None else high


def _is_plain(value: Any) -> bool:
    """True for objects whose class passes its handle on as it is."""
    cls = type(value)
    return cls.as_argument is IRValue.as_argument and cls.to_ir is IRValue.to_ir


def _step(param: Param, places: dict[str, int], values: Sequence[Any]) -> tuple[int, Any]:
    """The place of an argument, and how it becomes an operand."""
    index = places[param.name]
    value, scalar = values[index], param.scalar
    if value is None:
        return index, _NONE
    if param.kind is Kind.VALUE and _is_plain(value):
        return index, _HANDLE
    if param.kind is Kind.SCALAR and scalar is not None:
        if scalar.like is None:
            return index, DataType(scalar.dtype)
        if scalar.like in places:
            return index, places[scalar.like]
    return index, param
