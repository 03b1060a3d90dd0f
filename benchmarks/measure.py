"""Timing shared by the benchmarks: peers are run in turn, so that both see the same machine."""

from __future__ import annotations

import atexit
import functools
import os
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Times:
    """Times of one contestant in seconds."""

    name: str
    seconds: Sequence[float]

    @property
    def best(self) -> float:
        """The smallest time: the one with the least disturbance."""
        return min(self.seconds)

    @property
    def median(self) -> float:
        """The middle time."""
        return statistics.median(self.seconds)


def of_children() -> float:
    """Processor time of the processes that were started and have ended, in seconds."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def in_turn(
    contestants: Mapping[str, Callable[[], object]],
    rounds: int,
    number: int = 1,
    clock: Callable[[], float] = time.perf_counter,
) -> list[Times]:
    """Times of each contestant: *rounds* rounds in which each is called *number* times."""
    seconds: dict[str, list[float]] = {name: [] for name in contestants}
    for name, call in contestants.items():
        call()
        del name
    for _ in range(rounds):
        for name, call in contestants.items():
            begin = clock()
            for _ in range(number):
                call()
            seconds[name].append((clock() - begin) / number)
    return [Times(name, values) for name, values in seconds.items()]


def python(code: str, *, interpreter: str = sys.executable, **environment: str) -> str:
    """Output of ``python -c code`` in a fresh process, which finds its modules compiled from the second time on."""
    variables = {**os.environ, "PYTHONPYCACHEPREFIX": _byte_code(), **environment}
    variables.pop("PYTHONDONTWRITEBYTECODE", None)
    if interpreter != sys.executable:
        # The sources of asc may stand there, which has the same name as pyasc's package.
        variables.pop("PYTHONPATH", None)
    return subprocess.run([interpreter, "-c", code], check=True, capture_output=True, text=True, env=variables).stdout


@functools.cache
def _byte_code() -> str:
    folder = tempfile.mkdtemp(prefix="asc-benchmark-")
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return folder


def report(title: str, times: Sequence[Times], unit: float = 1e3, unit_name: str = "ms") -> None:
    """Prints the times as a Markdown table; ratios are to the first contestant."""
    print(f"\n### {title}\n\n| | best ({unit_name}) | median ({unit_name}) | ratio of medians |\n|---|---|---|---|")
    first = times[0].median
    for entry in times:
        print(f"| {entry.name} | {entry.best * unit:.3f} | {entry.median * unit:.3f} | {entry.median / first:.2f} |")
