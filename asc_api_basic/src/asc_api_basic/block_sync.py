"""Synchronisation of a core's pipes, and of cores."""

from __future__ import annotations

from asc_api_core.enums import HardEvent, MemDsbT, PipeID
from asc_api_core.tensor import GlobalTensor, LocalTensor
from asc_plugins import Const, InOut, UInt8, UInt16, api


@api("DataSyncBarrier", template=("arg0",))
def data_sync_barrier(arg0: MemDsbT) -> None:
    """Following instructions wait until the scalar unit's accesses to the memory *arg0* are done."""


@api("SetFlag", template=("event",))
def set_flag(event: HardEvent, event_id: int = 0) -> None:
    """The first pipe of *event* sets flag *event_id* (0..7; 6 and 7 are reserved) when its work so far is done."""


@api("WaitFlag", template=("event",))
def wait_flag(event: HardEvent, event_id: int = 0) -> None:
    """The second pipe of *event* waits for flag *event_id* and clears it."""


@api("PipeBarrier", template=("pipe",))
def pipe_barrier(pipe: PipeID) -> None:
    """*pipe* (or all pipes, ``PIPE_ALL``) starts nothing before its work so far is done."""


@api("CrossCoreSetFlag", template=("mode_id", "pipe"))
def cross_core_set_flag(flag_id: UInt16, mode_id: Const[int], pipe: Const[PipeID]) -> None:
    """Sets a flag of other cores when *pipe* has done its work so far.

    Args:
        flag_id: number of the flag, 0..10.
        mode_id: 0 all AIC or all AIV cores, 1 the two AIVs of a block, 2 the AIC and the AIVs of a block.
        pipe: the pipe that sets the flag.
    """


@api("CrossCoreWaitFlag", template=("mode_id", "pipe"))
def cross_core_wait_flag(
    flag_id: UInt16, mode_id: Const[int] = 0, pipe: Const[PipeID] = PipeID.PIPE_S
) -> None:
    """*pipe* waits for the flag *flag_id* set by ``cross_core_set_flag``; *mode_id* is the one it was set with."""


@api("SyncAll", template=("is_aiv_only",))
def sync_all(is_aiv_only: Const[bool] = True) -> None:
    """Waits until all cores (all AIV cores with *is_aiv_only*) are here, by hardware flags."""


@sync_all.overload(name="workspace")
def _(
    gm_workspace: InOut[GlobalTensor],
    ub_workspace: InOut[LocalTensor],
    used_cores: int = 0,
    is_aiv_only: Const[bool] = True,
) -> None:
    """Waits until all cores are here, by flags in memory: 32 bytes a core in each workspace, zeroed before launch."""


@api("IBSet", template=("is_aiv_only",))
def ib_set(
    gm_workspace: InOut[GlobalTensor], ub_workspace: InOut[LocalTensor], block_idx: int, event_id: UInt8,
    is_aiv_only: Const[bool] = True,
) -> None:  # fmt: skip
    """Tells the core that waits in ``ib_wait`` that this block has come here."""


@api("IBWait", template=("is_aiv_only",))
def ib_wait(
    gm_workspace: InOut[GlobalTensor], ub_workspace: InOut[LocalTensor], block_idx: int, event_id: UInt8,
    is_aiv_only: Const[bool] = True,
) -> None:  # fmt: skip
    """Waits until block *block_idx* has come to its ``ib_set``."""
