"""Devices and streams of the target in use, by the functions of pyasc's ``asc.lib.runtime``."""

from __future__ import annotations

from ..errors import ToolchainError
from . import streams
from .cann_types import MAGIC, TASK, CoreType, DeviceInfoType, DeviceModuleType, ProfilingCommandHandle, ProfilingValues
from .config import STATE, Backend, Platform, checked_device, current_target, set_platform
from .devices import DeviceProtocol
from .streams import Event, Stream, check_event, check_stream, check_timeout
from .whole_numbers import whole

#: What the profiler is told of the model when a kernel runs outside of one.
_MODEL_ID = 3


def use_model(custom_lib_prefix: str | None = None) -> None:
    """Runs kernels on Model from now on; the SoC stays.

    Raises:
        ValueError: *custom_lib_prefix* is given; Model is no library of CANN's.
    """
    _switch(Backend.Model, custom_lib_prefix)


def use_npu(custom_lib_prefix: str | None = None) -> None:
    """Runs kernels on the NPU from now on.

    CANN is looked for when a kernel or one of these functions needs it, :func:`is_available` tells whether it is there.

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


def set_soc_version(soc_verison: Platform | str) -> None:
    """Compiles for another SoC from now on; the parameter has pyasc's spelling, for calls that name it.

    Raises:
        ValueError: no such SoC.
    """
    target = current_target()
    set_platform(target.backend.name, soc_verison, target.device_id, check=False)


def get_soc_version() -> Platform | str:
    """The SoC in use; its name when it is a pack's."""
    name = current_target().platform.name
    return Platform(name) if name in Platform._value2member_map_ else name


def device(device_id: int | None = None) -> DeviceProtocol:
    """A device of the backend in use, by default the one in use.

    Raises:
        ValueError: no such device.
        ToolchainError: the backend can't be used on this machine.
    """
    return current_target().backend.device(_device(device_id))


def current_platform() -> str:
    """Name of the SoC: on Model the one chosen, on NPU the machine's."""
    return device().soc_version()


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
    checked_device(device_id, current_target().backend)


def set_device(device_id: int) -> None:
    """Runs kernels on another device from now on.

    Raises:
        ValueError: no such device.
    """
    target = current_target()
    number = checked_device(device_id, target.backend)
    if number != target.device_id:
        set_platform(target.backend.name, target.platform.name, number, check=False)


def reset_device(device_id: int | None = None) -> None:
    """Waits for the device, ends its streams and events, and gives its memory and binaries up.

    Raises:
        ValueError: no such device.
        ModelError, DeviceError: a launch failed; the device is reset all the same.
    """
    chosen = device(device_id)
    try:
        chosen.synchronize()
    finally:
        streams.end_all(_device(device_id), chosen)
        chosen.reset()


def _device(device_id: int | None) -> int:
    if device_id is None:
        return current_device()
    return checked_device(device_id, current_target().backend)


def device_info(module_type: DeviceModuleType, info_type: DeviceInfoType, device_id: int | None = None) -> int:
    """A figure of the device.

    Model knows the number of cube cores (AICORE) and of vector cores (VECTOR_CORE), and the device's own number.

    Raises:
        TypeError: not members of the enums.
        ValueError: a figure that Model doesn't know, or no such device.
        DeviceError: a figure that the NPU doesn't know.
    """
    for name, value, expected in (
        ("module_type", module_type, DeviceModuleType),
        ("info_type", info_type, DeviceInfoType),
    ):
        if not isinstance(value, expected):
            raise TypeError(f"{name}: {value!r} is no {expected.__name__}")
    return device(device_id).info(module_type, info_type)


def create_stream(priority: int = 0) -> Stream:
    """A new stream of the device in use. Smaller numbers of *priority* come first on NPU; on Model all are equal.

    Raises:
        TypeError: *priority* is no whole number.
    """
    number = whole(priority)
    if number is None:
        raise TypeError(f"priority is a whole number, not {priority!r}")
    return Stream(current_device(), number, device())


def current_stream(device_id: int | None = None) -> Stream:
    """The stream of launches that name none.

    Raises:
        ValueError: no such device.
    """
    return streams.current_stream(_device(device_id), device(device_id))


def destroy_stream(stream_handle: Stream | None) -> None:
    """Waits for a stream and ends it; launches on it are refused from then on; of a destroyed one nothing is left.

    Raises:
        TypeError: not a stream.
        ModelError, DeviceError: a launch failed; the stream is destroyed all the same.
    """
    if stream_handle is not None:
        check_stream("stream_handle", stream_handle).destroy()


def synchronize(stream_handle: Stream | None = None, timeout: int = 0) -> None:
    """Waits for the launches on a stream, the current one by default.

    Args:
        stream_handle: the stream.
        timeout: longest time in milliseconds, 0 for no limit.

    Raises:
        TypeError: not a stream, or *timeout* is no whole number.
        ValueError: a negative *timeout*.
        RuntimeError: the stream was destroyed.
        ModelError, DeviceError: a launch failed.
        TimeoutError: the time is over, on Model; on NPU it is a DeviceError.
    """
    check_timeout(timeout)
    stream = current_stream() if stream_handle is None else check_stream("stream_handle", stream_handle)
    stream.synchronize(timeout)


def synchronize_device() -> None:
    """Waits for all launches on all streams of the device.

    Ctrl-C ends the wait; on Model it stops the launches that run and gives up all others.

    Raises:
        ModelError, DeviceError: a launch failed. Of the errors of several streams it is one; calls that wait for the
            other streams raise theirs.
    """
    device().synchronize()


def create_event() -> Event:
    """A new event of the device in use."""
    return Event(device())


def destroy_event(event_handle: Event) -> None:
    """Gives an event up; streams that wait for it already do so still.

    Raises:
        TypeError: not an event.
        RuntimeError: it was destroyed before.
    """
    check_event("event_handle", event_handle).destroy()


def record_event(event_handle: Event, stream_handle: Stream | None = None) -> None:
    """Marks the place after the launches made so far on a stream, the current one by default; again moves the event.

    Raises:
        TypeError: not an event or not a stream.
        RuntimeError: one of them was destroyed.
        ValueError: the stream is another device's.
    """
    stream = None if stream_handle is None else check_stream("stream_handle", stream_handle)
    check_event("event_handle", event_handle).record(stream)


def wait_event(event_handle: Event, stream_handle: Stream | None = None) -> None:
    """Lets later launches on a stream, the current one by default, wait for an event; the program goes on.

    On Model's current stream, whose launches are over when they return, this call waits.

    Raises:
        TypeError: not an event or not a stream.
        RuntimeError: the event was never recorded, or one of them was destroyed.
        ValueError: the stream is another device's.
    """
    stream = None if stream_handle is None else check_stream("stream_handle", stream_handle)
    check_event("event_handle", event_handle).wait(stream)


def synchronize_event(event_handle: Event, timeout: int = 0) -> None:
    """Waits for an event.

    Args:
        event_handle: the event.
        timeout: longest time in milliseconds, 0 for no limit.

    Raises:
        TypeError: not an event, or *timeout* is no whole number.
        ValueError: a negative *timeout*.
        RuntimeError: the event was destroyed or never recorded.
        ModelError, DeviceError: a launch before it failed.
        TimeoutError: the time is over, on Model; on NPU it is a DeviceError.
    """
    check_timeout(timeout)
    check_event("event_handle", event_handle).synchronize(timeout)


def query_event(event_handle: Event) -> bool:
    """Whether all launches before an event are over.

    Raises:
        TypeError: not an event.
        RuntimeError: it was destroyed or never recorded.
    """
    return check_event("event_handle", event_handle).query()


def elapsed_time(start_event: Event, end_event: Event) -> float:
    """Milliseconds between two events; on Model estimated ones of the SoC, see :meth:`Event.elapsed_time`.

    Raises:
        TypeError: not events.
        RuntimeError: one of them was destroyed, never recorded, or isn't reached yet.
        ValueError: they are of different devices.
    """
    return check_event("start_event", start_event).elapsed_time(check_event("end_event", end_event))


def magic_elf_value(core_type: CoreType) -> int:
    """What :func:`register_device_binary_kernel` is told of a binary for these cores.

    Raises:
        TypeError: not a CoreType.
    """
    return int(MAGIC[_core_type(core_type)].value)


def msprof_task_type(core_type: CoreType) -> int:
    """What profiles call a task on these cores.

    Raises:
        TypeError: not a CoreType.
    """
    return int(TASK[_core_type(core_type)].value)


def _core_type(core_type: CoreType) -> CoreType:
    if not isinstance(core_type, CoreType):
        raise TypeError(f"core_type: {core_type!r} is none of {', '.join(map(str, CoreType))}")
    return core_type


def c2c_ctrl_addr() -> int:
    """Address by which the cores of a kernel synchronise; 0 on Model, whose cores need none."""
    return device().c2c_ctrl_addr()


def current_tick() -> int | None:
    """Estimated cycles of all launches so far on Model, as if one had followed the other; None on NPU."""
    return device().tick()


def acl_init() -> int:
    """CANN's ``aclInit``; its result code.

    Raises:
        RuntimeError: on Model.
    """
    return device().acl_init()


def acl_finalize() -> int:
    """CANN's ``aclFinalize``; its result code.

    Raises:
        RuntimeError: on Model.
    """
    return device().acl_finalize()


def set_pro_switch(
    command_type: ProfilingCommandHandle.Type, device_id: int | None = None, conf: int = 0b11111
) -> None:
    """Starts or stops profiling of a device.

    Args:
        command_type: what to do.
        device_id: the device, by default the one in use.
        conf: bits of what is profiled.

    Raises:
        TypeError: *command_type* is no ``ProfilingCommandHandle.Type``.
        RuntimeError: on Model.
    """
    if not isinstance(command_type, ProfilingCommandHandle.Type):
        raise TypeError(f"command_type: {command_type!r} is no ProfilingCommandHandle.Type")
    numbers = (_device(device_id), *(0,) * (ProfilingValues.RT_PROF_MAX_DEV_NUM - 1))
    command = ProfilingCommandHandle(
        profSwitch=conf, devNums=1, devIdList=numbers, modelId=_MODEL_ID, type=command_type.value
    )
    device(device_id).profile(command)
