"""Streams of launches, and events that order them."""

from __future__ import annotations

import contextlib
import itertools
import os
import sys
import threading
import weakref
from types import FrameType
from typing import Any, Protocol

from asc_plugins.entries import entry

from ..errors import DeviceError
from .whole_numbers import whole

_numbers = itertools.count(1)
_event_numbers = itertools.count(1)
#: Frames of these folders aren't the caller's.
_PACKAGE = os.path.dirname(os.path.dirname(os.path.realpath(__file__)))
_OWN = (_PACKAGE, os.path.join(os.path.dirname(_PACKAGE), "asc"))


class StreamDriver(Protocol):
    """A device whose streams run while the host goes on.

    Attributes:
        number: its number, from 0.
    """

    number: int

    def stream_queue(self, *, current: bool) -> Any:
        """What the native launcher gives launches on a new stream to.

        That is a queue of the native module, False where launches are over when they return, as those on the *current*
        stream of Model are, and None where the backend launches itself.
        """

    def stream_dropped(self, queue: Any, name: str) -> None:
        """Lets the work of a queue end whose stream *name* nobody holds any more."""

    def synchronize_stream(self, stream: Stream, timeout: int) -> None:
        """Waits for the launches made so far, at most *timeout* milliseconds unless that is 0."""

    def destroy_stream(self, stream: Stream) -> None:
        """Ends the stream."""

    def record_event(self, event: Event, stream: Stream) -> None:
        """Marks the place after the launches made so far; ``event.state`` is the driver's."""

    def wait_event(self, event: Event, stream: Stream) -> None:
        """Lets later launches of the stream wait for the event."""

    def synchronize_event(self, event: Event, timeout: int) -> None:
        """Waits for the event, at most *timeout* milliseconds unless that is 0."""

    def query_event(self, event: Event) -> bool:
        """Whether the event was reached."""

    def elapsed_time(self, start: Event, end: Event) -> float:
        """Milliseconds of the device between two events that were reached."""

    def destroy_event(self, event: Event) -> None:
        """Gives up what belongs to the event."""


class Stream:
    """An ordered queue of launches.

    Launches on a stream run one after the other while the program goes on; those of different streams run at the same
    time. An array that was passed to a launch may be read or changed again after a call that waits for it:
    :meth:`synchronize`, or that of an event or of the device. An error of a launch is raised by the first such call;
    the launches behind it on the stream aren't made.

    On Model, launches on the device's current stream are over when they return, like those that name no stream.
    """

    __slots__ = ("__weakref__", "destroyed", "device_id", "driver", "number", "priority", "queue")

    @entry
    def __init__(
        self, device_id: int = 0, priority: int = 0, driver: StreamDriver | None = None, *, current: bool = False
    ) -> None:
        if driver is None:
            raise TypeError("a stream is of a device; rt.create_stream() makes one of the device in use")
        self.device_id = device_id
        self.priority = priority
        self.driver = driver
        self.number = next(_numbers)
        self.destroyed = False
        self.queue: Any = driver.stream_queue(current=current)
        _made.add(self)
        if self.queue:
            _of_queue[id(self.queue)] = self
            # The thread of a stream that nobody holds any more ends when its work is done.
            weakref.finalize(self, driver.stream_dropped, self.queue, repr(self)).atexit = False

    def __repr__(self) -> str:
        return f"<stream {self.number} of device {self.device_id}>"

    @entry
    def synchronize(self, timeout: int = 0) -> None:
        """Waits for the launches made so far, at most *timeout* milliseconds unless that is 0.

        Ctrl-C ends the wait; on Model it stops the launch that runs and gives up those behind it.

        Raises:
            TypeError, ValueError: *timeout* is no number of milliseconds.
            RuntimeError: the stream was destroyed.
            ModelError, DeviceError: a launch failed.
            TimeoutError: the time is over, on Model; on NPU it is a DeviceError.
        """
        number = check_timeout(timeout)
        check_usable(self)
        self.driver.synchronize_stream(self, number)

    @entry
    def destroy(self) -> None:
        """Waits for the launches made so far; later ones are refused.

        A current stream that was destroyed is replaced by a new one.

        Raises:
            ModelError, DeviceError: a launch failed; the stream is destroyed all the same.
        """
        if self.destroyed:
            return
        self.destroyed = True
        try:
            self.driver.synchronize_stream(self, 0)
        finally:
            self.driver.destroy_stream(self)
            self.queue = None

    @entry
    def wait(self, event: Event) -> None:
        """Lets later launches on this stream wait for an event; the same as ``event.wait(stream)``."""
        check_event("event", event).wait(self)


class Event:
    """A place in a stream, which other streams and the program can wait for.

    Attributes:
        driver: the device.
        recorded: whether it was recorded; recording again moves it.
        destroyed: whether it was destroyed.
        state: the driver's.
    """

    __slots__ = ("__weakref__", "destroyed", "driver", "number", "recorded", "state")

    @entry
    def __init__(self, driver: StreamDriver | None = None) -> None:
        if driver is None or not hasattr(driver, "record_event"):
            raise TypeError("an event is of a device; rt.create_event() makes one of the device in use")
        self.driver = driver
        self.number = next(_event_numbers)
        self.recorded = False
        self.destroyed = False
        self.state: Any = None
        _made.add(self)

    def __repr__(self) -> str:
        return f"<event {self.number}>"

    @entry
    def record(self, stream: Stream | None = None) -> None:
        """Marks the place after the launches made so far on a stream, the current one by default.

        Raises:
            TypeError: not a stream.
            RuntimeError: the event or the stream was destroyed.
            ValueError: the stream is another device's.
        """
        self._check()
        stream = self._stream(stream)
        self.driver.record_event(self, stream)
        self.recorded = True

    @entry
    def wait(self, stream: Stream | None = None) -> None:
        """Lets later launches on a stream, the current one by default, wait for the event; the program goes on.

        On Model's current stream, whose launches are over when they return, this call waits.

        Raises:
            TypeError: not a stream.
            RuntimeError: the event was destroyed or never recorded, or the stream was destroyed.
            ValueError: the stream is another device's.
        """
        self._check_recorded("wait for")
        self.driver.wait_event(self, self._stream(stream))

    @entry
    def synchronize(self, timeout: int = 0) -> None:
        """Waits for the event, at most *timeout* milliseconds unless that is 0.

        Ctrl-C ends the wait, and stops no launch; :meth:`Stream.synchronize` is what to interrupt for that.

        Raises:
            TypeError, ValueError: *timeout* is no number of milliseconds.
            RuntimeError: the event was destroyed or never recorded.
            ModelError, DeviceError: a launch before it failed.
            TimeoutError: the time is over, on Model; on NPU it is a DeviceError.
        """
        number = check_timeout(timeout)
        self._check_recorded("wait for")
        self.driver.synchronize_event(self, number)

    @entry
    def query(self) -> bool:
        """Whether all launches before the event are over.

        Raises:
            RuntimeError: the event was destroyed or never recorded.
        """
        self._check_recorded("ask for")
        return self.driver.query_event(self)

    @entry
    def elapsed_time(self, end: Event) -> float:
        """Milliseconds from this event to *end*; on Model estimated ones of the SoC.

        Model's streams start at 0 when they are created; they count the launches on them, and one that waits for an
        event is at least as late as the event.

        Raises:
            TypeError: not an event.
            RuntimeError: one of the events was destroyed, never recorded, or isn't reached yet.
            ValueError: they are of different devices.
        """
        for event in (self, check_event("end", end)):
            event._check_recorded("measure")
        if end.driver is not self.driver:
            raise ValueError(f"{self!r} and {end!r} are of different devices")
        for event in (self, end):
            if not event.driver.query_event(event):
                raise RuntimeError(f"{event!r} isn't reached yet; {event!r}.synchronize() waits for it")
        return self.driver.elapsed_time(self, end)

    @entry
    def destroy(self) -> None:
        """Gives the event up; streams that wait for it already do so still.

        Raises:
            RuntimeError: it was destroyed before.
        """
        self._check()
        self.destroyed = True
        self.driver.destroy_event(self)
        self.state = None

    def _stream(self, stream: Stream | None) -> Stream:
        if stream is None:
            return current_stream(self.driver.number, self.driver)
        check_driver(check_stream("stream", stream), self.driver, "the event's device")
        return stream

    def _check(self) -> None:
        if self.destroyed:
            raise RuntimeError(f"{self!r} was destroyed")

    def _check_recorded(self, action: str) -> None:
        self._check()
        if not self.recorded:
            raise RuntimeError(f"{self!r} was never recorded, so there is nothing to {action}; record it on a stream")


#: Streams and events that somebody holds.
_made: weakref.WeakSet[Stream | Event] = weakref.WeakSet()
#: Streams by the identity of their queues.
_of_queue: weakref.WeakValueDictionary[int, Stream] = weakref.WeakValueDictionary()


def stream_of(queue: object) -> Stream | None:
    """The stream of a queue, while somebody holds it."""
    return _of_queue.get(id(queue))


def check_stream(name: str, stream: object) -> Stream:
    """The stream; raises TypeError when it is none."""
    if not isinstance(stream, Stream):
        raise TypeError(f"{name}: {stream!r} is no stream; create_stream() makes one")
    return stream


def check_usable(stream: Stream) -> None:
    """Raises RuntimeError when the stream was destroyed."""
    if stream.destroyed:
        raise RuntimeError(f"{stream!r} was destroyed")


def check_driver(stream: Stream, driver: StreamDriver, place: str) -> None:
    """Raises when the stream can't be used on the device of *driver*, which *place* describes.

    Raises:
        RuntimeError: it was destroyed.
        ValueError: it is another device's or another backend's.
    """
    check_usable(stream)
    if stream.driver is not driver:
        raise ValueError(
            f"{stream!r} was made for another device or backend, and can't be used on {place}; "
            "create_stream() makes one for the platform in use"
        )


def check_event(name: str, event: object) -> Event:
    """The event; raises TypeError when it is none."""
    if not isinstance(event, Event):
        raise TypeError(f"{name}: {event!r} is no event; create_event() makes one")
    return event


def check_timeout(timeout: object) -> int:
    """The number of milliseconds; raises TypeError or ValueError when *timeout* is none."""
    number = whole(timeout)
    if number is None:
        raise TypeError(f"timeout: {timeout!r} is no whole number of milliseconds")
    if number < 0:
        raise ValueError(f"timeout is {number} ms; it can't be negative")
    return number


def caller_place() -> tuple[str, int]:
    """File and line of the code that called asc."""
    frame: FrameType | None = sys._getframe(1)
    while frame is not None and frame.f_code.co_filename.startswith(_OWN):
        frame = frame.f_back
    return ("", 0) if frame is None else (frame.f_code.co_filename, frame.f_lineno)


_defaults: dict[tuple[int, StreamDriver], Stream] = {}
_lock = threading.Lock()


def current_stream(device_id: int, driver: StreamDriver) -> Stream:
    """The stream of launches that name none."""
    with _lock:
        known = _defaults.get((device_id, driver))
        if known is None or known.destroyed:
            known = _defaults[device_id, driver] = Stream(device_id, driver=driver, current=True)
        return known


def end_all(device_id: int, driver: StreamDriver) -> None:
    """Ends the device's streams and events, before it is reset."""
    with _lock:
        _defaults.pop((device_id, driver), None)
    for one in list(_made):
        if one.driver is not driver or one.destroyed:
            continue
        one.destroyed = True
        if isinstance(one, Stream):
            # CANN's streams go with the device.
            if one.queue:
                one.queue.close()
            one.queue = None
        else:
            # What CANN says of one that failed matters no more.
            with contextlib.suppress(DeviceError):
                driver.destroy_event(one)
            one.state = None
