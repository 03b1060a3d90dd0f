"""The record of a launch."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, TypeVar

T = TypeVar("T")


@dataclass(eq=False)
class Launch:
    """A launch that a profile saw; what is measured stands in it when the kernel has run.

    Attributes:
        kernel: the kernel's name.
        core_num: number of blocks.
        backend: name of the backend.
        platform: name of the SoC.
        frequency_mhz: the SoC's clock.
        stream: the stream that the launch named, as text; empty for the current one.
        thread: name of the thread that launched.
        start: when the kernel began to run, in seconds of ``time.perf_counter``; None before.
        wall: seconds that the kernel ran on this machine, its compilation left out; None before it has run.
        total_cycles: estimated cycles of the slowest core; None where the backend has no estimate.
        cycles: estimated cycles that each pipe was busy, summed over all cores; empty where there is no estimate.
        error: type and first line of the error that ended the launch, empty when there was none.
        traces: what each core did, for profiles with a timeline.
    """

    kernel: str
    core_num: int
    backend: str
    platform: str
    frequency_mhz: int
    stream: str
    thread: str
    start: float | None = None
    wall: float | None = None
    total_cycles: int | None = None
    cycles: dict[str, int] = field(default_factory=dict)
    error: str = ""
    trace: bool = field(default=False, repr=False)
    traces: list[dict[str, Any]] = field(default_factory=list, repr=False)

    @property
    def estimate(self) -> float | None:
        """Estimated seconds on the SoC; None where the backend has no estimate."""
        return None if self.total_cycles is None else self.total_cycles / (self.frequency_mhz * 1e6)

    def run(self, work: Callable[[], T]) -> T:
        """Makes the launch and measures it; backends call it on the thread that runs the kernel.

        *work* returns what the machine measured, or None.
        """
        self.start = time.perf_counter()
        try:
            result = work()
        except BaseException as error:
            self.error = f"{type(error).__name__}: {str(error).partition(chr(10))[0]}"
            raise
        finally:
            self.wall = time.perf_counter() - self.start
        if result is not None:
            measured: Any = result
            self.total_cycles, self.cycles = measured.cycles, measured.busy
            self.traces = measured.traces if self.trace else []
        return result
