"""Allocation of tensors without TPipe."""

from __future__ import annotations

from typing import Any

from asc_plugins import Const, DataType, IRValue, UInt32, api, constructor, ir_type, make

from .enums import Hardware, TPosition
from .tensor import LocalTensor


def _local(bound: dict[str, Any]) -> Any:
    return make(LocalTensor, bound["data_type"])


@ir_type("local_mem_allocator", cpp="LocalMemAllocator<{hard}>", parameters=("hard",))
class LocalMemAllocator(IRValue):
    """Hands out the space of one memory front to back; Ascend C's ``LocalMemAllocator``.

    It can't be used together with TPipe.
    """

    @constructor(
        "LocalMemAllocator", result=lambda b: make(LocalMemAllocator, b["hard"]), text="", model="allocator.h"
    )
    def __init__(self, hard: Hardware = Hardware.UB) -> None:
        """An allocator of the memory *hard*."""

    @api("GetCurAddr", reads_state=True, model="allocator.h")
    def get_cur_addr(self) -> UInt32:
        """Offset in bytes at which the next tensor will begin."""

    @api("Alloc", template=("pos", "data_type", "tile_size"), result=_local, model="allocator.h")
    def alloc(self, pos: TPosition, data_type: DataType, tile_size: Const[int]) -> LocalTensor:
        """A tensor of *tile_size* (a constant) elements."""

    @alloc.overload(name="dynamic", template=("pos", "data_type"))
    def _(self, pos: TPosition, data_type: DataType, tile_size: UInt32) -> LocalTensor:
        """A tensor of *tile_size* (a run-time number) elements."""
