"""What a core knows of itself."""

from __future__ import annotations

from asc_plugins import Family

variable = Family(reads_state=True)


@variable.overload
def _value() -> int: ...


query = {"pure": True, "reads_state": False}

get_block_idx = variable("get_block_idx", "GetBlockIdx", doc="Number of this core among those of the launch.", **query)
get_block_num = variable("get_block_num", "GetBlockNum", doc="Number of cores of the launch.", **query)
get_sub_block_idx = variable(
    "get_sub_block_idx", "GetSubBlockIdx", doc="Number of this AIV core among those of its block.", **query
)
get_sub_block_num = variable("get_sub_block_num", "GetSubBlockNum", doc="Number of AIV cores of a block.", **query)
get_task_ratio = variable("get_task_ratio", "GetTaskRatio", doc="AIV cores for each AIC core.", **query)
get_data_block_size_in_bytes = variable(
    "get_data_block_size_in_bytes", "GetDataBlockSizeInBytes", doc="Bytes of a block: 32.", **query
)
