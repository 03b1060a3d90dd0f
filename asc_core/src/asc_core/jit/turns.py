"""Who compiles a kernel, while others wait for it."""

from __future__ import annotations

import threading


class Turn:
    """A thread's turn to compile a kernel.

    Attributes:
        lock: held by the thread that compiles.
    """

    def __init__(self) -> None:
        self.lock = threading.RLock()
        self._owner: int | None = None

    def begin(self, kernel: str) -> None:
        """Begins this thread's turn, with the lock.

        Raises:
            RecursionError: it began already.
        """
        if self._owner == threading.get_ident():
            raise RecursionError(
                f"kernel '{kernel}' is launched by code that runs in the middle of its compilation, such as a signal "
                "handler or a finalizer; launch it afterwards"
            )
        self._owner = threading.get_ident()

    def end(self) -> None:
        """Ends the turn, with the lock."""
        self._owner = None
