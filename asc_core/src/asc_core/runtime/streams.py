"""Streams of launches."""

from __future__ import annotations

import itertools
import threading
from typing import Protocol

_numbers = itertools.count(1)


class StreamDriver(Protocol):
    """A device whose streams run while the host goes on."""

    def synchronize_stream(self, stream: Stream, timeout: int) -> None:
        """Waits for the launches made so far, at most *timeout* milliseconds unless that is 0."""

    def destroy_stream(self, stream: Stream) -> None:
        """Ends the stream."""


class Stream:
    """An ordered queue of launches. A launch on Model is over when it returns, so that every stream is idle then."""

    __slots__ = ("__weakref__", "destroyed", "device_id", "driver", "number", "priority")

    def __init__(self, device_id: int = 0, priority: int = 0, driver: StreamDriver | None = None) -> None:
        self.device_id = device_id
        self.priority = priority
        self.driver = driver
        self.number = next(_numbers)
        self.destroyed = False

    def __repr__(self) -> str:
        return f"<stream {self.number} of device {self.device_id}>"

    def synchronize(self, timeout: int = 0) -> None:
        """Waits for the launches made so far, at most *timeout* milliseconds unless that is 0.

        Raises:
            RuntimeError: the stream was destroyed, or a launch failed.
        """
        self.check()
        if self.driver is not None:
            self.driver.synchronize_stream(self, timeout)

    def destroy(self) -> None:
        """Waits for the launches made so far; later ones are refused."""
        if self.destroyed:
            return
        self.synchronize()
        self.destroyed = True
        if self.driver is not None:
            self.driver.destroy_stream(self)

    def check(self) -> None:
        """Raises RuntimeError when the stream was destroyed."""
        if self.destroyed:
            raise RuntimeError(f"{self!r} was destroyed")


_defaults: dict[tuple[int, StreamDriver | None], Stream] = {}
_lock = threading.Lock()


def current_stream(device_id: int, driver: StreamDriver | None = None) -> Stream:
    """The stream of launches that name none."""
    with _lock:
        return _defaults.setdefault((device_id, driver), Stream(device_id, driver=driver))


def forget(device_id: int, driver: StreamDriver | None = None) -> None:
    """Drops the device's default stream."""
    with _lock:
        stream = _defaults.pop((device_id, driver), None)
    if stream is not None:
        stream.destroyed = True
