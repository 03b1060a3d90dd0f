"""Shapes attached to tensors."""

from __future__ import annotations

from typing import Any

from asc_plugins import IRValue, api, constructor, ir_type, make
from asc_plugins.emit import Emitter, OpText
from asc_plugins.irtypes import IRType

from .array import Array
from .enums import DataFormat


def _emit_shape_info(op: OpText, emitter: Emitter) -> str:
    (result,) = op.result_types
    arguments = []
    for name in ("shape", "original_shape"):
        for text in op.operands(name):
            type_ = op.operand_type(name)
            assert isinstance(type_, IRType)
            arguments += [str(type_["length"]), text]
    arguments.append(op.cpp("data_format"))
    return emitter.declare(result.cpp, "shape_info", suffix=f"({', '.join(arguments)})")


def _shape(bound: dict[str, Any]) -> Any:
    return make(ShapeInfo)


@ir_type("shape_info", cpp="ShapeInfo")
class ShapeInfo(IRValue):
    """A shape, the shape before padding and a data format; Ascend C's ``ShapeInfo``."""

    @constructor("ShapeInfo", result=_shape, text="", model="tensor.h")
    def __init__(self) -> None:
        """A shape without dimensions."""

    @__init__.overload(name="of", emit=_emit_shape_info)
    def _(
        self, shape: Array, original_shape: Array | None = None, data_format: DataFormat = DataFormat.ND
    ) -> None:
        """A shape from arrays of uint32, at most 8 dimensions."""

    @api("shape", text="static_cast<int32_t>({self}.shape[{dim}])", reads_state=True, model="tensor.h")
    def shape(self, dim: int) -> int:
        """Size of dimension *dim*."""

    @api(
        "originalShape",
        text="static_cast<int32_t>({self}.originalShape[{dim}])",
        reads_state=True,
        model="tensor.h",
    )
    def original_shape(self, dim: int) -> int:
        """Size of dimension *dim* before padding."""


@api("GetShapeSize", reads_state=True, model="tensor.h")
def get_shape_size(shape_info: ShapeInfo) -> int:
    """Number of elements of a shape."""
