"""Small arrays on the scalar unit's stack."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from asc_plugins import (
    CallError,
    ConstExpr,
    DataType,
    IRValue,
    OperandSpec,
    OpSpec,
    current_builder,
    ir_type,
    make,
)
from asc_plugins.dtypes import int64
from asc_plugins.emit import Emitter, OpText, converted
from asc_plugins.irtypes import IRType
from asc_plugins.params import describe
from asc_plugins.values import PlainValue


@ir_type("array", cpp="{dtype}", parameters=("dtype", "length"))
class Array(IRValue):
    """An array made by :func:`array`; ``values[i]`` reads and ``values[i] = v`` writes an element.

    Attributes:
        dtype: type of the elements.
        length: number of elements.
    """

    dtype: DataType
    length: int

    def adopt(self, handle: Any, type: Any) -> None:
        super().adopt(handle, type)
        assert isinstance(type, IRType)
        dtype, length = type.parameters
        assert isinstance(dtype, DataType) and isinstance(length, int)
        self.dtype, self.length = dtype, length

    def __len__(self) -> int:
        return self.length

    def __repr__(self) -> str:
        return f"<array of {self.length} {self.dtype.name}>"

    def _index(self, index: Any) -> Any:
        index = ConstExpr.unwrap(index)
        if isinstance(index, PlainValue) and index.dtype.is_int():
            return index
        if not hasattr(index, "__index__"):
            raise CallError(f"the index of an array is a whole number, not {describe(index)}", code="ASC-E301")
        position = int(index) + (self.length if index < 0 else 0)
        if not 0 <= position < self.length:
            raise CallError(f"index {index} is outside an array of {self.length} elements", code="ASC-E302")
        return position

    def __getitem__(self, index: Any) -> PlainValue:
        builder = current_builder("array")
        operand = builder.materialize(self._index(index), int64).handle
        (handle,) = builder.create("asc.array_load", [self.handle, operand], [self.dtype])
        return PlainValue(handle, self.dtype)

    def __setitem__(self, index: Any, value: Any) -> None:
        builder = current_builder("array")
        position = builder.materialize(self._index(index), int64).handle
        builder.create("asc.array_store", [self.handle, position, builder.materialize(value, self.dtype).handle])


def array(dtype: DataType, length_or_values: Any, fill_value: Any = None) -> Array:
    """An array in the scalar unit's memory: ``array(dtype, length, fill_value)`` or ``array(dtype, values)``.

    Args:
        dtype: an integer or float type.
        length_or_values: number of elements (a positive constant), or the elements (constants or run-time numbers).
        fill_value: value of all elements of an array given by its length; without it they are unspecified.

    Raises:
        CallError: another element type, a length that isn't a positive constant, or a fill value with elements.
    """
    builder = current_builder("asc.array")
    dtype, items = ConstExpr.unwrap(dtype), ConstExpr.unwrap(length_or_values)
    if not isinstance(dtype, DataType) or not dtype.is_numeric():
        raise CallError(f"asc.array takes an integer or float type, not {describe(dtype)}", code="ASC-E303")
    values: Sequence[Any]
    if isinstance(items, (list, tuple)):
        if fill_value is not None:
            raise CallError("asc.array takes elements or a fill value, not both", code="ASC-E301")
        length, values = len(items), items
    elif isinstance(items, int) and not isinstance(items, bool):
        length, values = items, [] if fill_value is None else [fill_value] * max(items, 0)
    else:
        raise CallError(
            f"asc.array takes a length or a list of elements, not {describe(items)}",
            hint="the length must be a constant, for instance an asc.ConstExpr argument",
            code="ASC-E304",
        )
    if length <= 0:
        raise CallError(f"asc.array needs at least one element, not {length}", code="ASC-E302")
    type_ = make(Array, dtype, length)
    (handle,) = builder.create("asc.array", [[builder.materialize(v, dtype).handle for v in values]], [type_])
    return Array.from_ir(handle, type_)


def _emit_array(op: OpText, emitter: Emitter) -> str:
    (type_,) = op.result_types
    assert isinstance(type_, IRType)
    dtype = type_["dtype"]
    assert isinstance(dtype, DataType)
    values = [converted(value, dtype) for value in op.operands("values")]
    initializer = "{" + ", ".join(values) + "}" if values else None
    return emitter.declare(type_.cpp, "values", initializer, suffix=f"[{type_['length']}]")


def _emit_load(op: OpText, emitter: Emitter) -> str:
    return f"{op.operand('array')}[{op.operand('index')}]"


def _emit_store(op: OpText, emitter: Emitter) -> str:
    return f"{op.operand('array')}[{op.operand('index')}] = {op.operand('value')}"


OPS = (
    OpSpec(
        "asc.array",
        (OperandSpec("values", arity="variadic"),),
        (OperandSpec("result", (Array,)),),
        constructs=True,
        emit=_emit_array,
        doc="Declares an array on the scalar unit's stack.",
    ),
    OpSpec(
        "asc.array_load",
        (OperandSpec("array", (Array,)), OperandSpec("index")),
        (OperandSpec("result"),),
        reads_state=True,
        emit=_emit_load,
        doc="Reads an element.",
    ),
    OpSpec(
        "asc.array_store",
        (OperandSpec("array", (Array,)), OperandSpec("index"), OperandSpec("value")),
        emit=_emit_store,
        doc="Writes an element.",
    ),
)
