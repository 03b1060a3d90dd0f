"""Launches on streams of Model: what one costs the program, and how long many take on one and on several streams."""

from __future__ import annotations

import time

import numpy as np
from measure import Times, in_turn, report

import asc
import asc.lib.runtime as rt

LAUNCHES = 1000
ROUNDS = 20
STREAMS = 4


@asc.jit
def empty(a: asc.GlobalAddress, b: asc.GlobalAddress, c: asc.GlobalAddress, d: asc.GlobalAddress):
    pass


@asc.jit
def count(a: asc.GlobalAddress, n: int):
    g = asc.GlobalTensor()
    g.set_global_buffer(a, 8)
    for _ in range(n):
        g.set_value(0, g.get_value(0) + 1)


def cost() -> list[Times]:
    """Seconds of the program for one launch of an empty kernel with four arrays."""
    arrays = [np.zeros(64, np.float32) for _ in range(4)]
    stream, event = rt.create_stream(), rt.create_event()
    here, there = empty[1], empty[1, stream]
    seconds: dict[str, list[float]] = {"launch": [], "launch on a stream": [], "record of an event": []}
    for launch in (here, there):
        launch(*arrays)
    for _ in range(ROUNDS):
        for name, call in (
            ("launch", lambda: here(*arrays)),
            ("launch on a stream", lambda: there(*arrays)),
            ("record of an event", lambda: event.record(stream)),
        ):
            begin = time.perf_counter()
            for _ in range(LAUNCHES):
                call()
            seconds[name].append((time.perf_counter() - begin) / LAUNCHES)
            stream.synchronize()
    return [Times(name, values) for name, values in seconds.items()]


def whole() -> list[Times]:
    """Seconds of 16 launches of some milliseconds each, until all are over."""
    streams = [rt.create_stream() for _ in range(STREAMS)]
    arrays = [np.zeros(8, np.int32) for _ in streams]

    def run(number: int) -> None:
        for i in range(16):
            count[1, streams[i % number]](arrays[i % number], 100_000)
        for stream in streams[:number]:
            stream.synchronize()

    def here() -> None:
        for _ in range(16):
            count[1](arrays[0], 100_000)

    return in_turn(
        {"without a stream": here, "1 stream": lambda: run(1), f"{STREAMS} streams": lambda: run(STREAMS)},
        rounds=ROUNDS,
    )


def main() -> None:
    report("What a launch costs the program", cost(), unit=1e6, unit_name="µs")
    report("16 launches", whole())


if __name__ == "__main__":
    main()
