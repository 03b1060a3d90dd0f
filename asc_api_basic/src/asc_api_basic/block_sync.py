"""Synchronisation of a core's pipes, and of cores."""

from __future__ import annotations

from typing import Annotated, Any

from asc_api_core.enums import HardEvent, MemDsbT, PipeID
from asc_api_core.tensor import GlobalTensor, LocalTensor
from asc_plugins import CallError, Const, Family, InOut, Scalar, Sync, api

EventId = Annotated[int, Scalar("int32", ge=0, le=7)]
FlagId = Annotated[int, Scalar("uint16", ge=0, le=15)]
Index = Annotated[int, Scalar("int32", ge=0)]
Cores = Annotated[int, Scalar("int32", ge=0)]

#: Pipes that work beside the scalar unit.
PIPES = tuple(getattr(PipeID, f"PIPE_{name}") for name in ("V", "M", "MTE1", "MTE2", "MTE3", "FIX"))
MODES = (0, 1, 2)
INT32 = ("int32",)
SETS, WAITS = ("sets_flag",), ("waits_flag",)

EVENTS = {tuple(event.name.split("_")): event.cpp for event in HardEvent}
BARRIERS: dict[tuple[str, ...], str] = {
    (pipe.name.removeprefix("PIPE_"),): pipe.cpp for pipe in (*PIPES, PipeID.PIPE_ALL)
}
CROSS_CORE = ("cross_core",)


def _one_of(value: Any, name: str, api: str, allowed: tuple[Any, ...]) -> None:
    if value not in allowed:
        listed = ", ".join(getattr(v, "name", str(v)) for v in allowed)
        shown = getattr(value, "name", value)
        raise CallError(f"asc.{api}: '{name}' is {shown}; it must be one of {listed}", code="ASC-E302")


def _check_barrier(bound: dict[str, Any]) -> None:
    if bound["pipe"] is PipeID.PIPE_S:
        raise CallError(
            "asc.pipe_barrier: the scalar unit keeps its order by itself",
            hint="use PipeID.PIPE_ALL to wait for all pipes",
            code="ASC-E302",
        )
    _one_of(bound["pipe"], "pipe", "pipe_barrier", (*PIPES, PipeID.PIPE_ALL))


def _check_cross_set(bound: dict[str, Any]) -> None:
    _one_of(bound["mode_id"], "mode_id", "cross_core_set_flag", MODES)
    _one_of(bound["pipe"], "pipe", "cross_core_set_flag", PIPES)


def _check_cross_wait(bound: dict[str, Any]) -> None:
    _one_of(bound["mode_id"], "mode_id", "cross_core_wait_flag", MODES)
    _one_of(bound["pipe"], "pipe", "cross_core_wait_flag", (*PIPES, PipeID.PIPE_S))


@api("DataSyncBarrier", template=("arg0",))
def data_sync_barrier(arg0: MemDsbT) -> None:
    """Following instructions wait until the accesses to memory before them are done; Ascend C's ``DataSyncBarrier``.

    Args:
        arg0: the memory whose accesses are waited for: DDR (global memory), UB, ALL (both) or SEQ.
    """


@api("SetFlag", template=("event",), traits=SETS, role=Sync("set", "event", EVENTS, "event_id"))
def set_flag(event: HardEvent, event_id: EventId = 0) -> None:
    """The first pipe of *event* sets a flag when its work so far is done; Ascend C's ``SetFlag``.

    Each flag is waited for once (``wait_flag``) before it is set again.

    Args:
        event: the two pipes, ``HardEvent.MTE2_V`` from MTE2 to V.
        event_id: number of the flag among those of *event*, 0..7; the toolchain uses 6 and 7 itself. With TPipe,
            ``alloc_event_id`` and ``fetch_event_id`` give free ones.
    """


@api("WaitFlag", template=("event",), traits=WAITS, role=Sync("wait", "event", EVENTS, "event_id"))
def wait_flag(event: HardEvent, event_id: EventId = 0) -> None:
    """The second pipe of *event* waits for a flag and clears it; Ascend C's ``WaitFlag``.

    Args:
        event: the two pipes, as in ``set_flag``.
        event_id: number of the flag, 0..7, as in ``set_flag``.
    """


@api("PipeBarrier", template=("pipe",), verify=_check_barrier, role=Sync("barrier", "pipe", BARRIERS))
def pipe_barrier(pipe: PipeID) -> None:
    """A pipe starts nothing before its work so far is done; Ascend C's ``PipeBarrier``.

    Args:
        pipe: the pipe, or ``PIPE_ALL`` for all; the scalar unit (``PIPE_S``) needs no barrier.
    """


@api("CrossCoreSetFlag", template=("mode_id", "pipe"), verify=_check_cross_set, traits=CROSS_CORE)
def cross_core_set_flag(flag_id: FlagId, mode_id: Const[int], pipe: Const[PipeID]) -> None:
    """Tells other cores that *pipe* has done its work so far; Ascend C's ``CrossCoreSetFlag``.

    The receivers' counter of the flag rises by one when all senders have set it; a counter reaches 15 at most.

    Args:
        flag_id: number of the flag, 0..15; ``sync_all`` uses 11 to 14 and Matmul the first ones.
        mode_id: 0 among all AIC or among all AIV cores, 1 among the AIV cores of a block, 2 between the AIC core and
            the AIV cores of a block.
        pipe: the pipe that sets the flag; PIPE_V, PIPE_M, PIPE_MTE1, PIPE_MTE2, PIPE_MTE3 or PIPE_FIX.
    """


@api("CrossCoreWaitFlag", template=("mode_id", "pipe"), verify=_check_cross_wait, traits=CROSS_CORE)
def cross_core_wait_flag(flag_id: FlagId, mode_id: Const[int] = 0, pipe: Const[PipeID] = PipeID.PIPE_S) -> None:
    """All pipes wait until the counter of a flag isn't 0, and lower it; Ascend C's ``CrossCoreWaitFlag``.

    Args:
        flag_id: number of the flag, 0..15.
        mode_id: the mode it was set with, 0..2.
        pipe: the pipe that waits; on Atlas A2 and A3 all do.
    """


@api("SyncAll", template=("is_aiv_only",), traits=CROSS_CORE)
def sync_all(is_aiv_only: Const[bool] = True) -> None:
    """Waits until all cores are here, by flags of the hardware; Ascend C's ``SyncAll``.

    Args:
        is_aiv_only: all AIV cores meet; False, in kernels of both kinds of core only: all cores meet.
    """


@sync_all.overload(name="workspace", dtypes=INT32, traits=())
def _(
    gm_workspace: InOut[GlobalTensor],
    ub_workspace: InOut[LocalTensor],
    used_cores: Cores = 0,
    is_aiv_only: Const[bool] = True,
) -> None:
    """Waits until the AIV cores are here, by counters in memory; Ascend C's ``SyncAll``.

    Args:
        gm_workspace: int32, 32 bytes a core, all 0 when the kernel starts.
        ub_workspace: int32, 32 bytes a core, in VECIN, VECOUT or VECCALC.
        used_cores: the first *used_cores* AIV cores meet, not more than there are; 0 stands for all.
        is_aiv_only: the kernel runs on AIV cores only.
    """


posts = Family(
    """
    Args:
        gm_workspace: int32, all 0 when the kernel starts; at least ``32 * (cores * event_id + block_idx + 1)`` bytes.
        ub_workspace: int32, 32 bytes in VECIN, VECOUT or VECCALC.
        block_idx: number of the block that sets the flag, below the number of cores.
        event_id: tells the flags of a block apart; at least 0.
        is_aiv_only: False in kernels of both kinds of core, where two AIV cores belong to a block.
    """,
    template=("is_aiv_only",),
    dtypes=INT32,
)


@posts.overload
def _(
    gm_workspace: InOut[GlobalTensor], ub_workspace: InOut[LocalTensor], block_idx: Index, event_id: Index,
    is_aiv_only: Const[bool] = True,
) -> None: ...  # fmt: skip


ib_set = posts("ib_set", "IBSet", doc="Tells the AIV core that waits in ``ib_wait`` that this one is here; ``IBSet``.")
ib_wait = posts(
    "ib_wait", "IBWait", doc="Waits until an AIV core has called ``ib_set`` with these arguments; ``IBWait``."
)
