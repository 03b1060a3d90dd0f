"""Launches from many threads at once, each result checked: 64 threads with 1,000 launches each, cold and warm.

Usage: ``python benchmarks/threads.py [--threads N] [--launches N]``. Four kernels are compiled by whoever comes first.
"""

from __future__ import annotations

import argparse
import os
import tempfile
import threading
import time
from collections.abc import Callable
from typing import Any

import numpy as np

import asc


@asc.jit
def put(z: asc.GlobalAddress, v: int):
    g = asc.GlobalTensor()
    g.set_global_buffer(z, 1)
    g.set_value(0, v)


@asc.jit
def add_scalar(z: asc.GlobalAddress, v: int):
    g = asc.GlobalTensor()
    g.set_global_buffer(z, 2)
    g.set_value(0, v + 1)
    g.set_value(1, v - 1)


@asc.jit
def blocks(z: asc.GlobalAddress, v: int):
    g = asc.GlobalTensor()
    g.set_global_buffer(z, 4)
    g.set_value(asc.get_block_idx(), v + asc.get_block_idx())


@asc.jit
def vector(z: asc.GlobalAddress, v: int):
    g = asc.GlobalTensor()
    g.set_global_buffer(z, 256)
    a = asc.LocalTensor(asc.int32, asc.TPosition.VECCALC, 0, 256)
    asc.duplicate(a, v, 256)
    asc.adds(a, a, 2, 256)
    asc.data_copy(g, a, 256)


#: Each kernel with its number of blocks, the size of its array and what must stand there.
KERNELS: tuple[tuple[Any, int, int, Callable[[int], Any]], ...] = (
    (put, 1, 1, lambda v: v),
    (add_scalar, 1, 2, lambda v: (v + 1, v - 1)),
    (blocks, 4, 4, lambda v: (v, v + 1, v + 2, v + 3)),
    (vector, 1, 256, lambda v: v + 2),
)


def run(threads: int, launches: int) -> tuple[float, list[str]]:
    """Wall time in seconds, and what went wrong."""
    barrier = threading.Barrier(threads + 1)
    wrong: list[str] = []

    def work(number: int) -> None:
        rows = [(kernel[cores], np.zeros(size, np.int32), expected) for kernel, cores, size, expected in KERNELS]
        barrier.wait()
        try:
            for i in range(launches):
                launcher, z, expected = rows[(number + i) % len(rows)]
                value = number * launches + i
                launcher(z, value)
                if not (z == expected(value)).all():
                    wrong.append(f"thread {number}, launch {i} of {launcher!r}: {z[:4]} for {value}")
        except Exception as error:  # noqa: BLE001 - any error is what is looked for
            wrong.append(f"thread {number}: {type(error).__name__}: {error}")

    workers = [threading.Thread(target=work, args=(number,)) for number in range(threads)]
    for worker in workers:
        worker.start()
    barrier.wait()
    begin = time.perf_counter()
    for worker in workers:
        worker.join()
    return time.perf_counter() - begin, wrong


def main() -> None:
    """Runs twice, with nothing compiled and with everything."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--threads", type=int, default=64)
    parser.add_argument("--launches", type=int, default=1000, help="of each thread")
    chosen = parser.parse_args()
    total = chosen.threads * chosen.launches
    print(f"\n### {chosen.threads} threads, {chosen.launches} launches each of four kernels, results checked\n")
    print("| | wall time (s) | a launch (µs) | errors |\n|---|--:|--:|--:|")
    failed = False
    with tempfile.TemporaryDirectory() as cache:
        os.environ["PYASC_CACHE_DIR"] = cache
        for name in ("cold: compilation included", "warm"):
            seconds, wrong = run(chosen.threads, chosen.launches)
            print(f"| {name} | {seconds:.2f} | {seconds / total * 1e6:.2f} | {len(wrong)} |", flush=True)
            failed |= bool(wrong)
            for text in wrong[:5]:
                print(f"\n{text}")
    if failed:
        raise SystemExit(1)


if __name__ == "__main__":
    main()
