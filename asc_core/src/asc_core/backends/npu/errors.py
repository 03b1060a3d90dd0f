"""Errors of CANN's runtime, with their meaning and what to do about them."""

from __future__ import annotations

from ...errors import DeviceError

_KERNEL = (
    "the kernel failed on the device; run it on Model, which reports the line; logs are in ~/ascend/log or where "
    "ASCEND_PROCESS_LOG_PATH says"
)
_TIMEOUT = "a core waits for something that doesn't come, such as a flag; run the kernel on Model, which reports where"
_BUSY = "the device is out of it; free what isn't used, or end other processes that `npu-smi info` shows"
_SETUP = "see whether `npu-smi info` shows the device healthy, and whether driver and CANN belong together"

_CPU = "an AI CPU of the device failed, which kernels of asc don't use; see whether another program uses the device"
_ORDER = "it was used too early or too late; if the program calls CANN beside asc, look there"
_INTERNAL = "asc doesn't use that part of CANN; if the program calls CANN beside asc, look there"
_RELEASED = "it was released before, or belongs to another device"
_ALLOWED = "the user must belong to the driver's group, HwHiAiUser by default"

#: Name and advice of the codes of CANN's runtime.
CODES: dict[int, tuple[str, str]] = {
    107000: ("parameter invalid", "the runtime refused an argument; driver and CANN may not belong together"),
    107001: ("device id invalid", "ASCEND_RT_VISIBLE_DEVICES or the container may hide the device"),
    107002: ("no current context", "call set_device(…) in this thread, or leave the device to asc"),
    107003: ("stream of another context", "a stream belongs to the device it was created on"),
    107004: ("model of another context", _INTERNAL),
    107005: ("stream of another model", _INTERNAL),
    107006: ("event without a time", _ORDER),
    107007: ("times of events in wrong order", _ORDER),
    107008: ("address not aligned", "pass a pointer that malloc(…) gave, or one with a multiple of 64 bytes added"),
    107009: ("file can't be opened", "see the permissions of the folder that CANN's message names"),
    107010: ("file can't be written", "see the permissions and the free space of the folder that CANN's message names"),
    107011: ("stream not subscribed", _INTERNAL),
    107012: ("thread not subscribed", _INTERNAL),
    107013: ("group not set", _INTERNAL),
    107014: ("group not created", _INTERNAL),
    107015: ("stream without a callback", _INTERNAL),
    107016: ("kind of memory invalid", "the driver or the device is too old for this CANN"),
    107017: ("handle invalid", _RELEASED),
    107018: ("kind of allocation invalid", "the driver or the device is too old for this CANN"),
    107019: ("wait timed out", _TIMEOUT),
    107020: ("task timed out", _TIMEOUT),
    207000: ("feature not supported", "the driver or the device is too old for this CANN"),
    207001: ("memory allocation failed", _BUSY),
    207002: ("memory can't be freed", _RELEASED),
    207003: ("AI core overflow", "a number left its type's range; see the kernel's casts"),
    207004: ("no device", _SETUP),
    207005: ("resource allocation failed", _BUSY),
    207006: ("no permission", _ALLOWED),
    207007: ("no event left", _BUSY),
    207008: ("no stream left", _BUSY),
    207009: ("no notification left", _BUSY),
    207010: ("no model left", _BUSY),
    207011: ("no queue for the device's tasks left", _BUSY),
    207012: ("limit reached", _BUSY),
    207013: ("queue empty", _INTERNAL),
    207014: ("queue full", _BUSY),
    207015: ("initialised twice", _INTERNAL),
    207016: ("vector core overflow", "a number left its type's range; see the kernel's casts"),
    507000: ("internal error of the runtime", _SETUP),
    507001: ("error of the task scheduler", _SETUP),
    507002: ("stream full of tasks", "synchronise the stream from time to time"),
    507003: ("stream without tasks", _ORDER),
    507004: ("stream not complete", _ORDER),
    507005: ("end of the sequence", _INTERNAL),
    507006: ("event not complete", _ORDER),
    507007: ("context can't be released", _ORDER),
    507008: ("wrong SoC", "the kernel was compiled for another SoC; see set_platform's soc_version"),
    507009: ("kind of task not supported", "the driver or the device is too old for this CANN"),
    507010: ("the device doesn't answer", _SETUP),
    507011: ("model failed", _INTERNAL),
    507012: ("report timed out", _SETUP),
    507013: ("error of the device's memory access", _KERNEL),
    507014: ("AI core timeout", _TIMEOUT),
    507015: ("AI core exception", _KERNEL),
    507016: ("AI core trap", _KERNEL),
    507017: ("AI CPU timeout", _CPU),
    507018: ("AI CPU exception", _CPU),
    507019: ("AI CPU's dump failed", _CPU),
    507020: ("AI CPU doesn't answer a model", _CPU),
    507021: ("profiling failed", "end the other profiler, or run without msprof"),
    507022: ("error between processes", _INTERNAL),
    507023: ("model ended", _INTERNAL),
    507024: ("kernel is being unregistered", _ORDER),
    507025: ("no ring buffer", _INTERNAL),
    507026: ("ring buffer empty", _INTERNAL),
    507027: ("kernel not found", "the binary has no kernel of that name for these cores; see the option kernel_type"),
    507028: ("kernel registered twice", "unregister the older one"),
    507029: ("debugger can't be registered", _INTERNAL),
    507030: ("debugger can't be unregistered", _INTERNAL),
    507031: ("label of another context", _INTERNAL),
    507032: ("too many registered kernels", "unregister those that aren't used"),
    507033: ("device setup failed", _SETUP),
    507034: ("vector core timeout", _TIMEOUT),
    507035: ("vector core exception", _KERNEL),
    507036: ("vector core trap", _KERNEL),
    507037: ("device's task queue failed", _SETUP),
    507038: ("die mode can't be changed", _INTERNAL),
    507039: ("die can't be set", _INTERNAL),
    507040: ("die id invalid", _INTERNAL),
    507041: ("die mode not set", _INTERNAL),
    507899: ("error of the driver", _SETUP),
    507900: ("error of the AI CPU", _CPU),
    507901: ("connection to the device lost", _SETUP),
    100000: ("parameter invalid", "CANN refused an argument; driver and CANN may not belong together"),
    100001: ("CANN not initialised", "aclFinalize was called; leave CANN's end to the process's"),
    100002: ("initialised twice", _INTERNAL),
    100037: ("finalised twice", _INTERNAL),
    100039: ("a stub of CANN", "LD_LIBRARY_PATH has a folder named stub or devlib; put CANN's lib64 before it"),
    200000: ("memory allocation failed", _BUSY),
    200001: ("not supported", "the driver or the device is too old for this CANN"),
    200002: ("device invalid", _SETUP),
    500000: ("internal error of CANN", _SETUP),
    500001: ("failure inside CANN", _SETUP),
    500003: ("failure of the runtime", _SETUP),
    500004: ("failure of the driver", _SETUP),
    500005: ("profiling failed", "end the other profiler, or run without msprof"),
}


def device_error(function: str, code: int, said: str) -> DeviceError:
    """The exception of a call that failed.

    Args:
        function: CANN's function.
        code: what it returned.
        said: CANN's own message, empty when there is none.
    """
    name, advice = CODES.get(code, ("", "see CANN's list of runtime error codes"))
    return DeviceError(function, code, name, said, advice)
