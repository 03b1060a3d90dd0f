"""Launches from many threads: ``benchmarks/threads.py`` at a smaller size, and threads in each other's way."""

from __future__ import annotations

import importlib.util
import os
import signal
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest

import asc
from asc.runtime import config
from asc_core.diagnostics import CompileError
from asc_core.errors import ModelError
from asc_core.jit import compiler

ROOT = Path(__file__).parents[3]


@pytest.fixture
def benchmark_module(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> ModuleType:
    """The benchmark, with kernels of its own that nobody has compiled yet."""
    monkeypatch.setenv("PYASC_CACHE_DIR", str(tmp_path / "cache"))
    spec = importlib.util.spec_from_file_location("threads_benchmark", ROOT / "benchmarks" / "threads.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def compiled(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Names of the kernels that are compiled."""
    names: list[str] = []
    real = compiler.compile_kernel

    def compile_kernel(function, *rest):  # type: ignore[no-untyped-def]
        names.append(function.name)
        return real(function, *rest)

    monkeypatch.setattr(compiler, "compile_kernel", compile_kernel)
    return names


def test_many_threads_launch_cold_and_warm(benchmark_module: ModuleType, compiled: list[str]) -> None:
    for _ in range(2):
        _, wrong = benchmark_module.run(threads=32, launches=50)
        assert wrong == []
    assert sorted(compiled) == ["add_scalar", "blocks", "put", "vector"]


def test_the_benchmark_sees_wrong_results(benchmark_module: ModuleType) -> None:
    kernel, cores, size, _ = benchmark_module.KERNELS[0]
    benchmark_module.KERNELS = ((kernel, cores, size, lambda v: v + 1),)
    _, wrong = benchmark_module.run(threads=2, launches=3)
    assert len(wrong) == 6


@asc.jit
def count_down(z: asc.GlobalAddress, n: int, wrong: asc.ConstExpr[int]):
    g = asc.GlobalTensor()
    g.set_global_buffer(z, 2)
    if wrong == 1:
        g.set_value(0, missing)  # noqa: F821
    if wrong == 2:
        g.set_value(2, n)
    g.set_value(1, n)


def test_errors_of_one_thread_are_not_anothers() -> None:
    kernel = asc.jit(count_down.fn)

    def work(i: int) -> str:
        z = np.zeros(2, np.int32)
        try:
            kernel[1](z, i, i % 3)
        except (CompileError, ModelError) as error:
            assert z.tolist() == [0, 0]
            return type(error).__name__
        assert z.tolist() == [0, i]
        return ""

    with ThreadPoolExecutor(12) as pool:
        results = list(pool.map(work, range(120)))
    assert results == ["", "CompileError", "ModelError"] * 40


def test_a_kernel_is_launched_with_many_types_at_once() -> None:
    @asc.jit
    def twice(z: asc.GlobalAddress, v):
        g = asc.GlobalTensor()
        g.set_global_buffer(z, 1)
        g.set_value(0, v + v)

    dtypes = [np.int8, np.int32, np.int64, np.float32]

    def work(i: int) -> None:
        dtype = dtypes[i % 4]
        z = np.zeros(1, dtype)
        for _ in range(5):
            twice[1 + i % 3](z, dtype(i % 50))
        assert z[0] == 2 * (i % 50)

    with ThreadPoolExecutor(8) as pool:
        list(pool.map(work, range(64)))
    assert len(twice._kernels) == 4


def test_the_platform_may_change_between_launches_of_other_threads() -> None:
    @asc.jit
    def cores(z: asc.GlobalAddress):
        g = asc.GlobalTensor()
        g.set_global_buffer(z, 1)
        g.set_value(0, asc.get_block_num())

    stop = threading.Event()
    seen: set[int] = set()
    wrong: list[BaseException] = []

    def work() -> None:
        z = np.zeros(1, np.int32)
        try:
            while not stop.is_set():
                cores[None](z)
                seen.add(int(z[0]))
        except BaseException as error:  # noqa: BLE001
            wrong.append(error)

    threads = [threading.Thread(target=work) for _ in range(4)]
    try:
        for thread in threads:
            thread.start()
        for i in range(20):
            config.set_platform("Model", ("Ascend910B4", "Ascend910B1")[i % 2])
            z = np.zeros(1, np.int32)
            cores[None](z)
            assert z[0] == (40, 48)[i % 2]
    finally:
        stop.set()
        for thread in threads:
            thread.join()
        config.set_platform("Model")
    assert wrong == []
    assert seen <= {40, 48}


@asc.jit
def again(z: asc.GlobalAddress, k: asc.ConstExpr[int]):
    z_gm = asc.GlobalTensor()
    z_gm.set_global_buffer(z, 1)
    z_gm.set_value(0, k)


def test_a_handler_can_not_launch_the_kernel_that_it_interrupts(monkeypatch: pytest.MonkeyPatch) -> None:
    z = np.zeros(1, np.int32)
    real = compiler.compile_kernel

    def interrupted(*given: Any) -> Any:
        handler = signal.signal(signal.SIGUSR1, lambda *_: again[1](z, 5, always_compile=True))
        try:
            os.kill(os.getpid(), signal.SIGUSR1)
            return real(*given)
        finally:
            signal.signal(signal.SIGUSR1, handler)

    monkeypatch.setattr(compiler, "compile_kernel", interrupted)
    for _ in range(2):
        with pytest.raises(RecursionError, match="kernel 'again' is launched by code that runs in the middle of its"):
            again[1](z, 5, always_compile=True)
    monkeypatch.undo()
    again[1](z, 5, always_compile=True)
    assert z[0] == 5


def test_each_thread_compiles_a_kernel_that_is_never_kept(compiled: list[str]) -> None:
    def work(_: int) -> int:
        z = np.zeros(1, np.int32)
        again[1](z, 6, always_compile=True)
        return int(z[0])

    with ThreadPoolExecutor(3) as threads:
        assert list(threads.map(work, range(3))) == [6, 6, 6]
    assert compiled == ["again"] * 3
