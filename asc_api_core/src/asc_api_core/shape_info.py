"""Shapes attached to tensors."""

from __future__ import annotations

from typing import Any

from asc_plugins import CallError, IRValue, api, constructor, ir_type, make
from asc_plugins.dtypes import int32, uint32
from asc_plugins.emit import Emitter, OpText
from asc_plugins.irtypes import IRType

from .array import Array
from .enums import DataFormat

MAX_DIMENSIONS = 8


def _emit_shape_info(op: OpText, emitter: Emitter) -> str:
    (result,) = op.result_types
    arguments = []
    for name in ("shape", "original_shape"):
        for text in op.operands(name):
            type_ = op.operand_type(name)
            assert isinstance(type_, IRType)
            signed = type_["dtype"] is not uint32
            arguments += [str(type_["length"]), f"reinterpret_cast<const uint32_t*>({text})" if signed else text]
    arguments.append(op.cpp("data_format"))
    return emitter.declare(result.cpp, "shape_info", suffix=f"({', '.join(arguments)})")


def _check_arrays(bound: dict[str, Any]) -> None:
    for name in ("shape", "original_shape"):
        sizes = bound[name]
        if sizes is not None and sizes.dtype not in (int32, uint32):
            raise CallError(
                f"ShapeInfo: '{name}' is an array of {sizes.dtype.name}; it must be of uint32 or int32", code="ASC-E303"
            )
        if sizes is not None and len(sizes) > MAX_DIMENSIONS:
            raise CallError(
                f"ShapeInfo: '{name}' has {len(sizes)} dimensions; it must have at most {MAX_DIMENSIONS}",
                code="ASC-E302",
            )


def _check_dimension(bound: dict[str, Any]) -> None:
    dim = bound["dim"]
    if isinstance(dim, int) and not 0 <= dim < MAX_DIMENSIONS:
        raise CallError(f"ShapeInfo: 'dim' is {dim}; it must be 0..{MAX_DIMENSIONS - 1}", code="ASC-E302")


def _shape(bound: dict[str, Any]) -> Any:
    return make(ShapeInfo)


@ir_type("shape_info", cpp="ShapeInfo")
class ShapeInfo(IRValue):
    """A shape, the shape before padding and a data format; Ascend C's ``ShapeInfo``."""

    @constructor("ShapeInfo", result=_shape, text="", model="tensor.h")
    def __init__(self) -> None:
        """A shape without dimensions."""

    @__init__.overload(name="of", emit=_emit_shape_info, verify=_check_arrays)
    def _(self, shape: Array, original_shape: Array | None = None, data_format: DataFormat = DataFormat.ND) -> None:
        """A shape from arrays of uint32 or int32, at most 8 dimensions."""

    @api(
        "shape",
        text="static_cast<int32_t>({self}.shape[{dim}])",
        reads_state=True,
        verify=_check_dimension,
        model="tensor.h",
    )
    def shape(self, dim: int) -> int:
        """Size of dimension *dim*."""

    @api(
        "originalShape",
        text="static_cast<int32_t>({self}.originalShape[{dim}])",
        reads_state=True,
        verify=_check_dimension,
        model="tensor.h",
    )
    def original_shape(self, dim: int) -> int:
        """Size of dimension *dim* before padding."""


@api("GetShapeSize", text="static_cast<int32_t>(GetShapeSize({shape_info}))", reads_state=True, model="tensor.h")
def get_shape_size(shape_info: ShapeInfo) -> int:
    """Number of elements of a shape."""
