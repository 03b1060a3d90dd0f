"""Switches of the cube unit, and the kernel's environment."""

from __future__ import annotations

from typing import Any

from asc_plugins import CallError, Const, Family, GlobalAddress, PointerType, api
from asc_plugins.dtypes import uint8
from asc_plugins.emit import OpText

MODEL = "system.h"


def _bytes(bound: object) -> PointerType:
    return PointerType(uint8)


@api("SetHF32Mode", model=MODEL)
def set_hf32_mode(hf32_mode: bool) -> None:
    """Rounds float32 sources of ``mmad`` to HF32 (11 bits of mantissa) first, or not; Ascend C's ``SetHF32Mode``."""


@api("SetHF32TransMode", model=MODEL)
def set_hf32_trans_mode(trans_mode: bool) -> None:
    """How ``mmad`` rounds to HF32: to nearest, ties to even (False) or towards zero (True).

    Ascend C's ``SetHF32TransMode``.
    """


@api("SetMMLayoutTransform", model=MODEL)
def set_mm_layout_transform(mm_layout_mode: bool) -> None:
    """Order in which ``mmad`` makes its result: M first (False) or N first (True); it changes no number.

    Ascend C's ``SetMMLayoutTransform``.
    """


@api("InitSocState", model=MODEL)
def init_soc_state() -> None:
    """Resets what outlives a kernel: atomic writes, mask and mask mode, padding and limit of ``load_data``.

    A kernel without TPipe begins with it. Ascend C's ``InitSocState``.
    """


@api("GetSysWorkSpacePtr", result=_bytes, reads_state=True, model=MODEL)
def get_sys_workspace() -> GlobalAddress:
    """Address of the system's workspace of 16 MiB, uint8; Ascend C's ``GetSysWorkSpacePtr``."""


def _as_bytes(op: OpText, name: str) -> str:
    """An address as Ascend C takes a workspace's, ``uint8_t*``."""
    type_ = op.operand_type(name)
    is_bytes = isinstance(type_, PointerType) and type_.dtype is uint8
    return op.operand(name) if is_bytes else f"reinterpret_cast<__gm__ uint8_t*>({op.operand(name)})"


@api(
    "SetSysWorkspace",
    emit=lambda op, emitter: f"SetSysWorkspace({_as_bytes(op, 'workspace')})",
    model=MODEL,
)
def set_sys_workspace(workspace: GlobalAddress) -> None:
    """Sets the system's workspace where none is set yet; Ascend C's ``SetSysWorkspace``."""


def _check_index(bound: dict[str, Any]) -> None:
    if bound["index"] not in (0, 1):
        raise CallError(f"'index' is {bound['index']}; it must be 0 or 1", code="ASC-E302")


@api("GetHcclContext", template=("index",), result=_bytes, reads_state=True, verify=_check_index, model=MODEL)
def get_hccl_context(index: Const[int]) -> GlobalAddress:
    """Address of the collective communication's context *index* (0 or 1), uint8; Ascend C's ``GetHcclContext``."""


@api(
    "SetHcclContext",
    emit=lambda op, emitter: f"SetHcclContext<{op.attribute('index')}>({_as_bytes(op, 'context')})",
    verify=_check_index,
    model=MODEL,
)
def set_hccl_context(index: Const[int], context: GlobalAddress) -> None:
    """Sets the collective communication's context *index* (0 or 1); Ascend C's ``SetHcclContext``."""


core_kind = Family(pure=True, model=MODEL)


@core_kind.overload
def _() -> bool: ...


ascend_is_aic = core_kind(
    "ascend_is_aic",
    "ASCEND_IS_AIC",
    text="(g_coreType == AscendC::AIC)",
    doc="True on an AIC (cube) core; ``ASCEND_IS_AIC``.",
)
ascend_is_aiv = core_kind(
    "ascend_is_aiv",
    "ASCEND_IS_AIV",
    text="(g_coreType == AscendC::AIV)",
    doc="True on an AIV (vector) core; ``ASCEND_IS_AIV``.",
)
