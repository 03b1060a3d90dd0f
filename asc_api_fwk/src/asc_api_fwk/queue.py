"""Queues and buffers in a core's memories."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import Annotated, Any

from asc_api_core.enums import TPosition
from asc_api_core.positions import EMPTIED, FILLED, MEMORIES
from asc_api_core.tensor import LocalTensor
from asc_plugins import (
    CallError,
    Const,
    DataType,
    Dst,
    InOut,
    IRValue,
    Pipe,
    Place,
    Scalar,
    UInt32,
    View,
    Work,
    api,
    constructor,
    ir_type,
    make,
)  # fmt: skip
from asc_plugins.emit import Emitter, OpText, lvalue
from asc_plugins.roles import OpFacts, PipeRule

from . import pipe

MODEL = "tque.h"

#: Buffers of a TPipe.
MAX_BUFFERS = 64
Buffers = Annotated[int, Scalar("uint8", ge=0, le=MAX_BUFFERS)]

#: Positions between which a bound queue may be told to work: global memory and UB.
USER_POSITIONS = (TPosition.GM, TPosition.VECIN, TPosition.VECOUT, TPosition.VECCALC)


_FIRST, _LAST = ("pos", "src"), ("pos", "dst")


def _held_by(pipes: Mapping[str, Pipe], position: tuple[str, ...]) -> PipeRule:
    """The pipe that has a queue's tensor until it is handed on."""

    def find(op: OpFacts) -> Pipe | None:
        return pipes.get(op.position("self", *position) or "")

    return find


def _taken(pipes: Mapping[str, Pipe], position: tuple[str, ...], tensor: str | None = None) -> Place:
    """A buffer taken from a queue, which waits for whom had it before."""
    return Place(MEMORIES, position, tensor=tensor, of="self", holders=pipes)


HANDED_ON = Work(pipe=_held_by(FILLED, _FIRST), hands_on=True)
GIVEN_BACK = Work(pipe=_held_by(EMPTIED, _LAST), hands_on=True)
DECLARES = ("queue",)


def _local(bound: dict[str, Any]) -> Any:
    return make(LocalTensor, bound["dtype"])


def _check_queue(bound: dict[str, Any]) -> None:
    if not 0 <= bound["depth"] <= MAX_BUFFERS:
        raise CallError(f"'depth' is {bound['depth']}; it must be 0..{MAX_BUFFERS}", code="ASC-E302")
    if bound["mask"] != 0:
        raise CallError(
            f"'mask' is {bound['mask']}; queues of Atlas A2 and A3 don't convert between ND and NZ, so it must be 0",
            hint="data_copy with Nd2NzParams converts",
            code="ASC-E302",
        )


def _needs_depth(name: str, inplace: bool) -> Callable[[dict[str, Any]], None]:
    """A rule of the queue's depth: 0 for tensors that are filled in place, at least 1 for those that are made."""

    def check(bound: dict[str, Any]) -> None:
        queue = bound["self"]
        if isinstance(queue, TBuf):
            raise CallError(
                f"a TBuf is no queue, so it has no {name}", hint="TBuf.get gives its tensor", code="ASC-E305"
            )
        depth = queue.ir_type["depth"]
        if inplace and depth != 0:
            raise CallError(
                f"{name} with a tensor needs a queue of depth 0; this one has depth {depth}",
                hint=f"tensor = queue.{name}(dtype)",
                code="ASC-E302",
            )
        if not inplace and depth == 0:
            raise CallError(
                f"{name} needs a queue of depth 1 or more; this one has depth 0",
                hint="give the queue a depth, or pass a tensor to alloc_tensor and deque",
                code="ASC-E302",
            )

    return check


def _check_positions(bound: dict[str, Any]) -> None:
    source, target = bound["src_user_pos"], bound["dst_user_pos"]
    for name, value in (("src_user_pos", source), ("dst_user_pos", target)):
        if value not in USER_POSITIONS:
            listed = ", ".join(p.name for p in USER_POSITIONS)
            raise CallError(f"'{name}' is TPosition.{value.name}; it must be one of {listed}", code="ASC-E302")
    if source is target is TPosition.GM:
        raise CallError("'src_user_pos' and 'dst_user_pos' are both TPosition.GM", code="ASC-E302")


def _between(name: str) -> Callable[[dict[str, Any]], None]:
    depth = _needs_depth(name, False)

    def check(bound: dict[str, Any]) -> None:
        depth(bound)
        _check_positions(bound)

    return check


def _emit_with_tensor(callee: str) -> Callable[[OpText, Emitter], str]:
    """A member that takes a reference to a tensor."""

    def emit(op: OpText, emitter: Emitter) -> str:
        return f"{op.operand('self')}.{callee}({lvalue(op, emitter, 'tensor')})"

    return emit


def _build_get(builder: Any, self: TBuf, dtype: DataType, len: Any, shape: Any) -> Any:
    if shape is not None:
        if len is not None:
            raise CallError("TBuf.get takes 'len' or 'shape', not both", code="ASC-E301")
        len = math.prod([shape] if isinstance(shape, int) else shape)
    elif isinstance(len, int) and len == 0:
        len = None
    return TBuf.get.overloads[0].lower(builder, {"self": self, "dtype": dtype, "len": len, "shape": None}, self)


def _check_offset(bound: dict[str, Any]) -> None:
    offset = bound["buf_offset"]
    if isinstance(offset, int) and offset % 32:
        raise CallError(f"'buf_offset' is {offset} bytes; it must be a multiple of 32", code="ASC-E302")


def _check_handles(bound: dict[str, Any]) -> None:
    if isinstance(bound["self"], TBuf) and isinstance(bound["num"], int) and bound["num"] != 1:
        raise CallError(f"'num' is {bound['num']}; a TBuf has one buffer", code="ASC-E302")


@ir_type("tbuf_handle", cpp="TBufHandle")
class TBufHandle(IRValue):
    """The framework's handle of a buffer; Ascend C's ``TBufHandle``."""


@ir_type("tque_bind", cpp="TQueBind<{src}, {dst}, {depth}, {mask}>", parameters=("src", "dst", "depth", "mask"))
class TQueBind(IRValue):
    """A queue of tensors from one position to another; Ascend C's ``TQueBind``.

    Buffers come from ``TPipe.init_buffer``. A tensor is allocated, filled, enqueued, dequeued, used and freed.
    """

    @constructor(
        "TQueBind",
        result=lambda b: make(TQueBind, b["src"], b["dst"], b["depth"], b["mask"]),
        text="",
        verify=_check_queue,
        traits=DECLARES,
        model=MODEL,
    )
    def __init__(
        self,
        src: TPosition = TPosition.VECIN,
        dst: TPosition = TPosition.VECIN,
        depth: Const[int] = 0,
        mask: Const[int] = 0,
    ) -> None:
        """A queue.

        Args:
            src: position in which tensors are enqueued; it decides the memory.
            dst: position in which they are dequeued.
            depth: tensors that may be enqueued at once, 0..64, a constant; 0 for tensors filled in place.
            mask: conversion between formats on the way, which Atlas A2 and A3 don't have: 0.
        """

    @api(
        "AllocTensor",
        template=("dtype",),
        result=_local,
        verify=_needs_depth("alloc_tensor", False),
        role=_taken(FILLED, _FIRST),
        model=MODEL,
    )
    def alloc_tensor(self, dtype: DataType) -> LocalTensor:
        """Takes a free buffer of the queue, once what used it before is done; Ascend C's ``AllocTensor``.

        At most 8 tensors of a position are allocated at once.
        """

    @alloc_tensor.overload(
        name="into",
        emit=_emit_with_tensor("AllocTensor"),
        result=None,
        verify=_needs_depth("alloc_tensor", True),
        role=_taken(FILLED, _FIRST, "tensor"),
    )
    def _(self, tensor: Dst[LocalTensor]) -> None:
        """Takes a free buffer of a queue of depth 0 and makes *tensor* stand for it."""

    @api("EnQue", role=HANDED_ON, model=MODEL)
    def enque(self, tensor: InOut[LocalTensor]) -> None:
        """Puts a tensor into the queue, once what writes it is done; Ascend C's ``EnQue``."""

    @enque.overload(
        name="positions",
        template=("src_user_pos", "dst_user_pos"),
        verify=_between("enque"),
        role=Work(pipe=_held_by(FILLED, ("src_user_pos",)), hands_on=True),
    )
    def _(self, tensor: InOut[LocalTensor], src_user_pos: TPosition, dst_user_pos: TPosition) -> None:
        """Puts a tensor into the queue, between the given positions (GM, VECIN, VECOUT, VECCALC; not GM twice)."""

    @enque.overload(name="handle")
    def _(self, buf: TBufHandle) -> None:
        """Puts a buffer that ``deque`` gave as a handle into the queue."""

    @api(
        "DeQue",
        template=("dtype",),
        result=_local,
        verify=_needs_depth("deque", False),
        role=_taken(EMPTIED, _LAST),
        model=MODEL,
    )
    def deque(self, dtype: DataType) -> LocalTensor:
        """Takes the oldest tensor out of the queue, which must not be empty; Ascend C's ``DeQue``."""

    @deque.overload(
        name="into",
        emit=_emit_with_tensor("DeQue"),
        result=None,
        verify=_needs_depth("deque", True),
        role=_taken(EMPTIED, _LAST, "tensor"),
    )
    def _(self, tensor: Dst[LocalTensor]) -> None:
        """Takes the tensor out of a queue of depth 0 and makes *tensor* stand for it."""

    @deque.overload(
        name="positions",
        template=("src_user_pos", "dst_user_pos", "dtype"),
        verify=_between("deque"),
        role=_taken(EMPTIED, ("dst_user_pos",)),
    )
    def _(self, dtype: DataType, src_user_pos: TPosition, dst_user_pos: TPosition) -> LocalTensor:
        """Takes the oldest tensor out of the queue, between the given positions (GM, VECIN, VECOUT, VECCALC)."""

    @deque.overload(name="handle", template=(), result=lambda b: make(TBufHandle))
    def _(self) -> TBufHandle:
        """Takes the oldest buffer out of the queue, as a handle."""

    @api("FreeTensor", emit=_emit_with_tensor("FreeTensor"), role=GIVEN_BACK, traits=("gives_back",), model=MODEL)
    def free_tensor(self, tensor: InOut[LocalTensor]) -> None:
        """Gives a tensor's buffer back to the queue; Ascend C's ``FreeTensor``."""

    @api("FreeAllEvent", verify=_needs_depth("free_all_event", False), model=MODEL)
    def free_all_event(self) -> None:
        """Frees all events of the queue's buffers, once nothing works on them; Ascend C's ``FreeAllEvent``."""

    @api("GetTensorCountInQue", reads_state=True, verify=_needs_depth("get_tensor_count_in_que", False), model=MODEL)
    def get_tensor_count_in_que(self) -> int:
        """Number of tensors in the queue, an int32; Ascend C's ``GetTensorCountInQue``."""

    @api("HasIdleBuffer", reads_state=True, verify=_needs_depth("has_idle_buffer", False), model=MODEL)
    def has_idle_buffer(self) -> bool:
        """True when a buffer is free; Ascend C's ``HasIdleBuffer``."""

    @api("HasTensorInQue", reads_state=True, verify=_needs_depth("has_tensor_in_que", False), model=MODEL)
    def has_tensor_in_que(self) -> bool:
        """True when the queue holds a tensor; Ascend C's ``HasTensorInQue``."""

    @api("VacantInQue", reads_state=True, verify=_needs_depth("vacant_in_que", False), model=MODEL)
    def vacant_in_que(self) -> bool:
        """True when another tensor can be enqueued; Ascend C's ``VacantInQue``."""

    @api("InitStartBufHandle", verify=_check_handles, model=MODEL)
    def init_start_buf_handle(self, start_buf_handle: TBufHandle, num: Buffers, len: UInt32) -> None:
        """Gives the queue its buffers, for pools of one's own; Ascend C's ``InitStartBufHandle``.

        Args:
            start_buf_handle: the first of them.
            num: number of buffers; 1 for a TBuf.
            len: length of each in bytes.
        """

    @api(
        "InitBufHandle",
        text="{self}.InitBufHandle(&{buf_pool}, {index}, {buf_handle}, {cur_pool_addr}, {len})",
        model=MODEL,
    )
    def init_buf_handle(
        self, buf_pool: pipe.TBufPool, index: UInt32, buf_handle: TBufHandle, cur_pool_addr: UInt32, len: UInt32
    ) -> None:
        """Gives a buffer its memory, for pools of one's own; Ascend C's ``InitBufHandle``.

        Args:
            buf_pool: the pool.
            index: number of the buffer in the queue.
            buf_handle: the buffer.
            cur_pool_addr: its address, in bytes from the memory's start, a multiple of 32.
            len: its length in bytes; it is rounded up to 32.
        """

    @init_buf_handle.overload(
        name="at",
        text="{self}.InitBufHandle(&{buf_pool}, {index}, {buf_handle}, "
        "static_cast<uint32_t>(reinterpret_cast<uintptr_t>({cur_pool_addr})), {len})",
    )
    def _(
        self, buf_pool: pipe.TBufPool, index: UInt32, buf_handle: TBufHandle, cur_pool_addr: TBufHandle, len: UInt32
    ) -> None:
        """The same with the address as a handle."""


@ir_type("tque", cpp="TQue<{pos}, {depth}>", parameters=("pos", "depth"))
class TQue(TQueBind):
    """A queue of tensors between a copy and a computation; Ascend C's ``TQue``."""

    @constructor(
        "TQue",
        result=lambda b: make(TQue, b["pos"], b["depth"]),
        text="",
        verify=_check_queue,
        traits=DECLARES,
        model=MODEL,
    )
    def __init__(self, pos: TPosition = TPosition.VECIN, depth: Const[int] = 1, mask: Const[int] = 0) -> None:
        """A queue.

        Args:
            pos: position; it decides the memory and the pipes before and after.
            depth: tensors that may be enqueued at once, 0..64, a constant; 0 for tensors filled in place.
            mask: conversion between formats on the way, which Atlas A2 and A3 don't have: 0.
        """


@ir_type("tbuf", cpp="TBuf<{pos}>", parameters=("pos",))
class TBuf(TQueBind):
    """A buffer for temporary values; Ascend C's ``TBuf``. ``TPipe.init_buffer`` gives it its memory."""

    @constructor(
        "TBuf",
        result=lambda b: make(TBuf, b["pos"]),
        text="",
        traits=DECLARES,
        role=Place(MEMORIES, ("pos",)),
        model=MODEL,
    )
    def __init__(self, pos: TPosition) -> None:
        """A buffer at *pos*, which decides the memory."""

    @api(
        "Get",
        template=("dtype",),
        order=("len",),
        result=_local,
        build=_build_get,
        role=View(size="len"),
        model=MODEL,
    )
    def get(
        self, dtype: DataType, len: UInt32 | None = None, shape: Const[int | list[int] | tuple[int, ...]] | None = None
    ) -> LocalTensor:
        """The buffer as a tensor; Ascend C's ``Get``.

        Args:
            dtype: type of the elements.
            len: number of elements; all of the buffer without it.
            shape: sizes whose product is the number of elements, where *len* isn't given.
        """

    @get.overload(name="shape", build=lambda builder, self, dtype, shape: _build_get(builder, self, dtype, None, shape))
    def _of_shape(self, dtype: DataType, shape: Const[int | list[int] | tuple[int, ...]] | None = None) -> LocalTensor:
        """As many elements of the buffer as *shape* has."""

    @api(
        "GetWithOffset",
        template=("dtype",),
        result=_local,
        verify=_check_offset,
        role=View(offset="buf_offset", bytes=True, size="size"),
        model=MODEL,
    )
    def get_with_offset(self, size: UInt32, buf_offset: UInt32, dtype: DataType) -> LocalTensor:
        """A part of the buffer as a tensor; Ascend C's ``GetWithOffset``.

        Args:
            size: number of elements.
            buf_offset: begin of the part, in bytes from that of the buffer, a multiple of 32.
            dtype: type of the elements.
        """
