"""Devices, streams, memory, and launches of binaries."""

from __future__ import annotations

from asc_core.runtime.binaries import (
    call_print_interface,
    launch_kernel,
    npu_utils,
    register_device_binary_kernel,
    register_function,
    unregister_device_binary_kernel,
)
from asc_core.runtime.device import (
    acl_finalize,
    acl_init,
    c2c_ctrl_addr,
    check_device_handle,
    create_stream,
    current_device,
    current_platform,
    current_stream,
    current_tick,
    default_device,
    destroy_stream,
    device_count,
    device_info,
    get_soc_version,
    is_available,
    is_initialized,
    is_model,
    magic_elf_value,
    msprof_task_type,
    reset_device,
    set_device,
    set_pro_switch,
    set_soc_version,
    synchronize,
    synchronize_device,
    use_model,
    use_npu,
)
from asc_core.runtime.memory import copy_data_from_device, copy_data_to_device, free, free_mem, malloc, memcpy

from .support import (
    CoreType,
    DevBinary,
    DeviceInfoType,
    DeviceModuleType,
    Function,
    Kernel,
    MagicElf,
    MallocPolicy,
    MemcpyKind,
    Memory,
    MemorySizes,
    MemoryType,
    MsprofTaskType,
    ProfilingCommandHandle,
    ProfilingValues,
    Stream,
)

__all__ = [
    "CoreType", "DevBinary", "DeviceInfoType", "DeviceModuleType", "Function", "Kernel", "MagicElf", "MallocPolicy",
    "MemcpyKind", "Memory", "MemorySizes", "MemoryType", "MsprofTaskType", "ProfilingCommandHandle", "ProfilingValues",
    "Stream", "acl_finalize", "acl_init", "c2c_ctrl_addr", "call_print_interface", "check_device_handle",
    "copy_data_from_device", "copy_data_to_device", "create_stream", "current_device", "current_platform",
    "current_stream", "current_tick", "default_device", "destroy_stream", "device_count", "device_info", "free",
    "free_mem", "get_soc_version", "is_available", "is_initialized", "is_model", "launch_kernel", "magic_elf_value",
    "malloc", "memcpy", "msprof_task_type", "npu_utils", "register_device_binary_kernel", "register_function",
    "reset_device", "set_device", "set_pro_switch", "set_soc_version", "synchronize", "synchronize_device",
    "unregister_device_binary_kernel", "use_model", "use_npu",
]  # fmt: skip
