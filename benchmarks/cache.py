"""A kernel out of the cache on disk in a fresh process, and processes that race on a cold cache.

Usage: ``python benchmarks/cache.py [--pyasc PYTHON] [--rounds N] [--races N]``. Beside pyasc, both take turns in fresh
processes, and pyasc's first call ends before its native call (see ``pyasc_peer.py``), asc's when the kernel has run.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import pyasc_peer
from measure import of_children

#: Runs in either environment; prints the processor time of the kernel's definition and of its first call.
_WORKER = """
import json, time
import numpy as np
import asc

marks = [time.process_time()]

@asc.jit
def add(x: asc.GlobalAddress, y: asc.GlobalAddress, z: asc.GlobalAddress, n: int):
    x_gm = asc.GlobalTensor()
    x_gm.set_global_buffer(x, n)
    y_gm = asc.GlobalTensor()
    y_gm.set_global_buffer(y, n)
    z_gm = asc.GlobalTensor()
    z_gm.set_global_buffer(z, n)
    pipe = asc.TPipe()
    x_queue = asc.TQue(asc.TPosition.VECIN, 2)
    y_queue = asc.TQue(asc.TPosition.VECIN, 2)
    z_queue = asc.TQue(asc.TPosition.VECOUT, 2)
    pipe.init_buffer(que=x_queue, num=2, len=1024)
    pipe.init_buffer(que=y_queue, num=2, len=1024)
    pipe.init_buffer(que=z_queue, num=2, len=1024)
    for i in range(4):
        a = x_queue.alloc_tensor(x.dtype)
        b = y_queue.alloc_tensor(x.dtype)
        asc.data_copy(a, x_gm[i * 256:], count=256)
        asc.data_copy(b, y_gm[i * 256:], count=256)
        x_queue.enque(a)
        y_queue.enque(b)
        a = x_queue.deque(x.dtype)
        b = y_queue.deque(x.dtype)
        c = z_queue.alloc_tensor(x.dtype)
        asc.add(c, a, b, count=256)
        z_queue.enque(c)
        x_queue.free_tensor(a)
        y_queue.free_tensor(b)
        c = z_queue.deque(x.dtype)
        asc.data_copy(z_gm[i * 256:], c, count=256)
        z_queue.free_tensor(c)

marks.append(time.process_time())
x = np.ones(1024, np.float32)
z = np.zeros(1024, np.float32)
add[1](x, x, z, 1024)
marks.append(time.process_time())
print(json.dumps([*(b - a for a, b in zip(marks, marks[1:])), float(z.sum())]))
"""
#: The same with names of packs outside of the kernel.
_NAMED = _WORKER.replace(
    "@asc.jit",
    """from asc import HardEvent
from asc.language.core.struct import Field

POSITION, EVENT = asc.TPosition.VECIN, HardEvent.MTE2_V

class Sizes(asc.Struct):
    rows = Field(asc.int32)

@asc.jit""",
)
_STEPS = ("whole process", "above numpy", "kernel's definition", "first call")
#: numpy's threads wait actively for work, which would count as time of whatever follows its import.
_THREADS = {"OPENBLAS_NUM_THREADS": "1"}


def own(file: Path, folder: Path) -> list[float]:
    """Runs a process of asc, whose kernel is in the cache already."""
    variables = {**os.environ, "PYASC_CACHE_DIR": str(folder / "own"), "PYTHONPYCACHEPREFIX": str(folder / "code")}
    variables.pop("PYTHONDONTWRITEBYTECODE", None)
    said = subprocess.run([sys.executable, str(file)], check=True, capture_output=True, text=True, env=variables).stdout
    *times, total = json.loads(said)
    assert total == 2048, total
    return times


def theirs(python: str, file: Path, folder: Path) -> list[float]:
    """Runs a process of pyasc."""
    return json.loads(pyasc_peer.run(python, file, folder))[:-1]


def from_disk(pyasc: str | None, rounds: int) -> None:
    """Prints how long a process takes to its first launch of a kernel that is in the cache."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        file = folder / "worker.py"
        file.write_text(_WORKER, encoding="utf-8")
        named = folder / "named.py"
        named.write_text(_NAMED, encoding="utf-8")
        os.environ.update(_THREADS)
        empty = folder / "empty.py"
        empty.write_text("import numpy\nprint('[0, 0, 2048]')\n", encoding="utf-8")
        contestants: dict[str, Callable[[], list[float]]] = {
            "asc": lambda: own(file, folder),
            "asc, names of packs outside of the kernel": lambda: own(named, folder),
            "numpy alone": lambda: own(empty, folder),
        }
        if pyasc:
            contestants["pyasc"] = lambda: theirs(pyasc, file, folder)
        samples: dict[str, list[list[float]]] = {name: [] for name in contestants}
        for number in range(rounds + 2):
            for name, sample in contestants.items():
                begin = of_children()
                times = sample()
                # The first compiles the kernel, and writes Python's byte code.
                if number > 1:
                    samples[name].append([of_children() - begin, *times])
    print("\n### Kernel from the cache on disk in a fresh process, processor time, median (best) in ms\n")
    print(f"| | {' | '.join(_STEPS)} |\n|---|" + "--:|" * len(_STEPS))
    alone = [taken[0] for taken in samples["numpy alone"]]
    for name, taken in samples.items():
        whole, *steps = ((statistics.median(step), min(step)) for step in zip(*taken, strict=True))
        above = (whole[0] - statistics.median(alone), whole[1] - min(alone))
        cells = (f"{median * 1e3:.0f} ({best * 1e3:.0f})" for median, best in (whole, above, *steps))
        print(f"| {name} | {' | '.join(cells)} |")


def race(processes: int, rounds: int) -> None:
    """Prints how long processes take that start together on an empty cache, and on a filled one."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        file = folder / "worker.py"
        file.write_text(_WORKER, encoding="utf-8")
        rows: dict[str, list[tuple[float, float]]] = {"empty": [], "filled": []}
        for number in range(rounds):
            variables = {
                **os.environ,
                "PYASC_CACHE_DIR": str(folder / str(number)),
                "PYTHONPYCACHEPREFIX": str(folder / "code"),
            }
            variables.pop("PYTHONDONTWRITEBYTECODE", None)
            for times in rows.values():
                begin, used = time.perf_counter(), of_children()
                command = [sys.executable, str(file)]
                started = [subprocess.Popen(command, env=variables, stdout=subprocess.PIPE) for _ in range(processes)]
                said = [json.loads(process.communicate()[0])[-1] for process in started]
                for process in started:
                    process.wait()
                times.append((time.perf_counter() - begin, (of_children() - used) / processes))
                assert said == [2048] * processes
            assert len(list((folder / str(number)).glob("*.kernel"))) == 1, "asc's files were changed meanwhile"
    print(f"\n### {processes} processes that start together, on {os.cpu_count()} processors, best of {rounds} (s)\n")
    print("| cache | wall time of all | processor time of each |\n|---|--:|--:|")
    for name, times in rows.items():
        print(f"| {name} | {' | '.join(f'{min(column):.2f}' for column in zip(*times, strict=True))} |")


def main() -> None:
    """Measures and prints tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pyasc", metavar="PYTHON", help="interpreter of pyasc's environment")
    parser.add_argument("--rounds", type=int, default=11, help="fresh processes of each, by default 11")
    parser.add_argument("--races", type=int, default=3, help="races on an empty cache, by default 3")
    given = parser.parse_args()
    from_disk(given.pyasc, given.rounds)
    if given.races:
        race(16, given.races)


if __name__ == "__main__":
    main()
