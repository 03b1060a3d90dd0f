"""Scalar helpers of kernels: constants of a type, properties of the platform, embedded Ascend C."""

from __future__ import annotations

import builtins
import numbers
import re
from dataclasses import dataclass
from typing import Any

from asc_plugins import (
    CallError,
    ConstExpr,
    DataType,
    IRValue,
    OperandSpec,
    OpSpec,
    PlainValue,
    current_builder,
)
from asc_plugins.dtypes import int16, int32
from asc_plugins.emit import Emitter, OpText
from asc_plugins.entries import entry
from asc_plugins.params import describe
from asc_plugins.roles import Work


@entry
def number(value: Any, dtype: DataType) -> PlainValue:
    """A constant or run-time number converted to *dtype*, as a run-time number."""
    return current_builder("asc.number").materialize(ConstExpr.unwrap(value), ConstExpr.unwrap(dtype))


@entry
def ceildiv(x: Any, y: Any) -> Any:
    """``x / y`` rounded towards positive infinity, of constant or run-time integers.

    The smallest number by -1 is itself, as by ``//``.

    Raises:
        CallError: an operand isn't an integer, or the constant *y* is 0.
    """
    x, y = ConstExpr.unwrap(x), ConstExpr.unwrap(y)
    for value in (x, y):
        dtype = value.dtype if isinstance(value, PlainValue) else None
        if not (isinstance(value, numbers.Integral) if dtype is None else dtype.is_int() or dtype.is_bool()):
            hint = "use -(-x // y) for floats" if isinstance(value, float) or dtype is not None else None
            raise CallError(f"asc.ceildiv takes integers, not {describe(value)}", hint=hint, code="ASC-E301")
    if isinstance(x, PlainValue) or isinstance(y, PlainValue):
        return current_builder("asc.ceildiv").binary("ceildiv", x, y)
    if y == 0:
        raise CallError("division by zero: the divisor of asc.ceildiv is 0", code="ASC-E404")
    quotient, rest = divmod(x, y)
    return quotient + builtins.bool(rest)


@entry
def static_assert(test: Any, message: str | None = None) -> None:
    """Stops the compilation with *message* when *test*, a compile-time condition, doesn't hold.

    Raises:
        CallError: the condition doesn't hold, or isn't known at compile time.
    """
    test = ConstExpr.unwrap(test)
    if isinstance(test, IRValue):
        raise CallError(
            f"asc.static_assert needs a compile-time condition, not {describe(test)}",
            hint="use assert for a condition that is known when the kernel runs",
            code="ASC-E304",
        )
    if not test:
        raise CallError(f"static assertion failed{': ' + str(message) if message else ''}", code="ASC-E306")


@dataclass(frozen=True)
class Property:
    """A constant of Ascend C's headers."""

    name: str
    dtype: DataType


DEFAULT_C0_SIZE = Property("DEFAULT_C0_SIZE", int32)
ONE_BLK_SIZE = Property("ONE_BLK_SIZE", int16)
TOTAL_L1_SIZE = Property("TOTAL_L1_SIZE", int32)
TOTAL_L0C_SIZE = Property("TOTAL_L0C_SIZE", int32)


@entry
def property(prop: Property) -> PlainValue:
    """The value of a constant of Ascend C's headers: ``asc.property(asc.ONE_BLK_SIZE)``."""
    prop = ConstExpr.unwrap(prop)
    if not isinstance(prop, Property):
        raise CallError(
            f"asc.property takes a property such as asc.ONE_BLK_SIZE, not {describe(prop)}", code="ASC-E301"
        )
    (handle,) = current_builder("asc.property").create("asc.property", [], [prop.dtype], {"name": prop.name})
    return PlainValue(handle, prop.dtype)


@entry
def inline(code: str, args: Any = None, before_function: bool = False) -> None:
    """Writes Ascend C text as it stands into the kernel.

    Args:
        code: the text; ``$0``, ``$1``… stand for *args*.
        args: constants or run-time numbers, tensors and other values of the kernel.
        before_function: write it before the kernel's function instead of at this place (no *args* then).
    """
    code, before_function = ConstExpr.unwrap(code), ConstExpr.unwrap(before_function)
    if not isinstance(code, str):
        raise CallError(f"asc.inline takes text, not {describe(code)}", code="ASC-E301")
    values = list(args) if args is not None else []
    if before_function and values:
        raise CallError("text before the function can't refer to values of the kernel", code="ASC-E301")
    missing = next((m[0] for m in re.finditer(r"\$(\d+)", code) if int(m[1]) >= len(values)), None)
    if missing is not None and values:
        raise CallError(f"asc.inline: the text has {missing}, but args has {len(values)} values", code="ASC-E301")
    builder = current_builder("asc.inline")
    operands = [v.to_ir() if isinstance(v, IRValue) else builder.materialize(v).handle for v in values]
    builder.create("asc.inline", [operands], [], {"code": code, "before_function": builtins.bool(before_function)})


def _emit_inline(op: OpText, emitter: Emitter) -> str | None:
    text = op.attribute("code")
    for index, argument in reversed(list(enumerate(op.operands("arguments")))):
        text = text.replace(f"${index}", argument)
    if op.attribute("before_function"):
        emitter.preamble(text)
        return None
    return str(text)


def _emit_property(op: OpText, emitter: Emitter) -> str:
    return str(op.attribute("name"))


OPS = (
    OpSpec(
        "asc.property",
        (),
        (OperandSpec("result"),),
        ("name",),
        constants=((str,),),
        pure=True,
        emit=_emit_property,
        doc="A constant of Ascend C's headers.",
    ),
    OpSpec(
        "asc.inline",
        (OperandSpec("arguments", arity="variadic"),),
        (),
        ("code", "before_function"),
        constants=((str,), (bool,)),
        emit=_emit_inline,
        role=Work(opaque=True),
        doc="Ascend C text of the author's.",
    ),
)
