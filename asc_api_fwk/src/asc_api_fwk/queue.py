"""Queues and buffers in a core's memories."""

from __future__ import annotations

import math
from typing import Any

from asc_api_core.enums import TPosition
from asc_api_core.tensor import LocalTensor
from asc_plugins import CallError, Const, DataType, Dst, IRValue, Src, UInt32, api, constructor, ir_type, make

MODEL = "tque.h"


def _local(bound: dict[str, Any]) -> Any:
    return make(LocalTensor, bound["dtype"])


def _same_tensor(bound: dict[str, Any]) -> Any:
    return bound["tensor"].ir_type


def _positive(name: str, least: int = 0) -> Any:
    def check(bound: dict[str, Any]) -> None:
        if bound[name] < least:
            raise CallError(f"'{name}' is {bound[name]}; it must be at least {least}", code="ASC-E302")

    return check


def _build_get(builder: Any, self: TBuf, dtype: DataType, len: Any, shape: Any) -> Any:
    if shape is not None:
        if len is not None:
            raise CallError("TBuf.get takes 'len' or 'shape', not both", code="ASC-E301")
        len = math.prod([shape] if isinstance(shape, int) else shape)
    return TBuf.get.overloads[0].lower(
        builder, {"self": self, "dtype": dtype, "len": len, "shape": None}, self
    )


@ir_type("tbuf_handle", cpp="TBufHandle")
class TBufHandle(IRValue):
    """The framework's handle of a buffer."""


@ir_type(
    "tque_bind", cpp="TQueBind<{src}, {dst}, {depth}, {mask}>", parameters=("src", "dst", "depth", "mask")
)
class TQueBind(IRValue):
    """A queue of tensors from one position to another; Ascend C's ``TQueBind``."""

    @constructor(
        "TQueBind",
        result=lambda b: make(TQueBind, b["src"], b["dst"], b["depth"], b["mask"]),
        text="",
        verify=_positive("depth"),
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
            src: position in which tensors are enqueued.
            dst: position in which they are dequeued.
            depth: tensors that may be enqueued at once; a constant.
            mask: 1 turns ND into NZ on the way, 2 the other way round; a constant.
        """

    @api("AllocTensor", template=("dtype",), result=_local, model=MODEL)
    def alloc_tensor(self, dtype: DataType) -> LocalTensor:
        """Takes a free buffer of the queue; waits until what used it before is done."""

    @alloc_tensor.overload(name="into", template=("tensor",), result=None)
    def _(self, tensor: Dst[LocalTensor]) -> None:
        """Takes a free buffer of the queue and makes *tensor* stand for it."""

    @api("EnQue", model=MODEL)
    def enque(self, tensor: Src[LocalTensor]) -> None:
        """Puts a tensor into the queue, once what writes it is done."""

    @enque.overload(name="positions", template=("src_user_pos", "dst_user_pos"))
    def _(self, tensor: Src[LocalTensor], src_user_pos: TPosition, dst_user_pos: TPosition) -> None:
        """Puts a tensor into the queue, between the given positions."""

    @api("DeQue", template=("dtype",), result=_local, model=MODEL)
    def deque(self, dtype: DataType) -> LocalTensor:
        """Takes the oldest tensor out of the queue."""

    @deque.overload(name="into", template=("tensor",), result=None)
    def _(self, tensor: Dst[LocalTensor]) -> None:
        """Takes the oldest tensor out of the queue and makes *tensor* stand for it."""

    @deque.overload(name="positions", template=("src_user_pos", "dst_user_pos", "dtype"))
    def _(self, dtype: DataType, src_user_pos: TPosition, dst_user_pos: TPosition) -> LocalTensor:
        """Takes the oldest tensor out of the queue, between the given positions."""

    @api("FreeTensor", model=MODEL)
    def free_tensor(self, tensor: Src[LocalTensor]) -> None:
        """Gives a tensor's buffer back to the queue."""

    @api("FreeAllEvent", model=MODEL)
    def free_all_event(self) -> None:
        """Frees all events of the queue's buffers."""

    @api("GetTensorCountInQue", reads_state=True, model=MODEL)
    def get_tensor_count_in_que(self) -> int:
        """Number of tensors in the queue."""

    @api("HasIdleBuffer", reads_state=True, model=MODEL)
    def has_idle_buffer(self) -> bool:
        """True when a buffer is free."""

    @api("HasTensorInQue", reads_state=True, model=MODEL)
    def has_tensor_in_que(self) -> bool:
        """True when the queue holds a tensor."""

    @api("VacantInQue", reads_state=True, model=MODEL)
    def vacant_in_que(self) -> bool:
        """True when a tensor can be enqueued."""

    @api(
        "InitStartBufHandle",
        text="{self}.InitStartBufHandle(&{start_buf_handle}, {num}, {len})",
        model=MODEL,
    )
    def init_start_buf_handle(self, start_buf_handle: TBufHandle, num: UInt32, len: UInt32) -> None:
        """Gives the queue its first buffer, the number of buffers and their length in bytes (own buffer pools)."""


@ir_type("tque", cpp="TQue<{pos}, {depth}>", parameters=("pos", "depth"))
class TQue(TQueBind):
    """A queue of tensors between a copy and a computation; Ascend C's ``TQue``."""

    @constructor(
        "TQue",
        result=lambda b: make(TQue, b["pos"], b["depth"]),
        text="",
        verify=_positive("depth"),
        model=MODEL,
    )
    def __init__(self, pos: TPosition = TPosition.VECIN, depth: Const[int] = 1) -> None:
        """A queue at *pos* that holds up to *depth* (a constant) tensors at once."""


@ir_type("tbuf", cpp="TBuf<{pos}>", parameters=("pos",))
class TBuf(TQueBind):
    """A buffer for temporary values; Ascend C's ``TBuf``."""

    @constructor("TBuf", result=lambda b: make(TBuf, b["pos"]), text="", model=MODEL)
    def __init__(self, pos: TPosition) -> None:
        """A buffer at *pos*."""

    @api("Get", template=("dtype",), order=("len",), result=_local, build=_build_get, model=MODEL)
    def get(
        self, dtype: DataType, len: UInt32 | None = None, shape: Const[int | list | tuple] | None = None
    ) -> LocalTensor:
        """The buffer as a tensor.

        Args:
            dtype: type of the elements.
            len: number of elements; all of the buffer without it.
            shape: sizes whose product is the number of elements, where *len* isn't given.
        """

    @api("GetWithOffset", template=("dtype",), result=_local, model=MODEL)
    def get_with_offset(self, size: UInt32, buf_offset: UInt32, dtype: DataType) -> LocalTensor:
        """*size* elements of the buffer that begin *buf_offset* bytes after its begin, a multiple of 32."""
