"""Streams and events of Model: queues of the native machine."""

from __future__ import annotations

import atexit
import sys
import threading
from dataclasses import dataclass
from typing import Any, NoReturn

from .. import settings
from ..errors import ModelError
from ..runtime.streams import Event, Stream, caller_place, stream_of

#: Longest time that is waited for a kernel that is told to stop.
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


#: Queues of streams that nobody holds any more, and the streams' names; by the queues' identity.
_dropped: dict[int, tuple[Any, str]] = {}


def drop(queue: Any, name: str) -> None:
    """Lets the thread of a queue end when its work is done; errors name its stream all the same."""
    # No lock is taken: the collector of garbage calls this at any place.
    held = {id(other) for other in _native().queues()}
    for key in [key for key in list(_dropped) if key not in held]:
        _dropped.pop(key, None)
    _dropped[id(queue)] = queue, name
    queue.close()


def _name(queue: Any) -> str:
    """The name of a queue's stream."""
    stream = stream_of(queue)
    return repr(stream) if stream is not None else _dropped.get(id(queue), (queue, "a stream"))[1]


def _end() -> None:
    native = _native()
    count = native.give_up_queues(_STOP_SECONDS)
    if count:
        what, them = ("one launch or event", "it was") if count == 1 else (f"{count} launches or events", "they were")
        print(
            f"asc: the program ended before {what} on streams {'was' if count == 1 else 'were'} over, and {them} given "
            "up; stream.synchronize() waits for what a stream has to do",
            file=sys.stderr,
        )
    failures = [(queue, failure) for queue in native.queues() if (failure := queue.take_failure()) is not None]
    if failures:
        queue, (error, file, line, _) = failures[0]
        others = f" (and launches on {len(failures) - 1} other streams)" if len(failures) > 1 else ""
        print(
            f"asc: the launch at {file}:{line} on {_name(queue)} failed{others}, and nothing waited for it: {error}",
            file=sys.stderr,
        )


def wait(queue: Any, timeout: int, what: object) -> None:
    """Waits for a queue, at most *timeout* milliseconds unless that is 0, and raises the error of its launches."""
    if not queue.wait(timeout / 1000):
        raise TimeoutError(f"{what!r} is still busy after {timeout} ms")
    raise_failure(queue)


def raise_failure(queue: Any) -> None:
    """Raises the error of the first launch that failed since the last call, if any did."""
    failure = queue.take_failure()
    if failure is not None:
        _raise(failure, _name(queue))


def _raise(failure: tuple[BaseException, str, int, int], where: str) -> NoReturn:
    error, file, line, dropped = failure
    note = f"launched at {file}:{line} on {where}"
    if dropped:
        note += f", of which {dropped} later launch{' was' if dropped == 1 else 'es were'} not made"
    if isinstance(error, ModelError):
        error.launch = note
    elif error.args and isinstance(error.args[0], str):
        error.args = (f"{error.args[0]}\n  {note}", *error.args[1:])
    raise error if settings.FULL_TRACEBACK.value_or_default() else error.with_traceback(None)


def wait_all() -> None:
    """Waits for all queues, and raises the error of one of them; others' are left for their streams.

    What ends the wait before, such as Ctrl-C, gives up the work of all.
    """
    queues = _native().queues()
    try:
        for queue in queues:
            queue.wait()
    except BaseException:
        _native().give_up_queues(_STOP_SECONDS)
        raise
    for queue in queues:
        raise_failure(queue)


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
        raise_failure(recorded.queue)
        raise RuntimeError(f"a launch before {event!r} failed or was given up")


def elapsed(start: Event, end: Event) -> float:
    """Milliseconds between two events that were reached."""
    cycles: int = end.state.mark.cycles - start.state.mark.cycles
    mhz: int = end.state.mhz
    return cycles / (mhz * 1000)
