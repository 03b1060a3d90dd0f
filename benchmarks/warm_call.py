"""A warm call of an empty kernel with 1, 4 and 16 arguments on one core of Model.

Usage: ``python benchmarks/warm_call.py [--pyasc PYTHON]``. Beside pyasc, both take turns in fresh processes, times are
those of the processor, and pyasc's call ends before its native call (see ``pyasc_peer.py``), asc's when the kernel has
run.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np
import pyasc_peer
from measure import in_turn, report

import asc


@asc.jit
def empty_1(a: asc.GlobalAddress):
    pass


@asc.jit
def empty_4(a: asc.GlobalAddress, b: asc.GlobalAddress, c: asc.GlobalAddress, d: asc.GlobalAddress):
    pass


@asc.jit
def empty_4_mixed(a: asc.GlobalAddress, b: asc.GlobalAddress, n: int, x: float):
    pass


@asc.jit
def empty_16(
    a: asc.GlobalAddress, b: asc.GlobalAddress, c: asc.GlobalAddress, d: asc.GlobalAddress,
    e: asc.GlobalAddress, f: asc.GlobalAddress, g: asc.GlobalAddress, h: asc.GlobalAddress,
    i: asc.GlobalAddress, j: asc.GlobalAddress, k: asc.GlobalAddress, m: asc.GlobalAddress,
    n: asc.GlobalAddress, o: asc.GlobalAddress, p: asc.GlobalAddress, q: asc.GlobalAddress,
):  # fmt: skip
    pass


#: Runs in either environment: microseconds of processor time a call, the least of some rounds.
_WORKER = """
import json, sys, time
import numpy as np
import asc

{kernels}

def least(launch, arguments, number):
    launch(*arguments)
    times = []
    for _ in range(15):
        begin = time.process_time()
        for _ in range(number):
            launch(*arguments)
        times.append((time.process_time() - begin) / number)
    return min(times) * 1e6

arrays = [np.zeros(64, np.float32) for _ in range(16)]
number = int(sys.argv[1])
print(json.dumps([least(kernel[1], arrays[:count], number) for count, kernel in kernels.items()]))
"""
_COUNTS = (1, 4, 16)


def _kernels() -> str:
    lines = ["kernels = {}"]
    for count in _COUNTS:
        parameters = ", ".join(f"a{i}: asc.GlobalAddress" for i in range(count))
        lines.append(f"\n@asc.jit\ndef empty_{count}({parameters}):\n    pass\nkernels[{count}] = empty_{count}")
    return "\n".join(lines)


def beside_pyasc(python: str) -> None:
    """Prints what a call costs each of the two."""
    own: list[list[float]] = []
    theirs: list[list[float]] = []
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        file = folder / "warm_worker.py"
        file.write_text(_WORKER.format(kernels=_kernels()), encoding="utf-8")
        variables = {**os.environ, "PYASC_CACHE_DIR": str(folder / "own")}
        for _ in range(5):
            said = subprocess.run(
                [sys.executable, str(file), "5000"], check=True, capture_output=True, text=True, env=variables
            ).stdout
            own.append(json.loads(said))
            # pyasc keeps kernels that it compiled itself in memory, and reads those of its file cache at each call.
            with tempfile.TemporaryDirectory() as fresh:
                theirs.append(json.loads(pyasc_peer.run(python, file, Path(fresh), ["200"])))
    print("\n### Warm call beside pyasc, processor time\n")
    print("| arrays | asc, best (µs) | asc, median (µs) | pyasc, best (µs) | pyasc, median (µs) | best of pyasc's |")
    print("|--:|--:|--:|--:|--:|--:|")
    for count, mine, other in zip(_COUNTS, zip(*own, strict=True), zip(*theirs, strict=True), strict=True):
        figures = (min(mine), statistics.median(mine), min(other), statistics.median(other))
        print(f"| {count} | {' | '.join(f'{value:.2f}' for value in figures)} | 1/{min(other) / min(mine):.0f} |")


def main() -> None:
    """Measures and prints tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pyasc", metavar="PYTHON", help="interpreter of pyasc's environment")
    pyasc = parser.parse_args().pyasc
    arrays = [np.zeros(64, np.float32) for _ in range(16)]
    four, sixteen = arrays[:4], arrays
    one_launch, four_launch, mixed_launch, sixteen_launch = empty_1[1], empty_4[1], empty_4_mixed[1], empty_16[1]
    times = in_turn(
        {
            "numpy.add of 8 elements": lambda: np.add(arrays[0][:8], arrays[1][:8]),
            "1 array": lambda: one_launch(arrays[0]),
            "4 arrays": lambda: four_launch(*four),
            "2 arrays, int, float": lambda: mixed_launch(arrays[0], arrays[1], 3, 1.5),
            "16 arrays": lambda: sixteen_launch(*sixteen),
            "4 arrays, kernel[1] each time": lambda: empty_4[1](*four),
        },
        rounds=30,
        number=2000,
    )
    report("Warm call of an empty kernel", times, unit=1e6, unit_name="µs")
    if pyasc:
        beside_pyasc(pyasc)


if __name__ == "__main__":
    main()
