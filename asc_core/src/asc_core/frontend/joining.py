"""Values of a variable on different paths made one: which type they have, and what must be handed on."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from asc_plugins.dtypes import DataType, bool_, float32, int32
from asc_plugins.irtypes import ValueType
from asc_plugins.values import IRValue, PlainValue, wrap

from .hostvalues import host_scalar
from .naming import kind_of
from .promotion import literal_dtype, promote_literal, unify

#: Largest integers that every float32 and float16 next to them keeps apart.
_EXACT = {16: 1 << 8, 32: 1 << 24, 64: 1 << 53}


class _DontCare:
    def __repr__(self) -> str:
        return "<any value>"


#: The value on a path on which nobody reads it.
DONT_CARE = _DontCare()


class ConflictError(Exception):
    """Two values have no common type."""

    def __init__(self, first: Any, second: Any) -> None:
        super().__init__(first, second)
        self.values = (first, second)

    @property
    def first(self) -> str:
        """The kind of the first value, for a message."""
        return kind_of(self.values[0])

    @property
    def second(self) -> str:
        """The kind of the second value, for a message."""
        return kind_of(self.values[1])

    @property
    def hint(self) -> str:
        """What to do about it."""
        if all(_scalar_type(v) is not None for v in self.values):
            return "convert both to one type, for instance with float(n) or n.cast(asc.int64)"
        if any(isinstance(v, IRValue) and not isinstance(v, PlainValue) for v in self.values):
            return "use a variable of its own for each type"
        return "only numbers can depend on what is known when the kernel runs; decide this at compile time"


@dataclass(frozen=True)
class Slot:
    """Place in a template of the value handed on as number *index*."""

    index: int


@dataclass
class Leaf:
    """A value that is handed on: what it is on each path, and its type."""

    values: tuple[Any, ...]
    type: ValueType


def join(first: Any, second: Any, leaves: list[Leaf]) -> Any:
    """What a variable is after two paths meet: a constant, or a template with slots for *leaves* it appends.

    Raises:
        ConflictError: the values have no common type.
    """
    if first is second:
        return first
    if first is DONT_CARE or second is DONT_CARE:
        return _with_anything(second if first is DONT_CARE else first, second is DONT_CARE, leaves)
    if isinstance(first, (tuple, list)) and type(first) is type(second) and len(first) == len(second):
        return rebuilt(first, [join(a, b, leaves) for a, b in zip(first, second, strict=True)])
    if same_constant(first, second):
        return first
    type_ = common_type(first, second)
    leaves.append(Leaf((first, second), type_))
    return Slot(len(leaves) - 1)


def _with_anything(value: Any, second: bool, leaves: list[Leaf]) -> Any:
    if isinstance(value, (tuple, list)):
        count = len(leaves)
        items = [_with_anything(v, second, leaves) for v in value]
        return rebuilt(value, items) if len(leaves) > count else value
    if not isinstance(value, IRValue):
        return value
    if not isinstance(value, PlainValue):
        raise ConflictError(value, DONT_CARE)
    leaves.append(Leaf((value, 0) if second else (0, value), value.dtype))
    return Slot(len(leaves) - 1)


def common_type(first: Any, second: Any) -> ValueType:
    """The type that holds a variable's values of two paths.

    Raises:
        ConflictError: there is none.
    """
    one, two = _scalar_type(first), _scalar_type(second)
    if one is None or two is None:
        if isinstance(first, IRValue) and isinstance(second, IRValue) and first.ir_type == second.ir_type:
            return first.ir_type
        raise ConflictError(first, second)
    if isinstance(one, DataType) and isinstance(two, DataType):
        dtype = unify(one, two)
    elif isinstance(one, DataType) or isinstance(two, DataType):
        strong, literal = (one, two) if isinstance(one, DataType) else (two, one)
        dtype = _with_literal(strong, literal[0])  # type: ignore[arg-type, index]
    else:
        dtype = _of_literals(one[0], two[0])
    if dtype is None:
        raise ConflictError(first, second)
    return dtype


def _scalar_type(value: Any) -> DataType | tuple[bool | int | float] | None:
    """The type of a scalar, a weak number by itself, or None for anything else."""
    if isinstance(value, PlainValue):
        return value.dtype
    if isinstance(value, IRValue):
        return None
    number = host_scalar(value)
    if number is None:
        return None
    return number[1] if number[1] is not None else (number[0],)


def _with_literal(dtype: DataType, value: bool | int | float) -> DataType | None:
    if isinstance(value, bool):
        return unify(dtype, bool_)
    if isinstance(value, float):
        return dtype if dtype.is_float() else None
    if dtype.is_float():
        return dtype if abs(value) <= _EXACT[dtype.bitwidth] else None
    return int32 if dtype.is_bool() else promote_literal(dtype, value)


def _of_literals(first: bool | int | float, second: bool | int | float) -> DataType | None:
    if isinstance(first, float) != isinstance(second, float):
        whole = second if isinstance(first, float) else first
        return _with_literal(float32, whole) if not isinstance(whole, bool) else None
    return unify(literal_dtype(first), literal_dtype(second))


def same_constant(first: Any, second: Any) -> bool:
    """True when two compile-time values can stand for each other."""
    if isinstance(first, IRValue) or isinstance(second, IRValue):
        return (
            isinstance(first, IRValue)
            and type(first) is type(second)
            and first.__dict__.get("handle") is not None
            and first.handle == second.handle
        )
    if type(first) is not type(second):
        return False
    if isinstance(first, float):
        return repr(first) == repr(second)
    try:
        return bool(first == second)
    except (TypeError, ValueError):
        return False


def rebuilt(like: Any, items: Sequence[Any]) -> Any:
    """A tuple, named tuple or list of the kind of *like*."""
    if isinstance(like, list):
        return list(items)
    return type(like)(*items) if hasattr(type(like), "_fields") else tuple(items)


def fill(template: Any, value_of: Callable[[int], Any]) -> Any:
    """A template with its slots filled."""
    if isinstance(template, Slot):
        return value_of(template.index)
    if isinstance(template, (tuple, list)) and any(_has_slot(t) for t in template):
        return rebuilt(template, [fill(t, value_of) for t in template])
    if isinstance(template, dict) and _has_slot(template):
        return {key: fill(item, value_of) for key, item in template.items()}
    return template


def _has_slot(template: Any) -> bool:
    if isinstance(template, dict):
        return any(map(_has_slot, template.values()))
    return isinstance(template, Slot) or (isinstance(template, (tuple, list)) and any(map(_has_slot, template)))


def results_of(op: Any, leaves: Sequence[Leaf]) -> Callable[[int], Any]:
    """The values of an operation's results, for :func:`fill`."""
    results = op.results
    return lambda index: wrap(results[index], leaves[index].type)


def carried(value: Any, leaves: list[Leaf]) -> Any:
    """A template of what a loop hands from round to round; numbers become run-time values."""
    if isinstance(value, (tuple, list)):
        count = len(leaves)
        items = [carried(v, leaves) for v in value]
        return rebuilt(value, items) if len(leaves) > count else value
    scalar = _scalar_type(value)
    if isinstance(scalar, tuple):
        scalar = literal_dtype(scalar[0])
    type_ = scalar if scalar is not None else value.ir_type if _is_ir(value) else None
    if type_ is None:
        return value
    leaves.append(Leaf((value,), type_))
    return Slot(len(leaves) - 1)


def _is_ir(value: Any) -> bool:
    return isinstance(value, IRValue) and "handle" in value.__dict__


def ends(template: Any, value: Any) -> Iterator[tuple[int, Any]]:
    """The slots of a template with what fills each at the end of a round.

    Raises:
        ConflictError: the value is of another shape, or a constant part of it changed.
    """
    if isinstance(template, Slot):
        yield template.index, value
    elif isinstance(template, (tuple, list)) and _has_slot(template):
        if type(value) is not type(template) or len(value) != len(template):
            raise ConflictError(template, value)
        for inner, item in zip(template, value, strict=True):
            yield from ends(inner, item)
    elif not (template is value or same_constant(template, value)):
        raise ConflictError(template, value)


def widened(leaf: Leaf, end: Any) -> ValueType:
    """The type a carried value needs so that it also holds *end*.

    Raises:
        ConflictError: there is none.
    """
    if not isinstance(leaf.type, DataType):
        if _is_ir(end) and end.ir_type == leaf.type:
            return leaf.type
        raise ConflictError(leaf.values[0], end)
    both = common_type(leaf.values[0], end)
    assert isinstance(both, DataType)
    wide = unify(leaf.type, both)
    if wide is not None:
        return wide
    if leaf.type.is_float():
        raise ConflictError(PlainValue(None, leaf.type), end)
    # It was taken for an integer only because it started as a literal.
    return both
