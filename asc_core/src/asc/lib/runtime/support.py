"""Types of what :mod:`asc.lib.runtime` takes and gives."""

from __future__ import annotations

from asc_core.runtime.binaries import Function, Kernel
from asc_core.runtime.cann_types import (
    CoreType,
    DevBinary,
    DeviceInfoType,
    DeviceModuleType,
    MagicElf,
    MallocPolicy,
    MemcpyKind,
    MemorySizes,
    MemoryType,
    MsprofTaskType,
    ProfilingCommandHandle,
    ProfilingValues,
)
from asc_core.runtime.memory import Memory
from asc_core.runtime.streams import Event, Stream

__all__ = [
    "CoreType", "DevBinary", "DeviceInfoType", "DeviceModuleType", "Event", "Function", "Kernel", "MagicElf",
    "MallocPolicy", "MemcpyKind", "Memory", "MemorySizes", "MemoryType", "MsprofTaskType", "ProfilingCommandHandle",
    "ProfilingValues", "Stream",
]  # fmt: skip
