"""What a core knows of itself."""

from __future__ import annotations

from typing import Annotated

from asc_plugins import CallError, Family, PlainValue, Scalar, UInt32, api
from asc_plugins.builder import Builder
from asc_plugins.dtypes import uint32
from asc_plugins.emit import Emitter, OpText

MODEL = "sys_var.h"

#: Numbers of cores and of blocks: from 0 on, and how many there are.
Index = Annotated[int, Scalar("int64", ge=0)]
Amount = Annotated[int, Scalar("int64", ge=1)]

index = Family(pure=True, model=MODEL)
amount = Family(pure=True, model=MODEL)
counter = Family(reads_state=True, model=MODEL)


@index.overload
def _() -> Index: ...


@amount.overload
def _() -> Amount: ...


@counter.overload
def _() -> Index: ...


get_block_idx = index(
    "get_block_idx",
    "GetBlockIdx",
    doc="Number of this core among those of its kind, an int64 from 0 on; Ascend C's ``GetBlockIdx``.\n\n"
    "In a kernel of both kinds of core with two AIV cores a block they count from 0 to twice the blocks.",
)
get_block_num = amount(
    "get_block_num", "GetBlockNum", doc="Number of blocks of the launch, an int64; Ascend C's ``GetBlockNum``."
)
get_sub_block_idx = index(
    "get_sub_block_idx",
    "GetSubBlockIdx",
    doc="Number of this AIV core in its block, an int64: 0 or 1; 0 on an AIC core; Ascend C's ``GetSubBlockIdx``.",
)
get_sub_block_num = amount(
    "get_sub_block_num",
    "GetSubBlockNum",
    doc="Cores of this core's kind in a block, an int64: 2 on AIV cores of kernels of both kinds of core with two AIV "
    "cores a block, otherwise 1; Ascend C's ``GetSubBlockNum``.",
)
get_task_ratio = amount(
    "get_task_ratio",
    "GetTaskRatio",
    doc="Cores of this core's kind for each block, an int64, as ``get_sub_block_num``; Ascend C's ``GetTaskRatio``.",
)
get_system_cycle = counter(
    "get_system_cycle",
    "GetSystemCycle",
    doc="The system's counter of 50 MHz, an int64: 50 steps are a microsecond; Ascend C's ``GetSystemCycle``.\n\n"
    "The scalar unit reads it; ``pipe_barrier(PipeID.PIPE_ALL)`` before waits for the other pipes.",
)
get_program_counter = counter(
    "get_program_counter",
    "GetProgramCounter",
    doc="Address of the instruction that runs, an int64 of 48 bits; Ascend C's ``GetProgramCounter``.",
)


@api("GetDataBlockSizeInBytes", pure=True, model=MODEL)
def get_data_block_size_in_bytes() -> int:
    """Bytes of a block of memory, 32; Ascend C's ``GetDataBlockSizeInBytes``."""


def _emit_arch_version(op: OpText, emitter: Emitter) -> str:
    name = emitter.declare("uint32_t", "core_version", "0")
    emitter.statement(f"GetArchVersion({name})")
    return name


def _build_arch_version(builder: Builder, core_version: PlainValue | int | None) -> PlainValue:
    if core_version is not None and not isinstance(core_version, PlainValue):
        raise CallError(
            f"asc.get_arch_version writes into 'core_version', and {core_version} is a constant",
            hint="pass a run-time number, asc.number(0, asc.uint32), or use the result",
            code="ASC-E301",
        )
    (handle,) = builder.create("asc.get_arch_version", [None], [uint32])
    version = PlainValue(handle, uint32)
    if core_version is not None:
        core_version.adopt(builder.materialize(version, core_version.dtype).handle, core_version.dtype)
    return version


@api("GetArchVersion", emit=_emit_arch_version, build=_build_arch_version, pure=True, model=MODEL)
def get_arch_version(core_version: UInt32 | None = None) -> UInt32:
    """Version of the AI core's architecture, a uint32 to be read as hexadecimal; Ascend C's ``GetArchVersion``.

    Args:
        core_version: a run-time number that becomes the version from here on.
    """


@api("Trap", model=MODEL)
def trap() -> None:
    """Stops the kernel with an error; Ascend C's ``Trap``."""
