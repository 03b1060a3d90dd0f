"""Tensors in a core's memories and in global memory."""

from __future__ import annotations

import json
from typing import Annotated, Any, TypeVar

from asc_plugins import (
    CallError,
    ConstExpr,
    DataType,
    GlobalAddress,
    IRType,
    IRValue,
    Pipe,
    Place,
    PlainValue,
    PointerType,
    Scalar,
    UInt32,
    UInt64,
    View,
    Work,
    api,
    constructor,
    current_builder,
    ir_type,
    make,
)
from asc_plugins.dtypes import void
from asc_plugins.emit import Emitter, OpText
from asc_plugins.params import Effect, describe

from .enums import CacheMode, CacheRwMode, TPosition
from .positions import MEMORIES
from .shape_info import ShapeInfo

T = TypeVar("T", bound="BaseTensor")

#: A number of the tensor's element type.
Element = Annotated[float, Scalar(like="self")]

READ = Work(receiver=Effect.READ)
PLACED = Place(MEMORIES, ("pos",), MEMORIES[TPosition.VECIN.cpp], address="addr", size="tile_size")
PLACED_AT = Place(default=MEMORIES[TPosition.VECIN.cpp], address="addr")
IN_GLOBAL_MEMORY = Place(default=MEMORIES[TPosition.GM.cpp], tensor="self", address="buffer", size="buffer_size")


def _element(bound: dict[str, Any]) -> DataType:
    dtype: DataType = bound["self"].dtype
    return dtype


def _same(bound: dict[str, Any]) -> Any:
    return bound["self"].ir_type


def _offset_of(tensor: BaseTensor, key: Any) -> Any:
    """The offset of ``tensor[offset]`` and ``tensor[offset:]``."""
    key = ConstExpr.unwrap(key)
    if isinstance(key, slice):
        if key.stop is not None or key.step is not None:
            raise CallError(
                f"{type(tensor).__name__} takes an offset only: tensor[offset:]",
                hint="pass the number of elements to the API; a tensor has no view of fewer elements",
                code="ASC-E305",
            )
        key = 0 if key.start is None else ConstExpr.unwrap(key.start)
    if isinstance(key, tuple):
        raise CallError(f"{type(tensor).__name__} has one dimension: tensor[offset]", code="ASC-E305")
    whole = key.dtype.is_int() if isinstance(key, PlainValue) else hasattr(key, "__index__")
    if not whole:
        raise CallError(f"an offset is a whole number of elements, not {describe(key)}", code="ASC-E301")
    return key


class BaseTensor(IRValue):
    """What LocalTensor and GlobalTensor share.

    Attributes:
        dtype: type of the elements.
    """

    is_tensor = True
    dtype: DataType

    def adopt(self, handle: Any, type: Any) -> None:
        super().adopt(handle, type)
        assert isinstance(type, IRType)
        dtype = type["dtype"]
        assert isinstance(dtype, DataType)
        self.dtype = dtype

    def retype(self, dtype: DataType) -> None:
        """Gives a tensor made without a type its type."""
        type_ = make(type(self), dtype)
        current_builder(type(self).__name__).retype(self.handle, type_)
        self.adopt(self.handle, type_)

    def __repr__(self) -> str:
        return f"<{type(self).__name__} of {self.dtype.name}>"

    def __getitem__(self: T, key: Any) -> T:
        view: T = self._subindex(_offset_of(self, key))  # type: ignore[attr-defined]
        return view

    def __setitem__(self, key: Any, value: Any) -> None:
        raise CallError(
            f"elements of a {type(self).__name__} can't be assigned with []",
            hint=f"use tensor.set_value({key!r}, value)"
            if isinstance(key, int)
            else "use tensor.set_value(index, value)",
            code="ASC-E305",
        )


def _typed_local(bound: dict[str, Any]) -> Any:
    return make(LocalTensor, bound["dtype"])


def _emit_placed(op: OpText, emitter: Emitter) -> str:
    position = op.cpp("pos") if op.attribute("pos") is not None else TPosition.VECIN.cpp
    (type_,) = op.result_types
    return emitter.declare(type_.cpp, "local", suffix=f"({position}, {op.operand('addr')}, {op.operand('tile_size')})")


def _emit_untyped(op: OpText, emitter: Emitter) -> str:
    (type_,) = op.result_types
    assert isinstance(type_, IRType)
    if type_["dtype"] is void:
        # Nothing used it, or it would have a type, which its variable needs.
        emitter.bind(op.results[0], op.name)
        return ""
    return emitter.declare(type_.cpp, op.name.partition(".")[2].partition(".")[0])


def _check_place(bound: dict[str, Any]) -> None:
    addr = bound["addr"]
    position = bound.get("pos")
    if isinstance(addr, int) and addr % 32:
        raise CallError(f"LocalTensor: 'addr' is {addr} bytes; it must be a multiple of 32", code="ASC-E302")
    if position in (TPosition.GM, TPosition.CO2, TPosition.MAX):
        raise CallError(
            f"LocalTensor: 'pos' is TPosition.{position.name}, which is no memory of the core",
            hint="use asc.GlobalTensor",
            code="ASC-E302",
        )


def _check_numeric(bound: dict[str, Any]) -> None:
    if not bound["dtype"].is_numeric():
        raise CallError(f"reinterpret_cast takes an integer or float type, not {bound['dtype']}", code="ASC-E303")


def _emit_to_file(op: OpText, emitter: Emitter) -> str:
    return f"{op.operand('self')}.ToFile({json.dumps(op.attribute('file_name'))})"


def _build_set_addr(builder: Any, self: LocalTensor, src: LocalTensor, offset: Any) -> None:
    if self.dtype is void:
        self.retype(src.dtype)
    declared = LocalTensor.set_addr_with_offset.overloads[0]
    declared.lower(builder, {"self": self, "src": src, "offset": offset}, self)


def _build_set_buffer(builder: Any, self: GlobalTensor, buffer: GlobalAddress | None, buffer_size: Any) -> None:
    if buffer is None:
        raise CallError(
            "GlobalTensor.set_global_buffer needs an address",
            hint="pass an array argument of the kernel, or one plus an offset",
            code="ASC-E301",
        )
    if self.dtype is void:
        self.retype(buffer.dtype)
    elif self.dtype is not buffer.dtype:
        raise CallError(
            f"this GlobalTensor has elements of {self.dtype.name}; the address points to {buffer.dtype.name}",
            hint="make another asc.GlobalTensor()",
            code="ASC-E303",
        )
    declared = GlobalTensor.set_global_buffer.overloads[0]
    declared.lower(builder, {"self": self, "buffer": buffer, "buffer_size": buffer_size}, self)


@ir_type("local_tensor", cpp="LocalTensor<{dtype}>", parameters=("dtype",))
class LocalTensor(BaseTensor):
    """A tensor in one of the core's memories (UB, L1, L0A, L0B, L0C, BT); Ascend C's ``LocalTensor``.

    ``tensor[offset:]`` and ``tensor[offset]`` are views that begin *offset* elements later.
    """

    typed_by = "make it with one, asc.LocalTensor(dtype, …), or call its set_addr_with_offset first"

    @constructor("LocalTensor", result=_typed_local, text="", model="tensor.h")
    def __init__(self, dtype: DataType) -> None:
        """A tensor of *dtype* without memory; ``set_addr_with_offset`` gives it a place."""

    @__init__.overload(name="placed", emit=_emit_placed, verify=_check_place, role=PLACED)
    def _(
        self,
        dtype: DataType,
        pos: TPosition | None = TPosition.VECIN,
        addr: UInt32 = 0,
        tile_size: UInt32 = 0,
    ) -> None:
        """A tensor at a fixed place, without TPipe and TQue.

        Args:
            dtype: type of the elements.
            pos: logical position; it decides the memory.
            addr: offset from the memory's start in bytes, a multiple of 32.
            tile_size: number of elements; 0 reaches to the end of the memory.
        """

    @__init__.overload(name="at", text="(TPosition::VECIN, {addr}, 0)", verify=_check_place, role=PLACED_AT)
    def _(self, dtype: DataType, addr: UInt32) -> None:
        """A tensor in VECIN that begins at *addr* bytes and reaches to the end of the memory."""

    @__init__.overload(name="empty", result=lambda b: make(LocalTensor, void), emit=_emit_untyped)
    def _(self) -> None:
        """A tensor without memory; ``set_addr_with_offset`` gives it place and type."""

    @api("operator[]", text="{self}[{offset}]", pure=True, result=_same, role=View(offset="offset"), model="tensor.h")
    def _subindex(self, offset: UInt32) -> LocalTensor:
        """The tensor that begins *offset* elements later."""

    @api("operator()", text="{self}[{index}]", pure=True, result=_same, role=View(offset="index"), model="tensor.h")
    def __call__(self, index: UInt32) -> LocalTensor:
        """A view of the element at *index*."""

    @api(
        "GetValue", pipe=Pipe.S, reads_state=True, result=_element, role=Work(index="index", receiver=Effect.READ),
        model="tensor.h",
    )  # fmt: skip
    def get_value(self, index: UInt32) -> int:
        """The element at *index*, read by the scalar unit."""

    @api("SetValue", pipe=Pipe.S, role=Work(index="index", receiver=Effect.WRITE), model="tensor.h")
    def set_value(self, index: UInt32, value: Element) -> None:
        """Writes the element at *index* with the scalar unit."""

    @api("GetSize", reads_state=True, model="tensor.h")
    def get_size(self) -> UInt32:
        """Number of elements."""

    @api("SetSize", model="tensor.h")
    def set_size(self, size: UInt32 = 0) -> None:
        """Sets the number of elements."""

    @api("GetLength", reads_state=True, model="tensor.h")
    def get_length(self) -> UInt32:
        """Length in bytes."""

    @api("SetBufferLen", model="tensor.h")
    def set_buffer_len(self, data_len: UInt32) -> None:
        """Sets the length in bytes."""

    @api("GetPhyAddr", reads_state=True, model="tensor.h")
    def get_phy_addr(self, offset: UInt32 = 0) -> UInt64:
        """Address in the memory of the element at *offset*."""

    @api("GetPosition", reads_state=True, model="tensor.h")
    def get_position(self) -> int:
        """Logical position, as the number of a ``TPosition``."""

    @api("GetUserTag", reads_state=True, model="tensor.h")
    def get_user_tag(self) -> int:
        """The number set by ``set_user_tag``."""

    @api("SetUserTag", model="tensor.h")
    def set_user_tag(self, tag: int = 0) -> None:
        """Attaches a number of the author's to the tensor."""

    @api("GetShapeInfo", reads_state=True, result=lambda b: make(ShapeInfo), model="tensor.h")
    def get_shape_info(self) -> ShapeInfo:
        """The shape set by ``set_shape_info``."""

    @api("SetShapeInfo", model="tensor.h")
    def set_shape_info(self, shape_info: ShapeInfo) -> None:
        """Attaches a shape to the tensor."""

    @api(
        "ReinterpretCast",
        template=("dtype",),
        pure=True,
        result=_typed_local,
        verify=_check_numeric,
        role=View(),
        model="tensor.h",
    )
    def reinterpret_cast(self, dtype: DataType) -> LocalTensor:
        """The same bytes as elements of another type."""

    @api("SetAddrWithOffset", build=_build_set_addr, role=View("src", "offset", tensor="self"), model="tensor.h")
    def set_addr_with_offset(self, src: LocalTensor, offset: UInt32) -> None:
        """Makes the tensor begin *offset* elements after the begin of *src*."""

    @api("Print", pipe=Pipe.S, role=READ, model="tensor.h")
    def print(self, data_len: UInt32) -> None:
        """Prints the first *data_len* elements."""

    @api("ToFile", pipe=Pipe.S, role=READ, emit=_emit_to_file, model="tensor.h")
    def to_file(self, file_name: str) -> None:
        """Writes the elements to a file (Model only)."""


@ir_type("global_tensor", cpp="GlobalTensor<{dtype}>", parameters=("dtype",))
class GlobalTensor(BaseTensor):
    """A tensor in global memory; Ascend C's ``GlobalTensor``.

    It has no type and no memory until ``set_global_buffer``. ``tensor[offset:]`` and ``tensor[offset]`` are views
    that begin *offset* elements later.
    """

    typed_by = "call its set_global_buffer first, which gives it memory and the address's data type"

    @constructor("GlobalTensor", result=lambda b: make(GlobalTensor, void), emit=_emit_untyped, model="tensor.h")
    def __init__(self) -> None:
        """A tensor without memory."""

    @api("SetGlobalBuffer", build=_build_set_buffer, role=IN_GLOBAL_MEMORY, model="tensor.h")
    def set_global_buffer(self, buffer: GlobalAddress | None = None, buffer_size: UInt64 | None = None) -> None:
        """Places the tensor at *buffer*; it takes the address's element type.

        Args:
            buffer: the address, a kernel's array argument or one plus an offset.
            buffer_size: number of elements; without it the tensor reaches to the end of the caller's array.
        """

    @api("operator[]", text="{self}[{offset}]", pure=True, result=_same, role=View(offset="offset"), model="tensor.h")
    def _subindex(self, offset: UInt64) -> GlobalTensor:
        """The tensor that begins *offset* elements later."""

    @api("operator()", text="{self}[{index}]", pure=True, result=_same, role=View(offset="index"), model="tensor.h")
    def __call__(self, index: UInt64) -> GlobalTensor:
        """A view of the element at *index*."""

    @api(
        "GetValue", pipe=Pipe.S, reads_state=True, result=_element, role=Work(index="offset", receiver=Effect.READ),
        model="tensor.h",
    )  # fmt: skip
    def get_value(self, offset: UInt64) -> int:
        """The element at *offset*, read by the scalar unit."""

    @api("SetValue", pipe=Pipe.S, role=Work(index="offset", receiver=Effect.WRITE), model="tensor.h")
    def set_value(self, offset: UInt64, value: Element) -> None:
        """Writes the element at *offset* with the scalar unit."""

    @api("GetSize", reads_state=True, model="tensor.h")
    def get_size(self) -> UInt64:
        """Number of elements given to ``set_global_buffer``."""

    @api("GetPhyAddr", reads_state=True, result=lambda b: PointerType(b["self"].dtype), model="tensor.h")
    def get_phy_addr(self, offset: UInt64 = 0) -> GlobalAddress:
        """Address of the element at *offset*."""

    @api("GetShapeInfo", reads_state=True, result=lambda b: make(ShapeInfo), model="tensor.h")
    def get_shape_info(self) -> ShapeInfo:
        """The shape set by ``set_shape_info``."""

    @api("SetShapeInfo", model="tensor.h")
    def set_shape_info(self, shape_info: ShapeInfo) -> None:
        """Attaches a shape to the tensor."""

    @api("SetL2CacheHint", template=("rw_mode",), model="tensor.h")
    def set_l2_cache_hint(
        self, mode: CacheMode = CacheMode.CACHE_MODE_NORMAL, rw_mode: CacheRwMode = CacheRwMode.RW
    ) -> None:
        """Tells the L2 cache how the tensor is used; it changes no result."""
