"""Devices and streams."""

from __future__ import annotations

from asc_core.runtime.device import (
    CoreType,
    DeviceInfoType,
    DeviceModuleType,
    check_device_handle,
    create_stream,
    current_device,
    current_platform,
    current_stream,
    default_device,
    destroy_stream,
    device_count,
    device_info,
    get_soc_version,
    is_available,
    is_initialized,
    is_model,
    reset_device,
    set_device,
    set_soc_version,
    synchronize,
    synchronize_device,
    use_model,
    use_npu,
)
from asc_core.runtime.streams import Stream

__all__ = [
    "CoreType", "DeviceInfoType", "DeviceModuleType", "Stream", "check_device_handle", "create_stream",
    "current_device", "current_platform", "current_stream", "default_device", "destroy_stream", "device_count",
    "device_info", "get_soc_version", "is_available", "is_initialized", "is_model", "reset_device", "set_device",
    "set_soc_version", "synchronize", "synchronize_device", "use_model", "use_npu",
]  # fmt: skip
