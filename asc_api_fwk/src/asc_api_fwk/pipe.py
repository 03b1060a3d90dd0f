"""The pipe object that hands out a core's memories, and pools of buffers."""

from __future__ import annotations

from typing import Annotated, Any

from asc_api_core.enums import HardEvent, TPosition
from asc_api_core.positions import MEMORIES
from asc_plugins import CallError, Const, IRValue, Scalar, Takes, UInt32, UInt64, Work, api, constructor, ir_type, make
from asc_plugins.emit import Emitter, OpText

from . import queue

MODEL = "tpipe.h"

MAX_POOL_BUFFERS = 16
POOL_POSITIONS = (
    TPosition.VECIN, TPosition.VECOUT, TPosition.VECCALC, TPosition.A1, TPosition.B1, TPosition.C1,
)  # fmt: skip

SETTLES = Work(settles=True)
READIES = ("readies_queue",)
RELEASES = ("releases_buffers",)
#: What gives buffers and pools a part of a memory.
_POSITION = ("pos", "src")
BUFFER = Takes("buf", MEMORIES, _POSITION, ("len", "num"))
BUFFERS = Takes("que", MEMORIES, _POSITION, ("len",), count="num")
POOL = Takes("buf_pool", MEMORIES, _POSITION, ("len",), shares="share_buf")

EventId = Annotated[int, Scalar("int32", ge=0, le=7)]


def _check_pool(bound: dict[str, Any]) -> None:
    if bound["pos"] not in POOL_POSITIONS:
        raise CallError(
            f"'pos' is TPosition.{bound['pos'].name}; it must be one of {', '.join(p.name for p in POOL_POSITIONS)}",
            code="ASC-E302",
        )
    if not 1 <= bound["buf_id_size"] <= MAX_POOL_BUFFERS:
        raise CallError(f"'buf_id_size' is {bound['buf_id_size']}; it must be 1..{MAX_POOL_BUFFERS}", code="ASC-E302")


def _is_zero(value: Any) -> bool:
    return isinstance(value, int) and value == 0


def _check_buffer(bound: dict[str, Any]) -> None:
    if _is_zero(bound["num"]):
        raise CallError("'num' is 0 bytes; a buffer has at least 1", code="ASC-E302")


def _check_length(bound: dict[str, Any]) -> None:
    if _is_zero(bound["len"]):
        raise CallError("'len' is 0 bytes; it must be at least 1", code="ASC-E302")


def _check_queue(bound: dict[str, Any]) -> None:
    if isinstance(bound["que"], queue.TBuf):
        raise CallError("a TBuf has one buffer: init_buffer takes the TBuf and its length in bytes", code="ASC-E301")
    if _is_zero(bound["num"]):
        raise CallError("'num' is 0; a queue has at least 1 buffer", code="ASC-E302")
    _check_length(bound)


@ir_type("tbuf_pool", cpp="TBufPool<{pos}, {buf_id_size}>", parameters=("pos", "buf_id_size"))
class TBufPool(IRValue):
    """A part of UB or L1 that hands out its own buffers; Ascend C's ``TBufPool``.

    ``init_buf_pool`` of a TPipe or of another pool gives it its memory. Pools that share memory are used in turn, with
    ``reset`` between.
    """

    @constructor(
        "TBufPool",
        result=lambda b: make(TBufPool, b["pos"], b["buf_id_size"]),
        text="",
        verify=_check_pool,
        model=MODEL,
    )
    def __init__(self, pos: TPosition, buf_id_size: Const[int] = 4) -> None:
        """A pool.

        Args:
            pos: VECIN, VECOUT or VECCALC for UB, A1, B1 or C1 for L1.
            buf_id_size: the most buffers it can give, 1..16, a constant.
        """

    @api("InitBufPool", verify=_check_length, role=POOL, model=MODEL)
    def init_buf_pool(self, buf_pool: TBufPool, len: UInt32 = 0, share_buf: TBufPool | None = None) -> None:
        """Gives another pool a part of this one; Ascend C's ``InitBufPool``.

        Args:
            buf_pool: the pool, whose ``buf_id_size`` is not more than this one has left.
            len: length in bytes, at least 1; it is rounded up to 32.
            share_buf: a pool whose memory *buf_pool* has too; its length is at least *len*.
        """

    @api("InitBuffer", verify=_check_buffer, traits=READIES, role=BUFFER, model=MODEL)
    def init_buffer(self, buf: queue.TBuf, num: UInt32 = 0) -> None:
        """Gives *buf* a buffer of *num* bytes of this pool, rounded up to 32; Ascend C's ``InitBuffer``."""

    @init_buffer.overload(name="len", verify=_check_length)
    def _(self, buf: queue.TBuf, *, len: UInt32) -> None:
        """Gives *buf* a buffer of *len* bytes."""

    @init_buffer.overload(name="que", verify=_check_queue, role=BUFFERS)
    def _(self, que: queue.TQueBind, num: queue.Buffers = 0, len: UInt32 = 0) -> None:
        """Gives *que* *num* buffers of *len* bytes each of this pool, rounded up to 32."""

    @api("Reset", role=SETTLES, model=MODEL)
    def reset(self) -> None:
        """Ends the use of the pool's buffers, so that a pool which shares its memory may be used.

        The buffers may be used again later; new ones need ``init_buf_pool`` first. Ascend C's ``Reset``.
        """


@ir_type("tpipe", cpp="TPipe")
class TPipe(IRValue):
    """The object that manages a core's memories and events; Ascend C's ``TPipe``. A kernel has one."""

    @constructor("TPipe", result=lambda b: make(TPipe), text="", traits=("unique",), model=MODEL)
    def __init__(self) -> None:
        """Takes the core's memories."""

    @api("Init", traits=RELEASES, model=MODEL)
    def init(self) -> None:
        """Takes the core's memories again after ``destroy``; Ascend C's ``Init``."""

    @api("Destroy", traits=RELEASES, model=MODEL)
    def destroy(self) -> None:
        """Waits for all pipes and gives memories and events back; Ascend C's ``Destroy``."""

    @api("Reset", role=SETTLES, traits=RELEASES, model=MODEL)
    def reset(self) -> None:
        """Takes all buffers and events back, as after the constructor; Ascend C's ``Reset``."""

    @api("InitBuffer", verify=_check_buffer, traits=READIES, role=BUFFER, model=MODEL)
    def init_buffer(self, buf: queue.TBuf, num: UInt32 = 0) -> None:
        """Gives *buf* a buffer of *num* bytes, rounded up to 32; Ascend C's ``InitBuffer``.

        A kernel has at most 64 buffers.
        """

    @init_buffer.overload(name="len", verify=_check_length)
    def _(self, buf: queue.TBuf, *, len: UInt32) -> None:
        """Gives *buf* a buffer of *len* bytes."""

    @init_buffer.overload(name="que", verify=_check_queue, role=BUFFERS)
    def _(self, que: queue.TQueBind, num: queue.Buffers = 0, len: UInt32 = 0) -> None:
        """Gives *que* *num* buffers of *len* bytes each; *len* is rounded up to 32."""

    @api("InitBufPool", verify=_check_length, role=POOL, model=MODEL)
    def init_buf_pool(self, buf_pool: TBufPool, len: UInt32 = 0, share_buf: TBufPool | None = None) -> None:
        """Gives a pool its memory; Ascend C's ``InitBufPool``.

        Args:
            buf_pool: the pool.
            len: length in bytes, at least 1; it is rounded up to 32.
            share_buf: a pool whose memory *buf_pool* has too; its length is at least *len*.
        """

    @api("AllocEventID", text="{self}.AllocEventID<{event}>()", model=MODEL)
    def alloc_event_id(self, event: HardEvent = HardEvent.V_S) -> int:
        """Reserves one of the 8 event ids of *event* until ``release_event_id``; Ascend C's ``AllocEventID``."""

    @api("ReleaseEventID", text="{self}.ReleaseEventID<{event}>({id})", model=MODEL)
    def release_event_id(self, id: EventId, event: HardEvent = HardEvent.V_S) -> None:
        """Gives an event id that ``alloc_event_id`` reserved back; Ascend C's ``ReleaseEventID``."""

    @api("FetchEventID", reads_state=True, text="{self}.FetchEventID<{event}>()", model=MODEL)
    def fetch_event_id(self, event: HardEvent = HardEvent.V_S) -> int:
        """A free event id of *event* for immediate use, without reserving it; Ascend C's ``FetchEventID``."""

    @api(
        "GetBaseAddr",
        emit=lambda op, emitter: _emit_base_address(op),
        reads_state=True,
        model=MODEL,
    )
    def get_base_addr(self, logic_pos: TPosition | None = None) -> UInt64:
        """Address of the begin of a memory, which tensors' addresses count from (Model only); ``GetBaseAddr``.

        Args:
            logic_pos: the position; VECIN without it.
        """


def _emit_base_address(op: OpText) -> str:
    position = TPosition.VECIN.cpp if op.attribute("logic_pos") is None else op.cpp("logic_pos")
    return f"reinterpret_cast<uint64_t>({op.operand('self')}.GetBaseAddr(static_cast<int8_t>({position})))"


def _emit_tpipe_ptr(op: OpText, emitter: Emitter) -> str:
    return emitter.declare("TPipe&", "pipe", "*GetTPipePtr()")


@api("GetTPipePtr", result=lambda b: make(TPipe), emit=_emit_tpipe_ptr, model=MODEL)
def get_tpipe_ptr() -> Any:
    """The kernel's TPipe; Ascend C's ``GetTPipePtr``."""
