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

#: Name and advice of the codes that a kernel's author can meet.
CODES: dict[int, tuple[str, str]] = {
    107000: ("parameter invalid", "the runtime refused an argument; driver and CANN may not belong together"),
    107001: ("device id invalid", "ASCEND_RT_VISIBLE_DEVICES or the container may hide the device"),
    107002: ("no current context", "call set_device(…) in this thread, or leave the device to asc"),
    107003: ("stream of another context", "a stream belongs to the device it was created on"),
    107017: ("handle invalid", "it was released before, or belongs to another device"),
    107019: ("wait timed out", _TIMEOUT),
    107020: ("task timed out", _TIMEOUT),
    207000: ("feature not supported", "the driver or the device is too old for this CANN"),
    207001: ("memory allocation failed", _BUSY),
    207003: ("AI core overflow", "a number left its type's range; see the kernel's casts"),
    207004: ("no device", _SETUP),
    207005: ("resource allocation failed", _BUSY),
    207006: ("no permission", "the user must belong to the driver's group, HwHiAiUser by default"),
    207008: ("no stream left", _BUSY),
    507000: ("internal error of the runtime", _SETUP),
    507001: ("error of the task scheduler", _SETUP),
    507008: ("wrong SoC", "the kernel was compiled for another SoC; see set_platform's soc_version"),
    507010: ("the device doesn't answer", _SETUP),
    507014: ("AI core timeout", _TIMEOUT),
    507015: ("AI core exception", _KERNEL),
    507016: ("AI core trap", _KERNEL),
    507027: ("kernel not found", "the binary has no kernel of that name for these cores; see the option kernel_type"),
    507028: ("kernel registered twice", "unregister the older one"),
    507032: ("too many registered kernels", "unregister those that aren't used"),
    507033: ("device setup failed", _SETUP),
    507034: ("vector core timeout", _TIMEOUT),
    507035: ("vector core exception", _KERNEL),
    507036: ("vector core trap", _KERNEL),
    507899: ("error of the driver", _SETUP),
    507901: ("connection to the device lost", _SETUP),
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
