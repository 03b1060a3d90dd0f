"""State of the vector and the cube unit, and of the kernel's environment."""

from __future__ import annotations

from asc_api_core.enums import MaskMode
from asc_api_core.tensor import GlobalTensor
from asc_plugins import Const, DataType, Family, GlobalAddress, Int64, PointerType, Src, UInt64, api
from asc_plugins.dtypes import uint8

MASK = "vec_mask.h"
SYSTEM = "system.h"


def _bytes(bound: object) -> PointerType:
    return PointerType(uint8)


mask_mode = Family(model=MASK)


@mask_mode.overload
def _() -> None: ...


set_mask_count = mask_mode(
    "set_mask_count",
    "SetMaskCount",
    doc="Counter mode: the mask is the number of elements of an instruction.",
)
set_mask_norm = mask_mode(
    "set_mask_norm",
    "SetMaskNorm",
    doc="Normal mode, as at the kernel's start: the mask selects elements of a repeat.",
)
reset_mask = mask_mode("reset_mask", "ResetMask", doc="All elements of a repeat take part.")


@api("SetVectorMask", template=("dtype", "mode"), order=("length",), model=MASK)
def set_vector_mask(length: int, dtype: DataType, mode: MaskMode = MaskMode.NORMAL) -> None:
    """Sets the mask that instructions with ``is_set_mask=False`` use.

    Args:
        length: the first *length* elements of a repeat, or in counter mode the number of elements.
        dtype: type of the elements.
        mode: the mask mode in force.
    """


@set_vector_mask.overload(name="bits", template=("dtype", "mode"), order=("mask_high", "mask_low"))
def _(mask_high: UInt64, mask_low: UInt64, dtype: DataType, mode: MaskMode = MaskMode.NORMAL) -> None:
    """Sets the mask by bits: *mask_low* for the first 64 elements of a repeat, *mask_high* for the others."""


switch = Family(model=SYSTEM)


@switch.overload
def _(hf32_mode: bool) -> None: ...


set_hf32_mode = switch(
    "set_hf32_mode", "SetHF32Mode", doc="Rounds float32 sources of ``mmad`` to HF32 first."
)


@api("SetHF32TransMode", model=SYSTEM)
def set_hf32_trans_mode(trans_mode: bool) -> None:
    """Rounding to HF32: to nearest, ties to even (False), or ties away from zero (True)."""


@api("SetMMLayoutTransform", model=SYSTEM)
def set_mm_layout_transform(mm_layout_mode: bool) -> None:
    """Order in which ``mmad`` makes its result: M first (False) or N first (True); it changes no number."""


@api("DataCachePreload", model=SYSTEM)
def data_cache_preload(src: Src[GlobalTensor], cache_offset: Int64) -> None:
    """Loads the data cache from *src* (uint64) at *cache_offset* bytes; it changes no result."""


@api("InitSocState", model=SYSTEM)
def init_soc_state() -> None:
    """Resets atomic mode, mask and the other states of the core that outlive a kernel."""


@api("GetSysWorkSpacePtr", result=_bytes, reads_state=True, model=SYSTEM)
def get_sys_workspace() -> GlobalAddress:
    """Address of the system's workspace."""


@api("SetSysWorkspace", model=SYSTEM)
def set_sys_workspace(workspace: GlobalAddress) -> None:
    """Sets the system's workspace."""


@api("GetHcclContext", template=("index",), result=_bytes, reads_state=True, model=SYSTEM)
def get_hccl_context(index: Const[int]) -> GlobalAddress:
    """Address of the collective communication's context *index* (0 or 1)."""


@api("SetHcclContext", template=("index",), model=SYSTEM)
def set_hccl_context(index: Const[int], context: GlobalAddress) -> None:
    """Sets the collective communication's context *index* (0 or 1)."""


core_kind = Family(pure=True, model=SYSTEM)


@core_kind.overload
def _() -> bool: ...


ascend_is_aic = core_kind(
    "ascend_is_aic", "ASCEND_IS_AIC", text="(g_coreType == AscendC::AIC)", doc="True on an AIC (cube) core."
)
ascend_is_aiv = core_kind(
    "ascend_is_aiv", "ASCEND_IS_AIV", text="(g_coreType == AscendC::AIV)", doc="True on an AIV (vector) core."
)
