"""Allocation of tensors without TPipe."""

from __future__ import annotations

from typing import Any

from asc_plugins import CallError, Const, DataType, IRValue, Place, UInt32, api, constructor, ir_type, make

from .enums import Hardware, TPosition
from .positions import MEMORIES
from .tensor import LocalTensor

#: Positions that lie in each memory.
POSITIONS = {
    Hardware.UB: (TPosition.VECIN, TPosition.VECOUT, TPosition.VECCALC),
    Hardware.L1: (TPosition.A1, TPosition.B1, TPosition.C1),
    Hardware.L0A: (TPosition.A2,),
    Hardware.L0B: (TPosition.B2,),
    Hardware.L0C: (TPosition.CO1,),
    Hardware.BIAS: (TPosition.C2,),
    Hardware.FIXBUF: (),
}


def _check_memory(bound: dict[str, Any]) -> None:
    if bound["hard"] not in POSITIONS:
        raise CallError(
            f"LocalMemAllocator: 'hard' is Hardware.{bound['hard'].name}; it must be a memory of the core",
            hint=f"one of {', '.join(f'Hardware.{h.name}' for h in POSITIONS)}",
            code="ASC-E302",
        )


def _check_alloc(bound: dict[str, Any]) -> None:
    hard = bound["self"].ir_type["hard"]
    memory = next(h for h in POSITIONS if hard in (h, h.cpp))
    position, dtype, size = bound["pos"], bound["data_type"], bound["tile_size"]
    if position not in POSITIONS[memory]:
        raise CallError(
            f"LocalMemAllocator.alloc: 'pos' is TPosition.{position.name}, which is not in {memory.name}",
            hint=f"use {' or '.join(f'TPosition.{p.name}' for p in POSITIONS[memory])}" if POSITIONS[memory] else None,
            code="ASC-E302",
        )
    if not dtype.is_numeric():
        raise CallError(f"LocalMemAllocator.alloc takes an integer or float type, not {dtype}", code="ASC-E303")
    if isinstance(size, int) and (size < 1 or size * dtype.sizeof() % 32):
        raise CallError(
            f"LocalMemAllocator.alloc: 'tile_size' is {size} elements of {dtype}, {size * dtype.sizeof()} bytes; "
            "it must be a positive multiple of 32 bytes",
            hint="the next tensor begins where this one ends",
            code="ASC-E302",
        )


def _local(bound: dict[str, Any]) -> Any:
    return make(LocalTensor, bound["data_type"])


@ir_type("local_mem_allocator", cpp="LocalMemAllocator<{hard}>", parameters=("hard",))
class LocalMemAllocator(IRValue):
    """Hands out the space of one memory front to back; Ascend C's ``LocalMemAllocator``.

    It can't be used together with TPipe.
    """

    @constructor(
        "LocalMemAllocator",
        result=lambda b: make(LocalMemAllocator, b["hard"]),
        text="",
        verify=_check_memory,
        model="allocator.h",
    )
    def __init__(self, hard: Hardware = Hardware.UB) -> None:
        """An allocator of the memory *hard*."""

    @api("GetCurAddr", reads_state=True, model="allocator.h")
    def get_cur_addr(self) -> UInt32:
        """Offset in bytes at which the next tensor will begin."""

    @api(
        "Alloc",
        template=("pos", "data_type", "tile_size"),
        result=_local,
        verify=_check_alloc,
        role=Place(MEMORIES, ("pos",), size="tile_size", behind="self"),
        model="allocator.h",
    )
    def alloc(self, pos: TPosition, data_type: DataType, tile_size: Const[int]) -> LocalTensor:
        """A tensor of *tile_size* (a constant) elements."""

    @alloc.overload(name="dynamic", template=("pos", "data_type"), verify=_check_alloc)
    def _(self, pos: TPosition, data_type: DataType, tile_size: UInt32) -> LocalTensor:
        """A tensor of *tile_size* (a run-time number) elements."""
