"""Devices, streams, memory, and launches of binaries: ``import asc.lib.runtime as rt``.

Launches of kernels, ``kernel[core_num, stream](…)``, take arrays; the memory of :func:`malloc` is for
:func:`launch_kernel`, which runs a binary of ``asc compile --emit bin``::

    magic = rt.magic_elf_value(rt.CoreType.VectorCore)
    binary = rt.register_device_binary_kernel(Path("scale.bin").read_bytes(), magic)
    function = rt.register_function(binary, "scale", 0)
    z = rt.malloc(1024)
    rt.launch_kernel(function, 4, [z, ctypes.c_float(0.5), 64])
    rt.copy_data_from_device(result.ctypes.data_as(ctypes.c_void_p), z, 1024)
    rt.free(z)

The functions work on the device in use: that of ``set_platform``, :func:`use_model`, :func:`use_npu` or
:func:`set_device`.
"""

from __future__ import annotations

from asc_core.entries import mark_functions as _mark_functions
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
    create_event,
    create_stream,
    current_device,
    current_platform,
    current_stream,
    current_tick,
    default_device,
    destroy_event,
    destroy_stream,
    device_count,
    device_info,
    elapsed_time,
    get_soc_version,
    is_available,
    is_initialized,
    is_model,
    magic_elf_value,
    msprof_task_type,
    query_event,
    record_event,
    reset_device,
    set_device,
    set_pro_switch,
    set_soc_version,
    synchronize,
    synchronize_device,
    synchronize_event,
    use_model,
    use_npu,
    wait_event,
)
from asc_core.runtime.memory import copy_data_from_device, copy_data_to_device, free, free_mem, malloc, memcpy

from .support import (
    CoreType,
    DevBinary,
    DeviceInfoType,
    DeviceModuleType,
    Event,
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
    "CoreType", "DevBinary", "DeviceInfoType", "DeviceModuleType", "Event", "Function", "Kernel", "MagicElf",
    "MallocPolicy", "MemcpyKind", "Memory", "MemorySizes", "MemoryType", "MsprofTaskType", "ProfilingCommandHandle",
    "ProfilingValues", "Stream", "acl_finalize", "acl_init", "c2c_ctrl_addr", "call_print_interface",
    "check_device_handle", "copy_data_from_device", "copy_data_to_device", "create_event", "create_stream",
    "current_device", "current_platform", "current_stream", "current_tick", "default_device", "destroy_event",
    "destroy_stream", "device_count", "device_info", "elapsed_time", "free", "free_mem", "get_soc_version",
    "is_available", "is_initialized", "is_model", "launch_kernel", "magic_elf_value", "malloc", "memcpy",
    "msprof_task_type", "npu_utils", "query_event", "record_event", "register_device_binary_kernel",
    "register_function", "reset_device", "set_device", "set_pro_switch", "set_soc_version", "synchronize",
    "synchronize_device", "synchronize_event", "unregister_device_binary_kernel", "use_model", "use_npu",
    "wait_event",
]  # fmt: skip

_mark_functions(globals())


def __dir__() -> list[str]:
    return sorted(__all__)
