"""Streams and events of Model: queues of the native machine."""

from __future__ import annotations

import atexit
import sys
import threading
from dataclasses import dataclass
from typing import Any, NoReturn

from .. import settings
from ..errors import ModelError
from ..runtime.streams import Event, Stream, caller_place

#: Longest time that the end of the program waits for a kernel that is told to stop.
_STOP_SECONDS = 3.0
_register = threading.Lock()
_registered = False


def _native() -> Any:
    import asc_core._native as native

    return native


def make_queue() -> Any:
    """A queue, whose work is given up when the program ends."""
    global _registered
    with _register:
        if not _registered:
            atexit.register(_end)
            _registered = True
    return _native().Queue()


def _end() -> None:
    native = _native()
    count = native.give_up_queues(_STOP_SECONDS)
    if count:
        print(
            f"asc: the program ended before {count} launches or events on streams were over, and they were given up; "
            "stream.synchronize() waits for them",
            file=sys.stderr,
        )
    failures = [failure for queue in native.queues() if (failure := queue.take_failure()) is not None]
    if failures:
        error, file, line, _ = failures[0]
        others = f" (and launches on {len(failures) - 1} other streams)" if len(failures) > 1 else ""
        print(
            f"asc: the launch at {file}:{line} on a stream failed{others}, and nothing waited for it: {error}",
            file=sys.stderr,
        )


def wait(queue: Any, timeout: int, what: object) -> None:
    """Waits for a queue, at most *timeout* milliseconds unless that is 0, and raises the error of its launches."""
    if not queue.wait(timeout / 1000):
        raise TimeoutError(f"{what!r} is still busy after {timeout} ms")
    raise_failure(queue, what)


def raise_failure(queue: Any, what: object) -> None:
    """Raises the error of the first launch that failed since the last call, if any did."""
    failure = queue.take_failure()
    if failure is not None:
        _raise(failure, what)


def _raise(failure: tuple[BaseException, str, int, int], what: object) -> NoReturn:
    error, file, line, dropped = failure
    note = f"launched at {file}:{line} on {what!r}"
    if dropped:
        note += f", of which {dropped} later launch{' was' if dropped == 1 else 'es were'} not made"
    if isinstance(error, ModelError):
        error.launch = note
    elif error.args and isinstance(error.args[0], str):
        error.args = (f"{error.args[0]}\n  {note}", *error.args[1:])
    raise error if settings.FULL_TRACEBACK.value_or_default() else error.with_traceback(None)


def wait_all(what: object) -> None:
    """Waits for all queues, and raises the error of one of them; others' are left for their streams."""
    queues = _native().queues()
    for queue in queues:
        queue.wait()
    for queue in queues:
        raise_failure(queue, what)


@dataclass(frozen=True)
class _Recorded:
    """Where an event was recorded: the mark, its queue (False for the current stream), the SoC's clock."""

    mark: Any
    queue: Any
    mhz: int


def record(event: Event, stream: Stream, mhz: int) -> None:
    """Records an event."""
    native = _native()
    if stream.queue is False:
        mark = native.Mark(native.total_cycles() - native.queued_cycles())
    else:
        mark = native.Mark()
        stream.queue.record(mark)
    event.state = _Recorded(mark, stream.queue, mhz)


def follow(event: Event, stream: Stream) -> None:
    """Lets a stream wait for an event."""
    recorded: _Recorded = event.state
    if stream.queue is False:
        synchronize(event, 0)
    elif recorded.queue is not stream.queue:
        stream.queue.follow(recorded.mark, *caller_place())


def synchronize(event: Event, timeout: int) -> None:
    """Waits for an event, at most *timeout* milliseconds unless that is 0."""
    recorded: _Recorded = event.state
    if not recorded.mark.wait(timeout / 1000):
        raise TimeoutError(f"{event!r} isn't reached after {timeout} ms")
    if recorded.mark.failed:
        raise_failure(recorded.queue, event)
        raise RuntimeError(f"a launch before {event!r} failed or was given up")


def elapsed(start: Event, end: Event) -> float:
    """Milliseconds between two events that were reached."""
    cycles: int = end.state.mark.cycles - start.state.mark.cycles
    mhz: int = end.state.mhz
    return cycles / (mhz * 1000)
