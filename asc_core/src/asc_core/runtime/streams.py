"""Streams of launches."""

from __future__ import annotations

import itertools
import threading

_numbers = itertools.count(1)


class Stream:
    """An ordered queue of launches. A launch on Model is over when it returns, so that every stream is idle then."""

    __slots__ = ("__weakref__", "destroyed", "device_id", "number", "priority")

    def __init__(self, device_id: int = 0, priority: int = 0) -> None:
        self.device_id = device_id
        self.priority = priority
        self.number = next(_numbers)
        self.destroyed = False

    def __repr__(self) -> str:
        return f"<stream {self.number} of device {self.device_id}>"

    def synchronize(self) -> None:
        """Waits for the launches made so far.

        Raises:
            RuntimeError: the stream was destroyed.
        """
        self.check()

    def check(self) -> None:
        """Raises RuntimeError when the stream was destroyed."""
        if self.destroyed:
            raise RuntimeError(f"{self!r} was destroyed")


_defaults: dict[int, Stream] = {}
_lock = threading.Lock()


def current_stream(device_id: int) -> Stream:
    """The stream of launches that name none."""
    with _lock:
        return _defaults.setdefault(device_id, Stream(device_id))


def forget(device_id: int) -> None:
    """Drops the device's default stream."""
    with _lock:
        stream = _defaults.pop(device_id, None)
    if stream is not None:
        stream.destroyed = True
