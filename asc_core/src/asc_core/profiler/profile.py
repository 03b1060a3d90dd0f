"""``asc.profiler``: where the time of launches goes."""

from __future__ import annotations

import json
import threading
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from ..runtime import measuring
from .decorating import F, profiled
from .launch import Launch


@dataclass(frozen=True)
class Summary:
    """All launches of a kernel in a profile.

    Attributes:
        kernel: its name.
        launches: how many have run.
        wall: seconds they ran on this machine.
        total_cycles: sum of their estimates.
        cycles: estimated cycles that each pipe was busy, summed over launches and cores.
        estimate: estimated seconds on the SoC, None where the backend has no estimate.
    """

    kernel: str
    launches: int
    wall: float
    total_cycles: int
    cycles: dict[str, int]
    estimate: float | None


class Profile:
    """What :func:`profile` makes: collects the launches of all threads while its block, or what it decorates, runs.

    It may be entered again, also within itself; what it collected stays. Of a coroutine and a generator that it
    decorates, the time in which they wait counts too. A launch on a stream that runs later is in
    ``launches`` from the start, and its figures come when it has run: synchronize before you read them.

    Attributes:
        launches: each launch, in the order in which they were made.
        timeline: whether the instructions of each core are kept.
    """

    def __init__(self, *, timeline: bool = False) -> None:
        self.launches: list[Launch] = []
        self.timeline = timeline
        self._lock = threading.Lock()
        self._entered = 0

    def __enter__(self) -> Profile:
        with self._lock:
            self._entered += 1
            if self._entered == 1:
                measuring.add(self)
        return self

    def __exit__(self, *_exc: object) -> None:
        with self._lock:
            self._entered -= 1
            if self._entered == 0:
                measuring.remove(self)

    def __call__(self, function: F) -> F:
        """The function, profiled each time it runs: as ``@p`` above it.

        Raises:
            TypeError: not a function, or an asynchronous generator.
        """
        return profiled(self, function)

    def summary(self) -> list[Summary]:
        """The launches that have run, by kernel; the one with the longest wall time first."""
        groups: dict[str, list[Launch]] = {}
        for launch in list(self.launches):
            if launch.wall is not None:
                groups.setdefault(launch.kernel, []).append(launch)
        return sorted((_summary(*item) for item in groups.items()), key=lambda s: -s.wall)

    def __str__(self) -> str:
        from .text import table

        return table(self)

    def __repr__(self) -> str:
        return f"<profile of {len(self.launches)} launches>"

    def to_json(self, indent: int | None = None) -> str:
        """The launches as a JSON list of objects with the attributes of :class:`Launch`, and ``estimate``."""
        return json.dumps([_plain(launch) for launch in list(self.launches)], indent=indent)

    def chrome_trace(self) -> str:
        """A timeline, as JSON that ``chrome://tracing`` and https://ui.perfetto.dev show.

        It has a row a thread with the launches in wall time; with ``timeline=True`` and on Model also, for each launch,
        the instructions of each core by pipe in estimated time.
        """
        from .trace import events

        return json.dumps({"traceEvents": events(self.launches), "displayTimeUnit": "ns"})

    def to_chrome_trace(self, path: str | Path) -> None:
        """Writes :meth:`chrome_trace` to a file.

        Raises:
            OSError: the file can't be written.
        """
        Path(path).write_text(self.chrome_trace(), "utf-8")


def _summary(kernel: str, launches: list[Launch]) -> Summary:
    cycles: dict[str, int] = {}
    for launch in launches:
        for pipe, count in launch.cycles.items():
            cycles[pipe] = cycles.get(pipe, 0) + count
    estimates = [launch.estimate for launch in launches if launch.estimate is not None]
    return Summary(
        kernel,
        len(launches),
        sum(launch.wall or 0.0 for launch in launches),
        sum(launch.total_cycles or 0 for launch in launches),
        cycles,
        sum(estimates) if estimates else None,
    )


def _plain(launch: Launch) -> dict[str, Any]:
    row = asdict(launch)
    del row["trace"], row["traces"]
    return {**row, "estimate": launch.estimate}


def profile(*, timeline: bool = False) -> Profile:
    """Collects launches: ``with asc.profiler.profile() as p: …``, then ``print(p)``; or ``@p`` above a function.

    Args:
        timeline: keep what each core did, for :meth:`Profile.to_chrome_trace`; takes memory for each instruction.
    """
    if not isinstance(timeline, bool):
        raise TypeError(f"timeline is {timeline!r}; expected True or False")
    return Profile(timeline=timeline)
