"""The pipe object that hands out a core's memories, and pools of buffers."""

from __future__ import annotations

from typing import Any

from asc_api_core.enums import HardEvent, TPosition
from asc_plugins import Const, IRValue, UInt32, UInt64, api, constructor, ir_type, make
from asc_plugins.emit import Emitter, OpText

from .queue import TBuf, TQueBind

MODEL = "tpipe.h"


@ir_type("tbuf_pool", cpp="TBufPool<{pos}, {buf_id_size}>", parameters=("pos", "buf_id_size"))
class TBufPool(IRValue):
    """A part of a memory that hands out its own buffers; Ascend C's ``TBufPool``."""

    @constructor(
        "TBufPool", result=lambda b: make(TBufPool, b["pos"], b["buf_id_size"]), text="", model=MODEL
    )
    def __init__(self, pos: TPosition, buf_id_size: Const[int] = 4) -> None:
        """A pool at *pos* for up to *buf_id_size* (a constant) buffers."""

    @api("InitBufPool", model=MODEL)
    def init_buf_pool(self, buf_pool: TBufPool, len: UInt32 = 0, share_buf: TBufPool | None = None) -> None:
        """Gives *buf_pool* *len* bytes of this pool, the same as *share_buf* has where that is given."""

    @api("InitBuffer", model=MODEL)
    def init_buffer(self, buf: TBuf, num: UInt32 = 0) -> None:
        """Gives *buf* a buffer of *num* bytes of this pool."""

    @init_buffer.overload(name="que")
    def _(self, que: TQueBind, num: UInt32 = 0, len: UInt32 = 0) -> None:
        """Gives *que* *num* buffers of *len* bytes each of this pool."""

    @api("Reset", model=MODEL)
    def reset(self) -> None:
        """Takes all buffers back."""


@ir_type("tpipe", cpp="TPipe")
class TPipe(IRValue):
    """The object that manages a core's memories and events; Ascend C's ``TPipe``. A kernel has one at a time."""

    @constructor("TPipe", result=lambda b: make(TPipe), text="", traits=("unique",), model=MODEL)
    def __init__(self) -> None:
        """Takes the core's memories."""

    @api("Init", model=MODEL)
    def init(self) -> None:
        """Takes the core's memories again after ``destroy``."""

    @api("Destroy", model=MODEL)
    def destroy(self) -> None:
        """Gives all memories and events back."""

    @api("Reset", model=MODEL)
    def reset(self) -> None:
        """Takes all buffers back."""

    @api("InitBuffer", model=MODEL)
    def init_buffer(self, buf: TBuf, num: UInt32 = 0) -> None:
        """Gives *buf* a buffer of *num* bytes."""

    @init_buffer.overload(name="que")
    def _(self, que: TQueBind, num: UInt32 = 0, len: UInt32 = 0) -> None:
        """Gives *que* *num* buffers of *len* bytes each; *len* is rounded up to 32 bytes."""

    @api("InitBufPool", model=MODEL)
    def init_buf_pool(self, buf_pool: TBufPool, len: UInt32 = 0, share_buf: TBufPool | None = None) -> None:
        """Gives *buf_pool* *len* bytes, the same as *share_buf* has where that is given."""

    @api("AllocEventID", template=("event",), reads_state=False, model=MODEL)
    def alloc_event_id(self, event: HardEvent = HardEvent.V_S) -> int:
        """Reserves an event id of *event*; ``release_event_id`` gives it back."""

    @api("ReleaseEventID", template=("event",), model=MODEL)
    def release_event_id(self, id: int, event: HardEvent = HardEvent.V_S) -> None:
        """Gives an event id back."""

    @api(
        "FetchEventID",
        template=("event",),
        reads_state=False,
        text="{self}.FetchEventID<{event}>()",
        model=MODEL,
    )
    def fetch_event_id(self, event: HardEvent = HardEvent.V_S) -> int:
        """An event id of *event* for immediate use, without reserving it."""

    @api("GetBaseAddr", reads_state=True, model=MODEL)
    def get_base_addr(self, logic_pos: TPosition | None = None) -> UInt64:
        """Address of the memory of *logic_pos*."""


def _emit_tpipe_ptr(op: OpText, emitter: Emitter) -> str:
    return emitter.declare("TPipe&", "pipe", "*GetTPipePtr()")


@api("GetTPipePtr", result=lambda b: make(TPipe), emit=_emit_tpipe_ptr, model=MODEL)
def get_tpipe_ptr() -> Any:
    """The kernel's TPipe."""
