"""Events of an NPU, which CANN's ACL keeps."""

from __future__ import annotations

import contextlib
import ctypes
import weakref
from typing import TYPE_CHECKING, Any

from ...errors import DeviceError, ToolchainError

if TYPE_CHECKING:
    from ...runtime.streams import Event, Stream
    from .device import Device

_REACHED = 1


class Events:
    """The events of a device; an event's ``state`` is CANN's handle with what ends it."""

    def __init__(self, device: Device) -> None:
        self._device = device

    def record(self, event: Event, stream: Stream) -> None:
        """Marks the place in a stream; the event is made when it is first recorded."""
        handle = self._device.handle(stream)
        if event.state is None:
            made = ctypes.c_void_p()
            self._device.call("aclrtCreateEvent", ctypes.byref(made))
            finalizer = weakref.finalize(event, _end, self._device, made.value)
            # At exit the driver ends events itself, and CANN may be gone before.
            finalizer.atexit = False
            event.state = (made.value, finalizer)
        self._device.call("aclrtRecordEvent", event.state[0], handle)

    def wait(self, event: Event, stream: Stream) -> None:
        """Lets a stream wait."""
        self._device.call("aclrtStreamWaitEvent", self._device.handle(stream), event.state[0])

    def synchronize(self, event: Event, timeout: int) -> None:
        """Waits, at most *timeout* milliseconds unless that is 0."""
        if timeout:
            self._device.call("aclrtSynchronizeEventWithTimeout", event.state[0], timeout)
        else:
            self._device.call("aclrtSynchronizeEvent", event.state[0])

    def reached(self, event: Event) -> bool:
        """Whether the device came there."""
        status = ctypes.c_int32()
        self._device.call("aclrtQueryEventStatus", event.state[0], ctypes.byref(status))
        return status.value == _REACHED

    def elapsed(self, start: Event, end: Event) -> float:
        """Milliseconds between two events."""
        milliseconds = ctypes.c_float()
        self._device.call("aclrtEventElapsedTime", ctypes.byref(milliseconds), start.state[0], end.state[0])
        return milliseconds.value

    def destroy(self, event: Event) -> None:
        """Ends an event."""
        if event.state is not None:
            handle, finalizer = event.state
            finalizer.detach()
            self._device.call("aclrtDestroyEvent", handle)


def _end(device: Device, handle: Any) -> None:
    # Nobody holds the event any more, so nobody could handle an error.
    with contextlib.suppress(DeviceError, ToolchainError):
        device.call("aclrtDestroyEvent", handle)
