"""Tensors that the compiler places, and lists of tensors."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from asc_plugins import (
    CallError,
    ConstExpr,
    DataType,
    OperandSpec,
    OpSpec,
    ParamStruct,
    Place,
    PlainValue,
    current_builder,
    make,
)
from asc_plugins.dtypes import int64
from asc_plugins.params import Scalar, describe

from .enums import TPosition
from .positions import MEMORIES
from .tensor import LocalTensor
from .tensor_shape import TensorShape


class LocalTensorAuto(LocalTensor):
    """A tensor in UB whose place the compiler finds: ``LocalTensorAuto(asc.float16, 256)``.

    Args:
        dtype: type of the elements, an integer or float type.
        shape: number of elements, or the sizes of all dimensions; constants or run-time integers.

    Attributes:
        shape: the sizes; None when one is known at run time only.

    Raises:
        CallError: another element type, or a size that isn't a positive whole number.
    """

    shape: TensorShape | None

    def __init__(self, dtype: DataType, shape: Any) -> None:
        builder = current_builder("LocalTensorAuto")
        dtype, shape = ConstExpr.unwrap(dtype), ConstExpr.unwrap(shape)
        if not isinstance(dtype, DataType) or not dtype.is_numeric():
            raise CallError(f"LocalTensorAuto takes an integer or float type, not {describe(dtype)}", code="ASC-E303")
        sizes = [ConstExpr.unwrap(s) for s in (shape if isinstance(shape, Iterable) else [shape])]
        for size in sizes:
            _check_size(size)
        known = all(not isinstance(s, PlainValue) for s in sizes)
        self.shape = TensorShape(sizes) if known else None
        operands = [self.shape.size] if self.shape is not None else sizes
        type_ = make(LocalTensor, dtype)
        (handle,) = builder.create(
            "asc.local_tensor_auto", [[builder.materialize(o, int64).handle for o in operands]], [type_]
        )
        self.adopt(handle, type_)

    def get_size(self) -> Any:
        """Number of elements; a constant when the shape is."""
        return self.shape.size if self.shape is not None else LocalTensor.get_size(self)


def _check_size(size: Any) -> None:
    whole = size.dtype.is_int() if isinstance(size, PlainValue) else hasattr(size, "__index__")
    if not whole or isinstance(size, bool):
        raise CallError(f"a size of LocalTensorAuto is a whole number, not {describe(size)}", code="ASC-E301")
    if not isinstance(size, PlainValue) and size.__index__() <= 0:
        raise CallError(f"a size of LocalTensorAuto is {size}; it must be at least 1", code="ASC-E302")


class MrgSortSrcList(ParamStruct):
    """Two to four queues that MrgSort merges; those left out repeat the first and take no part.

    Args:
        dtype: type of the elements, float16 or float32.
        src1: the first queue.
        src2: the second queue.
        src3: the third queue.
        src4: the fourth queue.
    """

    dtype: DataType
    src1: LocalTensor
    src2: LocalTensor
    src3: LocalTensor | None = None
    src4: LocalTensor | None = None

    @classmethod
    def verify(cls, fields: dict[str, Any]) -> None:
        dtype = fields["dtype"]
        if dtype.name not in ("float16", "float32"):
            raise CallError(f"MrgSortSrcList: 'dtype' is {dtype.name}; it must be float16 or float32", code="ASC-E303")
        for name in ("src1", "src2", "src3", "src4"):
            tensor = fields[name]
            if tensor is None:
                fields[name] = fields["src1"]
            elif tensor.dtype is not dtype:
                raise CallError(
                    f"MrgSortSrcList: '{name}' has elements of {tensor.dtype.name}, not of {dtype.name}",
                    code="ASC-E303",
                )


OPS = (
    OpSpec(
        "asc.local_tensor_auto",
        (OperandSpec("sizes", arity="variadic", scalar=Scalar("int64")),),
        (OperandSpec("result", (LocalTensor,)),),
        constructs=True,
        api="LocalTensorAuto",
        doc="Declares a tensor without a place; a pass gives it one.",
        traits=frozenset({"placeless", "hoist"}),
        role=Place({TPosition.VECCALC.cpp: MEMORIES[TPosition.VECCALC.cpp]}, default=MEMORIES[TPosition.VECCALC.cpp]),
    ),
)
