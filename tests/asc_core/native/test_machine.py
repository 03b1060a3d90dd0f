# ruff: noqa: E501 - kernels are written as text, a statement group a line.
"""The machine: stops, faults, global memory, clocks, threads."""

from __future__ import annotations

import faulthandler
import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import numpy as np
import pytest

from asc_core import _native
from asc_core.errors import ModelError

from .conftest import PLATFORM, Build, Kernels

BODIES = {
    "empty": "",
    "spin": """
        volatile int x = 0;
        PipeBarrier<PIPE_ALL>();
        while (true) x = x + 1;
    """,
    "spin_one": """
        if (GetBlockIdx() == ARG(0, int64_t)) while (true) PipeBarrier<PIPE_ALL>();
    """,
    "divide": "int* out = ARG(0, int*); GlobalTensor<int> g; g.SetGlobalBuffer(out);\n g.SetValue(0, 7 / g.GetValue(1));",
    "wild": "*ARG(0, volatile int*) = 1;",
    "overflow": """
        struct Deep { static int down(volatile int* p, int n) { volatile int room[256]; room[0] = n; return n < 0 ? 0 : down(room, n + 1) + room[0] + *p; } };
        volatile int start = 0;
        Deep::down(&start, 0);
    """,
    "large_frame": "volatile char room[1 << 21]; room[0] = 1; room[(1 << 21) - 1] = room[0];",
    "illegal": "__builtin_trap();",
    "gm_read": "GlobalTensor<float> g; g.SetGlobalBuffer(ARG(0, float*));\n g.GetValue(ARG(1, uint64_t));",
    "gm_write": "GlobalTensor<float> g; g.SetGlobalBuffer(ARG(0, float*));\n g.SetValue(ARG(1, uint64_t), 3.0f);",
    "block_error": """
        if (GetBlockIdx() % 2 == 1) { LocalTensor<float> t(TPosition::VECIN, 0, 8); t.GetValue(8); }
    """,
    "poison": """
        LocalTensor<float> f(TPosition::VECCALC, 0, 64); LocalTensor<half> h(TPosition::VECCALC, 1024, 64);
        LocalTensor<float> b(TPosition::CO1, 0, 64);
        GlobalTensor<float> g; g.SetGlobalBuffer(ARG(0, float*));
        g.SetValue(0, f.GetValue(3)); g.SetValue(1, h.GetValue(5)); g.SetValue(2, b.GetValue(0));
        f.SetValue(3, 1.0f);
    """,
    "timeline": """
        LocalTensor<float> t(TPosition::VECIN, 0, 1024); GlobalTensor<float> g; g.SetGlobalBuffer(ARG(0, float*));
        DataCopy(t, g, 1024);
        SetFlag<HardEvent::MTE2_V>(0); WaitFlag<HardEvent::MTE2_V>(0);
        Add(t, t, t, 1024);
    """,
    "idx": "GlobalTensor<int64_t> g; g.SetGlobalBuffer(ARG(0, int64_t*)); g.SetValue(GetBlockIdx(), GetBlockIdx() * 1000 + GetBlockNum());",
    "hello": 'AscendC::printf("block %d of %d: %s %.2f\\n", int(GetBlockIdx()), int(GetBlockNum()), "half", half(1.5f));',
    "tensor_in_capacity": "LocalTensor<float> t(TPosition::VECIN, 0, 49152); LocalTensor<float> u(TPosition::VECIN, 32, 49152);",
    "trap": "Trap();",
}


@pytest.fixture(scope="module")
def kernels(build: Build) -> Kernels:
    return build(BODIES, "tensor.h", "sys_var.h", "block_sync.h", "data_copy.h", "vec_binary.h", "dump_tensor.h")


def failure(kernels: Kernels, name: str, *args: object, **options: object) -> ModelError:
    with pytest.raises(ModelError) as caught:
        kernels.run(name, *args, **options)
    return caught.value


def test_an_empty_kernel_takes_no_time(kernels: Kernels) -> None:
    result = kernels.run("empty")
    assert result.cycles == 0
    assert result.busy == {}
    assert result.output == ""


def test_watchdog_stops_an_endless_loop_and_names_where_it_was(kernels: Kernels) -> None:
    start = time.perf_counter()
    error = failure(kernels, "spin", watchdog_seconds=0.2)
    assert 0.15 < time.perf_counter() - start < 3
    assert (error.kind, error.api, error.file, error.line) == ("watchdog", "PipeBarrier", "spin.py", 3)
    assert "0.2 seconds" in error.message
    kernels.run("empty")


@pytest.mark.parametrize("threads", [1, 2])
def test_watchdog_stops_one_block_of_many(kernels: Kernels, threads: int) -> None:
    error = failure(kernels, "spin_one", 3, cores=8, watchdog_seconds=0.2, threads=threads)
    assert (error.kind, error.block) == ("watchdog", 3)


def test_division_by_zero_is_an_error_of_the_launch(kernels: Kernels) -> None:
    error = failure(kernels, "divide", np.zeros(2, np.int32))
    assert error.kind == "fault"
    assert "division by zero" in error.message
    assert (error.file, error.line) == ("divide.py", 2)


def test_a_wild_address_is_an_error_of_the_launch(kernels: Kernels) -> None:
    error = failure(kernels, "wild", 0x10)
    assert error.kind == "fault"
    assert "0x10" in error.message


@pytest.mark.parametrize("name", ["overflow", "large_frame"])
def test_stack_overflow_is_an_error_of_the_launch(kernels: Kernels, name: str) -> None:
    error = failure(kernels, name)
    assert error.kind == "fault"
    assert "stack overflow" in error.message


def test_illegal_instruction_is_an_error_of_the_launch(kernels: Kernels) -> None:
    assert failure(kernels, "illegal").kind == "fault"


def test_trap_is_an_error_of_the_launch(kernels: Kernels) -> None:
    error = failure(kernels, "trap")
    assert (error.kind, error.api, error.message) == ("check", "Trap", "the kernel trapped")


def test_faults_leave_the_machine_usable(kernels: Kernels) -> None:
    for _ in range(50):
        failure(kernels, "wild", 0x10, cores=4)
        kernels.run("empty", cores=4)


@pytest.mark.parametrize(
    ("name", "index", "text"),
    [
        (
            "gm_read",
            64,
            "reads 4 bytes of global memory at an address 0 bytes past the end of argument 'a0' (256 bytes)",
        ),
        ("gm_read", 70, "24 bytes past the end of argument 'a0'"),
        (
            "gm_write",
            -1 % 2**64,
            "writes 4 bytes of global memory at an address 4 bytes before the start of argument 'a0'",
        ),
    ],
)
def test_global_memory_outside_the_arguments(kernels: Kernels, name: str, index: int, text: str) -> None:
    signed = index - 2**64 if index >= 2**63 else index
    error = failure(kernels, name, np.zeros(64, np.float32), signed)
    assert error.kind == "gm"
    assert text in error.message
    assert error.line == 2


def test_writing_a_read_only_argument(kernels: Kernels) -> None:
    array = np.zeros(64, np.float32)
    array.flags.writeable = False
    kernels.run("gm_read", array, 3)
    error = failure(kernels, "gm_write", array, 3)
    assert (error.kind, error.api) == ("readonly", "SetValue")
    assert "'a0', which is read-only" in error.message
    assert not array.any()


def test_the_lowest_block_reports(kernels: Kernels) -> None:
    for threads in (1, 2, 4):
        for _ in range(20):
            error = failure(kernels, "block_error", cores=48, threads=threads)
            assert (error.kind, error.block) == ("bounds", 1)


def test_memory_is_poisoned_in_every_launch(kernels: Kernels) -> None:
    for _ in range(3):
        out = np.zeros(3, np.float32)
        kernels.run("poison", out)
        assert np.isnan(out).all()


def test_a_tensor_past_its_memory(kernels: Kernels) -> None:
    error = failure(kernels, "tensor_in_capacity")
    assert (error.kind, error.argument) == ("capacity", "tileSize")
    assert "bytes 32..196640 lie outside UB, which has 196608 bytes" in error.message


def test_memories_have_the_platforms_sizes(kernels: Kernels) -> None:
    error = failure(kernels, "tensor_in_capacity", platform=_native.Platform(ub=1024))
    assert "UB, which has 1024 bytes" in error.message


def test_block_numbers(kernels: Kernels) -> None:
    out = np.zeros(48, np.int64)
    kernels.run("idx", out, cores=48)
    np.testing.assert_array_equal(out, np.arange(48) * 1000 + 48)


def test_printed_text_is_in_the_order_of_blocks(kernels: Kernels) -> None:
    result = kernels.run("hello", cores=20, threads=2)
    assert result.output == "".join(f"block {i} of 20: half 1.50\n" for i in range(20))


def test_clock_and_timeline(kernels: Kernels) -> None:
    result = kernels.run("timeline", np.zeros(1024, np.float32), trace=True)
    # A start of 46 cycles and 4096 bytes at 32 bytes a cycle, then 1024 elements of 4 bytes at 256 bytes a cycle.
    (trace,) = result.traces
    copy, add = (next(e for e in trace["events"] if e[1] == api) for api in ("DataCopy", "Add"))
    assert copy[0] == "MTE2"
    assert copy[5] - copy[4] == 46 + 128
    assert add[0] == "V"
    assert add[4] >= copy[5]
    assert result.cycles >= add[5]
    assert (add[2], add[3]) == ("timeline.py", 5)
    assert kernels.run("timeline", np.zeros(1024, np.float32)).traces == []


def test_accesses_are_recorded_on_request(kernels: Kernels) -> None:
    array = np.zeros(1024, np.float32)
    (trace,) = kernels.run("timeline", array, record_accesses=True).traces
    copies = [a[:5] for a in trace["accesses"] if a[5] == "DataCopy"]
    assert ("UB", 0, 4096, True, "MTE2") in copies
    assert ("GM", array.ctypes.data, array.ctypes.data + 4096, False, "MTE2") in copies


@pytest.mark.parametrize("core_num", [0, -1])
def test_core_num_below_one(kernels: Kernels, core_num: int) -> None:
    with pytest.raises(ValueError, match=f"core_num is {core_num}"):
        kernels.run("empty", cores=core_num)


def test_unknown_core_type(kernels: Kernels) -> None:
    with pytest.raises(ValueError, match="core_type is 'gpu'"):
        kernels.run("empty", core_type="gpu")


def test_a_binary_that_does_not_load() -> None:
    with pytest.raises(RuntimeError, match="doesn't load"):
        _native.load(b"no library")


def test_launches_from_several_threads(kernels: Kernels) -> None:
    outputs = [np.zeros(16, np.int64) for _ in range(6)]

    def work(out: np.ndarray) -> None:
        for _ in range(30):
            out[:] = 0
            kernels.run("idx", out, cores=16, threads=2)

    threads = [threading.Thread(target=work, args=(out,)) for out in outputs]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for out in outputs:
        np.testing.assert_array_equal(out, np.arange(16) * 1000 + 16)


def test_launching_works_in_a_forked_child(kernels: Kernels) -> None:
    kernels.run("empty", cores=8, threads=2)
    child = os.fork()
    if child == 0:
        try:
            out = np.zeros(8, np.int64)
            kernels.run("idx", out, cores=8, threads=2)
            good = bool((out % 1000 == 8).all()) and failure(kernels, "wild", 8).kind == "fault"
        except BaseException:  # noqa: BLE001 - the child must end here, whatever happens
            good = False
        os._exit(0 if good else 1)
    assert os.waitpid(child, 0)[1] == 0


CHILD = """
import faulthandler, signal, sys, threading, time
sys.path[:0] = {path!r}
from asc_core import _native
binary = open({binary!r}, "rb").read()
kernel, platform = _native.load(binary), _native.Platform()
def launch(number, **options):
    kernel.launch(number.to_bytes(8, "little") + bytes(32), [], options.pop("cores", 1), platform, **options)
"""


def run_child(kernels: Kernels, folder: Path, text: str) -> subprocess.Popen[str]:
    (folder / "kernel.so").write_bytes(kernels.binary)
    source = CHILD.format(path=[p for p in sys.path if p], binary=str(folder / "kernel.so")) + text
    return subprocess.Popen([sys.executable, "-c", source], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


@pytest.mark.parametrize("cores", [1, 6])
def test_ctrl_c_ends_a_launch(kernels: Kernels, tmp_path: Path, cores: int) -> None:
    text = f"""
print("ready", flush=True)
try:
    launch({kernels.names.index("spin")}, cores={cores})
except KeyboardInterrupt:
    launch({kernels.names.index("empty")})
    print("interrupted", flush=True)
"""
    with run_child(kernels, tmp_path, text) as child:
        assert child.stdout is not None
        assert child.stdout.readline() == "ready\n"
        time.sleep(0.3)
        child.send_signal(signal.SIGINT)
        out, err = child.communicate(timeout=20)
    assert (out, err) == ("interrupted\n", "")


def test_a_signal_handler_may_launch(kernels: Kernels, tmp_path: Path) -> None:
    text = f"""
seen = []
def handler(*_):
    launch({kernels.names.index("empty")}, cores=4)
    seen.append(1)
signal.signal(signal.SIGALRM, handler)
signal.setitimer(signal.ITIMER_REAL, 0.1)
try:
    launch({kernels.names.index("spin")}, watchdog_seconds=0.6)
except RuntimeError as error:
    print(error.args[0]["kind"], len(seen))
"""
    with run_child(kernels, tmp_path, text) as child:
        out, err = child.communicate(timeout=20)
    assert (out, err) == ("watchdog 1\n", "")


def test_the_programs_own_handler_of_the_machines_signal_still_runs(kernels: Kernels) -> None:
    seen: list[int] = []
    older = signal.signal(signal.SIGURG, lambda number, _: seen.append(number))
    try:
        assert failure(kernels, "spin", watchdog_seconds=0.2).kind == "watchdog"
        assert seen == []
        os.kill(os.getpid(), signal.SIGURG)
        time.sleep(0.01)
        assert seen == [signal.SIGURG]
    finally:
        signal.signal(signal.SIGURG, older)
    assert failure(kernels, "spin", watchdog_seconds=0.2).kind == "watchdog"


@pytest.mark.parametrize("when", ["before", "after"])
def test_faulthandler_still_reports_faults_of_the_process(kernels: Kernels, tmp_path: Path, when: str) -> None:
    first, second = ("faulthandler.enable()", "pass") if when == "before" else ("pass", "faulthandler.enable()")
    text = f"""
{first}
launch({kernels.names.index("empty")})
{second}
try:
    launch({kernels.names.index("illegal")})
except RuntimeError as error:
    print(error.args[0]["kind"], flush=True)
faulthandler._sigsegv()
"""
    with run_child(kernels, tmp_path, text) as child:
        out, err = child.communicate(timeout=20)
    assert out == "fault\n"
    assert "Fatal Python error: Segmentation fault" in err
    assert child.returncode == -signal.SIGSEGV


def test_python_code_runs_while_a_kernel_does(kernels: Kernels) -> None:
    counted = 0
    stop = threading.Event()

    def count() -> None:
        nonlocal counted
        while not stop.is_set():
            counted += 1
            time.sleep(0.001)

    thread = threading.Thread(target=count)
    thread.start()
    try:
        failure(kernels, "spin", watchdog_seconds=0.3)
    finally:
        stop.set()
        thread.join()
    assert counted > 20


def test_this_process_has_no_fault_reports(capfd: pytest.CaptureFixture[str], kernels: Kernels) -> None:
    assert faulthandler.is_enabled()
    failure(kernels, "wild", 0x10)
    assert "Fatal" not in capfd.readouterr().err


def test_platform_takes_names_only() -> None:
    with pytest.raises(TypeError):
        _native.Platform(1024)
    assert isinstance(PLATFORM, _native.Platform)
