"""Blocks that run a part of the kernel one after the other, for results that don't depend on their speed."""

from __future__ import annotations

from asc_api_core.tensor import GlobalTensor, LocalTensor
from asc_plugins import Family, InOut

ordered = Family(
    """
    For kernels of AIV cores only. ``init_determine_compute_workspace`` comes first, then each block calls
    ``wait_pre_block`` and ``notify_next_block`` equally often.

    Args:
        gm_workspace: int32, 32 bytes a block.
        ub_workspace: int32, 32 bytes a block and 32 more, in VECIN, VECOUT or VECCALC.
    """,
    dtypes=("int32",),
    references=("gm_workspace", "ub_workspace"),
    model="determine_compute_sync.h",
)


@ordered.overload
def _(gm_workspace: InOut[GlobalTensor], ub_workspace: InOut[LocalTensor]) -> None: ...


init_determine_compute_workspace = ordered(
    "init_determine_compute_workspace",
    "InitDetermineComputeWorkspace",
    doc="Prepares the workspaces; Ascend C's ``InitDetermineComputeWorkspace``.",
)
wait_pre_block = ordered(
    "wait_pre_block", "WaitPreBlock", doc="Waits until the block before this one is done; Ascend C's ``WaitPreBlock``."
)
notify_next_block = ordered(
    "notify_next_block", "NotifyNextBlock", doc="Lets the next block go on; Ascend C's ``NotifyNextBlock``."
)
