"""Devices and streams of the target in use, by the functions of pyasc's ``asc.lib.runtime``."""

from __future__ import annotations

import enum

from ..errors import ToolchainError
from . import streams
from .config import STATE, Backend, Platform, current_target, set_platform
from .streams import Stream


class CoreType(enum.Enum):
    """The kind of core a kernel is launched on."""

    AiCore = "AiCore"
    VectorCore = "VectorCore"
    CubeCore = "CubeCore"
    AiCpu = "AiCpu"


class DeviceModuleType(enum.Enum):
    """A part of the device to ask :func:`device_info` about."""

    RT_MODULE_TYPE_SYSTEM = 0
    RT_MODULE_TYPE_AICPU = 1
    RT_MODULE_TYPE_CCPU = 2
    RT_MODULE_TYPE_DCPU = 3
    RT_MODULE_TYPE_AICORE = 4
    RT_MODULE_TYPE_TSCPU = 5
    RT_MODULE_TYPE_PCIE = 6
    RT_MODULE_TYPE_VECTOR_CORE = 7
    RT_MODULE_TYPE_HOST_AICPU = 8


class DeviceInfoType(enum.Enum):
    """What to ask :func:`device_info` for."""

    INFO_TYPE_ENV = 0
    INFO_TYPE_VERSION = 1
    INFO_TYPE_MASTERID = 2
    INFO_TYPE_CORE_NUM = 3
    INFO_TYPE_OS_SCHED = 4
    INFO_TYPE_IN_USED = 5
    INFO_TYPE_ERROR_MAP = 6
    INFO_TYPE_OCCUPY = 7
    INFO_TYPE_ID = 8
    INFO_TYPE_IP = 9
    INFO_TYPE_ENDIAN = 10
    INFO_TYPE_CUBE_NUM = 0x775A5A5A


def use_model(custom_lib_prefix: str | None = None) -> None:
    """Runs kernels on Model from now on; the SoC stays.

    Raises:
        ValueError: *custom_lib_prefix* is given; Model is no library of CANN's.
    """
    _switch(Backend.Model, custom_lib_prefix)


def use_npu(custom_lib_prefix: str | None = None) -> None:
    """Runs kernels on the NPU from now on.

    Raises:
        ValueError: *custom_lib_prefix* is given.
    """
    _switch(Backend.NPU, custom_lib_prefix)


def _switch(backend: Backend, custom_lib_prefix: str | None) -> None:
    if custom_lib_prefix is not None:
        raise ValueError(f"custom_lib_prefix is {custom_lib_prefix!r}; asc loads no other library for {backend.value}")
    target = current_target()
    if target.backend.name != backend.value:
        set_platform(backend, target.platform.name, target.device_id, check=False)


def is_model() -> bool:
    """True when kernels run on Model."""
    return current_target().backend.name == Backend.Model.value


def is_available() -> bool:
    """True when the backend can be used on this machine."""
    try:
        current_target().backend.check()
    except ToolchainError:
        return False
    return True


def is_initialized() -> bool:
    """True when a backend was chosen, by the program or by a first launch."""
    return "target" in STATE


def set_soc_version(soc_version: Platform | str) -> None:
    """Compiles for another SoC from now on.

    Raises:
        ValueError: no such SoC.
    """
    target = current_target()
    set_platform(target.backend.name, soc_version, target.device_id, check=False)


def get_soc_version() -> Platform | str:
    """The SoC in use; its name when it is a pack's."""
    name = current_target().platform.name
    return Platform(name) if name in Platform._value2member_map_ else name


def current_platform() -> str:
    """Name of the SoC in use."""
    return current_target().platform.name


def device_count() -> int:
    """Number of devices of the backend."""
    return current_target().backend.device_count()


def default_device() -> int:
    """The device used when none is chosen."""
    return 0


def current_device() -> int:
    """The device in use."""
    return current_target().device_id


def check_device_handle(device_id: int) -> None:
    """Raises ValueError unless *device_id* is a device of the backend."""
    count = device_count()
    if not isinstance(device_id, int) or isinstance(device_id, bool) or not 0 <= device_id < count:
        raise ValueError(f"device_id: {device_id!r} is not one of the {count} devices, counted from 0")


def set_device(device_id: int) -> None:
    """Runs kernels on another device from now on.

    Raises:
        ValueError: no such device.
    """
    check_device_handle(device_id)
    target = current_target()
    if device_id != target.device_id:
        set_platform(target.backend.name, target.platform.name, device_id, check=False)


def reset_device(device_id: int | None = None) -> None:
    """Waits for the device and drops its default stream, which must not be used any more.

    Raises:
        ValueError: no such device.
    """
    device_id = _device(device_id)
    synchronize_device()
    streams.forget(device_id)


def _device(device_id: int | None) -> int:
    if device_id is None:
        return current_device()
    check_device_handle(device_id)
    return device_id


def device_info(module_type: DeviceModuleType, info_type: DeviceInfoType, device_id: int | None = None) -> int:
    """A figure of the device: the number of its cube cores (AICORE) or vector cores (VECTOR_CORE), or its number.

    Raises:
        ValueError: another figure, or no such device.
    """
    device_id = _device(device_id)
    platform = current_target().platform
    if info_type is DeviceInfoType.INFO_TYPE_ID:
        return device_id
    figures = {
        (DeviceModuleType.RT_MODULE_TYPE_AICORE, DeviceInfoType.INFO_TYPE_CORE_NUM): platform.aic_cores,
        (DeviceModuleType.RT_MODULE_TYPE_AICORE, DeviceInfoType.INFO_TYPE_CUBE_NUM): platform.aic_cores,
        (DeviceModuleType.RT_MODULE_TYPE_VECTOR_CORE, DeviceInfoType.INFO_TYPE_CORE_NUM): platform.aiv_cores,
    }
    figure = figures.get((module_type, info_type))
    if figure is None:
        raise ValueError(
            f"{info_type} of {module_type} is not known; asc knows the number of AICORE and VECTOR_CORE cores and "
            "the device's number"
        )
    return figure


def create_stream(priority: int = 0) -> Stream:
    """A new stream of the device in use. Smaller numbers of *priority* come first where the backend has priorities."""
    if not isinstance(priority, int):
        raise TypeError(f"priority is a whole number, not {priority!r}")
    return Stream(current_device(), priority)


def current_stream(device_id: int | None = None) -> Stream:
    """The stream of launches that name none.

    Raises:
        ValueError: no such device.
    """
    return streams.current_stream(_device(device_id))


def destroy_stream(stream_handle: Stream | None) -> None:
    """Waits for a stream and ends it; launches on it are refused from then on."""
    if stream_handle is not None and not stream_handle.destroyed:
        stream_handle.synchronize()
        stream_handle.destroyed = True


def synchronize(stream_handle: Stream | None = None, timeout: int = 0) -> None:
    """Waits for the launches on a stream, the current one by default.

    Args:
        stream_handle: the stream.
        timeout: longest time in milliseconds, 0 for no limit.

    Raises:
        ValueError: a negative *timeout*.
        RuntimeError: the stream was destroyed.
    """
    if timeout < 0:
        raise ValueError(f"timeout is {timeout} ms; it can't be negative")
    (stream_handle or current_stream()).synchronize()


def synchronize_device() -> None:
    """Waits for all launches on the device. On Model they are over when they return."""
