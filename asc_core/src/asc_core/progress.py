"""A line on the terminal while kernels take long to compile."""

from __future__ import annotations

import os
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any

from . import settings

#: Seconds until a compilation is shown.
AFTER = 2.0

_REFRESHES_A_SECOND = 8


class _Compilation:
    def __init__(self, kernel: str) -> None:
        self.kernel = kernel
        self.stage = ""
        self.start = time.monotonic()
        self.ended = False


_here = threading.local()
_lock = threading.Lock()
_shown: list[_Compilation] = []
_live: Any = None


def _forget() -> None:
    # A child has neither the thread that draws nor, maybe, an open lock.
    global _lock, _live
    _lock, _live = threading.Lock(), None
    _shown.clear()


os.register_at_fork(after_in_child=_forget)


@contextmanager
def compiling(kernel: str) -> Iterator[None]:
    """Shows on stderr, if that is a terminal, that *kernel* is compiled, from two seconds on to the block's end."""
    if not _wanted():
        yield
        return
    compilation = _Compilation(kernel)
    timer = threading.Timer(AFTER, _show, (compilation,))
    timer.daemon = True
    timer.start()
    outer, _here.compilation = getattr(_here, "compilation", None), compilation
    try:
        yield
    finally:
        _here.compilation = outer
        timer.cancel()
        _end(compilation)


def stage(name: str) -> None:
    """Tells what the compilation on this thread does now."""
    compilation = getattr(_here, "compilation", None)
    if compilation is not None:
        compilation.stage = name


def _wanted() -> bool:
    if not settings.PROGRESS.value_or_default() or settings.TERM.value() in ("dumb", "unknown"):
        return False
    try:
        return sys.stderr.isatty()
    except (AttributeError, ValueError):  # None under pythonw, or closed
        return False


def _show(compilation: _Compilation) -> None:
    global _live
    from rich.console import Console
    from rich.live import Live
    from rich.text import Text

    with _lock:
        if compilation.ended:
            return
        _shown.append(compilation)
        if _live is None:
            # Where print writes to stays as it is: the streams are the program's.
            _live = Live(
                get_renderable=lambda: Text(_line(), overflow="ellipsis", no_wrap=True),
                console=Console(file=sys.stderr),
                transient=True,
                refresh_per_second=_REFRESHES_A_SECOND,
                redirect_stdout=False,
                redirect_stderr=False,
            )
            with suppress(OSError):  # the terminal is gone
                _live.start(refresh=True)


def _line() -> str:
    shown = list(_shown)
    if not shown:
        return ""
    oldest, *others = shown
    parts = [f"compiling {oldest.kernel}", oldest.stage, f"{time.monotonic() - oldest.start:.0f} s"]
    more = f" (and {len(others)} more)" if others else ""
    return ", ".join(part for part in parts if part) + more


def _end(compilation: _Compilation) -> None:
    global _live
    with _lock:
        compilation.ended = True
        if compilation in _shown:
            _shown.remove(compilation)
        if not _shown and _live is not None:
            with suppress(OSError):
                _live.stop()
            _live = None
