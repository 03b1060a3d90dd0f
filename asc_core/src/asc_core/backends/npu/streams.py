"""Streams of the device behind those of the user."""

from __future__ import annotations

import contextlib
import ctypes
import threading
import weakref
from typing import TYPE_CHECKING, Any

from ...errors import DeviceError, ToolchainError
from ...runtime.streams import check_usable
from .libraries import Libraries

if TYPE_CHECKING:
    from ...runtime.streams import Stream


class Handles:
    """CANN's stream of each of a device's streams: made when it is first used, ended with the user's."""

    def __init__(self, libraries: Libraries, device: int) -> None:
        self._libraries = libraries
        self._device = device
        self._handles: weakref.WeakKeyDictionary[Stream, tuple[int, Any]] = weakref.WeakKeyDictionary()
        self._lock = threading.Lock()

    def get(self, stream: Stream) -> int:
        """The handle of a stream, on the device that is set.

        Raises:
            RuntimeError: the stream was destroyed.
            DeviceError: no more streams can be made.
        """
        check_usable(stream)
        with self._lock:
            known = self._handles.get(stream)
            if known is None:
                made = ctypes.c_void_p()
                self._libraries.call("rtStreamCreate", ctypes.byref(made), stream.priority)
                handle = made.value or 0
                finalizer = weakref.finalize(stream, _end, self._libraries, self._device, handle)
                # At exit the driver ends streams itself, and CANN may be gone before.
                finalizer.atexit = False
                known = self._handles[stream] = (handle, finalizer)
            return known[0]

    def known(self, stream: Stream) -> int | None:
        """The handle of a stream, None when it was never used."""
        with self._lock:
            known = self._handles.get(stream)
        return None if known is None else known[0]

    def pop(self, stream: Stream) -> int | None:
        """Forgets a stream; its handle, None when it was never used."""
        with self._lock:
            known = self._handles.pop(stream, None)
        if known is None:
            return None
        known[1].detach()
        return known[0]

    def clear(self) -> list[int]:
        """Forgets all; their handles."""
        with self._lock:
            known = list(self._handles.values())
            self._handles.clear()
        for _, finalizer in known:
            finalizer.detach()
        return [handle for handle, _ in known]


def _end(libraries: Libraries, device: int, handle: int) -> None:
    # Nobody waits for this stream any more, so nobody could handle an error.
    with contextlib.suppress(DeviceError, ToolchainError):
        libraries.call("rtSetDevice", device)
        libraries.call("rtStreamDestroy", handle)
