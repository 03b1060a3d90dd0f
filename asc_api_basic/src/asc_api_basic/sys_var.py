"""What a core knows of itself."""

from __future__ import annotations

from asc_plugins import Family, Int64, api

MODEL = "sys_var.h"

constant = Family(pure=True, model=MODEL)
counter = Family(reads_state=True, model=MODEL)


@constant.overload
def _() -> Int64: ...


@counter.overload
def _() -> Int64: ...


get_block_idx = constant("get_block_idx", "GetBlockIdx", doc="Number of this core among those of the launch, an int64.")
get_block_num = constant("get_block_num", "GetBlockNum", doc="Number of cores of the launch.")
get_sub_block_idx = constant(
    "get_sub_block_idx", "GetSubBlockIdx", doc="Number of this AIV core among those of its block."
)
get_sub_block_num = constant("get_sub_block_num", "GetSubBlockNum", doc="Number of AIV cores of a block.")
get_task_ratio = constant(
    "get_task_ratio", "GetTaskRatio", doc="On an AIV core the AIV cores for each AIC core, on an AIC core 1."
)
get_data_block_size_in_bytes = constant(
    "get_data_block_size_in_bytes", "GetDataBlockSizeInBytes", doc="Bytes of a block of memory: 32."
)
get_system_cycle = counter(
    "get_system_cycle", "GetSystemCycle", doc="The system's cycle counter (50 MHz); differences are times."
)
get_program_counter = counter(
    "get_program_counter", "GetProgramCounter", doc="The address of the next instruction."
)


@api("GetArchVersion", model=MODEL)
def get_arch_version(core_version: int) -> None:
    """Writes the version of the AI core's architecture into *core_version*, a run-time number."""


@api("Trap", model=MODEL)
def trap() -> None:
    """Stops the kernel with an error."""
