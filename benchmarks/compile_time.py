"""User time of the external C++ compiler for the examples' kernels, against a kernel that does nothing."""

from __future__ import annotations

import importlib.util
import os
import resource
import statistics
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from types import ModuleType

import numpy as np
from measure import Times, report

import asc
import asc.runtime.config as config
from asc_core.backends import toolchain

ROUNDS = 7
EXAMPLES = Path(__file__).parent.parent / "examples"


@asc.jit
def empty_kernel():
    pass


def example(name: str) -> ModuleType:
    (file,) = (EXAMPLES / name).glob("*.py")
    spec = importlib.util.spec_from_file_location(file.stem, file)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def user_times(first_call: Callable[[], object]) -> list[float]:
    """User seconds of the compiler's run, repeated, that the first call of a kernel starts."""
    seconds: list[float] = []
    run = toolchain.run

    def timed(command: Sequence[str], folder: Path) -> tuple[int, str]:
        for _ in range(ROUNDS):
            before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
            result = run(command, folder)
            seconds.append(resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before)
        return result

    toolchain.run = timed
    try:
        first_call()
    finally:
        toolchain.run = run
    return seconds


def main() -> None:
    config.set_platform("Model")
    add, framework = example("01_add"), example("02_add_framework")
    x = np.ones(16384, np.float32)
    with tempfile.TemporaryDirectory() as cache:
        os.environ["PYASC_CACHE_DIR"] = cache
        times = [
            Times("empty kernel", user_times(lambda: empty_kernel[1]())),
            Times("01_add", user_times(lambda: add.vadd(x, x, 8))),
            Times("02_add_framework", user_times(lambda: framework.vadd(x, x, 8))),
        ]
    print(f"\n{statistics.mean(os.getloadavg()):.1f} processes were running, on {os.cpu_count()} processors")
    report("User time of the C++ compiler", times)


if __name__ == "__main__":
    main()
