"""Launches that profiles see: while there is a profile, each passes through Python and is measured where it runs."""

from __future__ import annotations

import os
import threading
import weakref
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from ..profiler.launch import Launch
    from .config import Target
    from .streams import Stream


class Watcher(Protocol):
    """Who wants to see launches; each is appended to ``launches`` when it is made."""

    launches: list[Launch]
    timeline: bool


class Warmed(Protocol):
    """A kernel with launches that are made without Python."""

    def forget_warm_calls(self) -> None:
        """Lets the next launch pass through Python."""


#: Held while watchers come and go and while launches become warm; kernels may be launched by finalizers below it.
_lock = threading.RLock()
_watchers: tuple[Watcher, ...] = ()
_warmed: weakref.WeakSet[Warmed] = weakref.WeakSet()


def _renew_lock() -> None:
    # Another thread may have held it when the process forked.
    global _lock
    _lock = threading.RLock()


os.register_at_fork(after_in_child=_renew_lock)


@contextmanager
def may_warm(kernel: Warmed) -> Iterator[bool]:
    """Whether a launch may leave Python out from now on; no watcher comes before the block's end."""
    with _lock:
        if not _watchers:
            _warmed.add(kernel)
        yield not _watchers


def add(watcher: Watcher) -> None:
    """Shows *watcher* all launches from now on."""
    global _watchers
    with _lock:
        _watchers = (*_watchers, watcher)
        kernels = list(_warmed)
        _warmed.clear()
        for kernel in kernels:
            kernel.forget_warm_calls()


def remove(watcher: Watcher) -> None:
    """Shows it none any more."""
    global _watchers
    with _lock:
        _watchers = tuple(other for other in _watchers if other is not watcher)


def launched(kernel: str, core_num: int, target: Target, stream: Stream | None) -> Launch | None:
    """The record of a launch that is being made; None when nobody watches."""
    watchers = _watchers
    if not watchers:
        return None
    from ..profiler.launch import Launch

    launch = Launch(
        kernel,
        core_num,
        target.backend.name,
        target.platform.name,
        target.platform.frequency_mhz,
        "" if stream is None else repr(stream),
        threading.current_thread().name,
        trace=any(watcher.timeline for watcher in watchers),
    )
    for watcher in watchers:
        watcher.launches.append(launch)
    return launch
