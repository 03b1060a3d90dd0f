"""Profiles of launches. Cycles are worked out by hand from the processor's published figures."""

import asyncio
import functools
import inspect
import json
import math
import os
import signal
import subprocess
import sys
import threading
import time

import numpy as np
import pytest

import asc
from asc.lib import runtime as rt
from asc.runtime import config
from asc.runtime.jit import MockTensor
from asc_core.errors import ModelError
from asc_core.jit.function import JitFunction
from asc_core.runtime import measuring

#: Bytes a cycle from and to global memory, and cycles that a move starts with.
FROM_GM, TO_GM, START = 32, 64, 46


@asc.jit
def add(x: asc.GlobalAddress, z: asc.GlobalAddress, n: asc.ConstExpr[int]):
    x_gm, z_gm = asc.GlobalTensor(), asc.GlobalTensor()
    x_gm.set_global_buffer(x + asc.get_block_idx() * n, n)
    z_gm.set_global_buffer(z + asc.get_block_idx() * n, n)
    a = asc.LocalTensor(x.dtype, asc.TPosition.VECIN, 0, n)
    c = asc.LocalTensor(x.dtype, asc.TPosition.VECOUT, n * x.dtype.sizeof(), n)
    asc.data_copy(a, x_gm, n)
    asc.add(c, a, a, n)
    asc.data_copy(z_gm, c, n)


@asc.jit
def exps(n: asc.ConstExpr[int], times: asc.ConstExpr[int]):
    a = asc.LocalTensor(asc.float32, asc.TPosition.VECCALC, 0, n)
    asc.duplicate(a, 0.5, n)
    for _ in asc.static_range(times):
        asc.exp(a, a, n)


@asc.jit
def put(z: asc.GlobalAddress, v: int):
    g = asc.GlobalTensor()
    g.set_global_buffer(z, 1)
    g.set_value(0, v)


@asc.jit
def slow(z: asc.GlobalAddress, n: int):
    g = asc.GlobalTensor()
    g.set_global_buffer(z, 1)
    for i in range(n):
        g.set_value(0, i)


@pytest.fixture
def z():
    return np.zeros(8, np.int32)


@pytest.mark.parametrize(("dtype", "elements_a_cycle"), [(np.float32, 64), (np.float16, 128)])
@pytest.mark.parametrize("n", [512, 4096])
@pytest.mark.parametrize("blocks", [1, 3])
def test_cycles_are_those_of_the_published_figures(dtype, elements_a_cycle, n, blocks):
    x = np.ones(n * blocks, dtype)
    with asc.profiler.profile() as p:
        add[blocks](x, np.zeros_like(x), n)
    (launch,) = p.launches
    size = n * x.itemsize
    move_in, move_out, compute = size / FROM_GM + START, size / TO_GM + START, n / elements_a_cycle
    assert launch.cycles == {
        "S": 3 * blocks, "V": compute * blocks, "MTE2": move_in * blocks, "MTE3": move_out * blocks,
    }  # fmt: skip
    assert (launch.kernel, launch.core_num, launch.backend, launch.error) == ("add", blocks, "Model", "")
    # Nothing orders the three but the toolchain's flags, which Model takes for free: the longest decides.
    assert max(move_in, move_out, compute) <= launch.total_cycles <= move_in + move_out + compute + 3


def test_cycles_of_one_pipe_add_up():
    with asc.profiler.profile() as p:
        exps[1](1024, 1)
        exps[1](1024, 5)
    once, five = p.launches
    # exp: 32 elements a cycle, and duplicate 64.
    assert once.cycles["V"] == 1024 // 32 + 1024 // 64
    assert five.cycles["V"] - once.cycles["V"] == 4 * 1024 // 32
    assert five.total_cycles - once.total_cycles == 4 * 1024 // 32


def test_the_estimate_is_in_the_platforms_clock(z):
    try:
        for platform, mhz in (("Ascend910B1", 1850), ("Ascend910B4", 1500)):
            config.set_platform("Model", platform)
            with asc.profiler.profile() as p:
                put[1](z, 1)
            (launch,) = p.launches
            assert (launch.platform, launch.frequency_mhz) == (platform, mhz)
            assert launch.estimate == pytest.approx(launch.total_cycles / mhz * 1e-6)
    finally:
        config.set_platform("Model")


def test_wall_time_is_that_of_the_run_without_the_compilation(z):
    with asc.profiler.profile() as p:
        begin = time.perf_counter()
        slow[1](z, 0, always_compile=True)
        slow[1](z, 3_000_000)
        whole = time.perf_counter() - begin
    compiled, long = p.launches
    assert long.wall > 10 * compiled.wall
    assert begin <= compiled.start <= long.start
    assert compiled.wall + long.wall <= whole


def test_launches_that_were_warm_are_seen_and_are_warm_again_afterwards(z, monkeypatch):
    through_python = []
    launch = JitFunction.launch

    def watched(self, *args):
        through_python.append(self.name)
        return launch(self, *args)

    monkeypatch.setattr(JitFunction, "launch", watched)
    kernel = asc.jit(put.fn)
    launcher = kernel[1]
    for i in range(3):
        launcher(z, i)
    assert len(through_python) == 1
    with asc.profiler.profile() as p:
        for i in range(3):
            launcher(z, i)
    assert len(p.launches) == 3
    assert len(through_python) == 4
    for i in range(3):
        launcher(z, i)
    assert len(through_python) == 5
    assert len(p.launches) == 3
    assert z[0] == 2


def test_profiles_inside_each_other(z):
    with asc.profiler.profile() as outer:
        put[1](z, 1)
        with asc.profiler.profile() as inner, outer:
            put[2](z, 2)
        put[3](z, 3)
    put[4](z, 4)
    assert [launch.core_num for launch in outer.launches] == [1, 2, 3]
    assert inner.launches == outer.launches[1:2]
    with outer:
        put[5](z, 5)
    assert [launch.core_num for launch in outer.launches] == [1, 2, 3, 5]


def test_a_profile_decorates(z):
    p = asc.profiler.profile()

    @p
    def step(v):
        put[1](z, v)
        return v + 1

    assert (step(1), step(2)) == (2, 3)
    put[1](z, 3)
    assert len(p.launches) == 2


def test_a_profile_decorates_coroutines(z):
    p = asc.profiler.profile()

    @p
    async def work(n):
        await asyncio.sleep(0)
        put[1](z, n)
        return n

    class Callable:
        async def __call__(self, n):
            put[1](z, n)

    assert inspect.iscoroutinefunction(work)
    assert work.__name__ == "work"
    assert asyncio.run(work(5)) == 5
    assert len(p.launches) == 1
    asyncio.run(p(Callable())(4))
    asyncio.run(p(functools.partial(work.__wrapped__, 3))())
    assert len(p.launches) == 3
    put[1](z, 2)
    assert len(p.launches) == 3


def test_a_profile_decorates_generators(z):
    p = asc.profiler.profile()

    @p
    def work():
        got = yield 1
        put[1](z, got)
        try:
            yield 2
        except KeyError:
            put[1](z, 3)
        return 4

    assert inspect.isgeneratorfunction(work)
    running = work()
    assert next(running) == 1
    assert running.send(8) == 2
    with pytest.raises(StopIteration, match="4"):
        running.throw(KeyError)
    assert len(p.launches) == 2
    put[1](z, 2)
    assert len(p.launches) == 2
    # One that is given up is over too.
    running = work()
    next(running)
    running.close()
    put[1](z, 2)
    assert len(p.launches) == 2


async def asynchronous():
    yield 1


@pytest.mark.parametrize(
    ("what", "text"),
    [(3, "functions, not 3"), (int, "functions, not <class 'int'>"), (asynchronous, "can't decorate the asynchronous")],
)
def test_what_a_profile_can_not_decorate(what, text):
    with pytest.raises(TypeError, match=text):
        asc.profiler.profile()(what)


def test_launches_of_all_threads_are_seen():
    p = asc.profiler.profile()
    arrays = [np.zeros(1, np.int32) for _ in range(8)]

    def work(i):
        for v in range(20):
            put[1](arrays[i], v)

    with p:
        threads = [threading.Thread(target=work, args=(i,), name=f"worker {i}") for i in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    assert len(p.launches) == 160
    for i in range(8):
        own = [launch for launch in p.launches if launch.thread == f"worker {i}"]
        assert len(own) == 20
        assert [launch.start for launch in own] == sorted(launch.start for launch in own)
    assert all(launch.wall > 0 and launch.cycles for launch in p.launches)
    assert [array[0] for array in arrays] == [19] * 8


def test_profiles_come_and_go_while_threads_launch(z):
    stop = threading.Event()

    def work():
        array = np.zeros(1, np.int32)
        while not stop.is_set():
            put[1](array, 1)

    threads = [threading.Thread(target=work) for _ in range(3)]
    for thread in threads:
        thread.start()
    try:
        for _ in range(30):
            with asc.profiler.profile() as p:
                put[1](z, 1)
            assert any(launch.thread == threading.current_thread().name for launch in p.launches)
    finally:
        stop.set()
        for thread in threads:
            thread.join()
    assert not measuring._watchers


def test_a_child_process_does_not_wait_for_a_lock_of_its_parents_threads(z):
    put[1](z, 1)
    entered, leave = threading.Event(), threading.Event()

    def hold():
        with measuring._lock:
            entered.set()
            leave.wait()

    thread = threading.Thread(target=hold)
    thread.start()
    entered.wait()
    child = os.fork()
    if child == 0:
        signal.alarm(20)
        with asc.profiler.profile() as p:
            put[1](z, 5)
        put[2](z, 6)
        os._exit(0 if (z[0], len(p.launches)) == (6, 1) else 1)
    leave.set()
    thread.join()
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0


def test_errors_inside(z):
    p = asc.profiler.profile()
    with pytest.raises(ModelError, match="224 bytes past its end"), p:
        add[1](np.ones(64, np.float32), np.zeros(8, np.float32), 64)
    (launch,) = p.launches
    assert launch.error.startswith("ModelError: ")
    assert "\n" not in launch.error
    assert launch.wall > 0
    assert (launch.total_cycles, launch.cycles, launch.estimate) == (None, {}, None)
    assert "ended by an error: 1" in str(p)
    with pytest.raises(TypeError), p:
        put[1](z)
    put[1](z, 1)
    assert len(p.launches) == 1
    assert not measuring._watchers


def test_launches_on_streams_are_measured_where_they_run():
    a, b = np.zeros(1, np.int32), np.zeros(1, np.int32)
    slow[1](a, 1)
    put[1](b, 0)
    stream = rt.create_stream()
    with asc.profiler.profile() as p:
        slow[1, stream](a, 20_000_000)
        put[1, stream](b, 7)
        asked = time.perf_counter()
    first, second = p.launches
    assert (first.kernel, second.kernel) == ("slow", "put")
    assert first.stream == second.stream == repr(stream)
    assert first.thread == threading.current_thread().name
    assert second.wall is None
    assert "not run: 2" in str(p) or "not run: 1" in str(p)
    stream.synchronize()
    assert b[0] == 7
    assert second.start >= first.start + first.wall > asked
    assert second.wall < first.wall
    assert first.cycles["S"] > 20_000_000
    put[1, stream](b, 8)
    stream.synchronize()
    assert len(p.launches) == 2


def test_launches_that_a_stream_gives_up_have_no_time():
    a, b = np.zeros(1, np.int32), np.zeros(1, np.float32)
    stream = rt.create_stream()
    with asc.profiler.profile() as p:
        slow[1, stream](a, 20_000_000)
        add[1, stream](np.ones(64, np.float32), b, 64)
        put[1, stream](a, 7)
    with pytest.raises(ModelError):
        stream.synchronize()
    assert [(launch.wall is None, launch.error[:10]) for launch in p.launches] == [
        (False, ""), (False, "ModelError"), (True, ""),
    ]  # fmt: skip
    assert str(p).splitlines()[-2:] == [
        "not run: 1; on streams that are to be synchronized, or behind an error",
        "ended by an error: 1",
    ]


def test_compiling_only_is_no_launch():
    with asc.profiler.profile() as p:
        put[1](MockTensor(asc.int32), 1)
    assert p.launches == []


def test_the_summary_adds_up_by_kernel(z):
    with asc.profiler.profile() as p:
        for _ in range(3):
            exps[2](1024, 1)
        slow[1](z, 2_000_000)
    first, second = p.summary()
    assert (first.kernel, first.launches, second.kernel, second.launches) == ("slow", 1, "exps", 3)
    assert second.wall == pytest.approx(sum(launch.wall for launch in p.launches[:3]))
    assert second.cycles["V"] == 3 * 2 * (1024 // 32 + 1024 // 64)
    assert second.total_cycles == sum(launch.total_cycles for launch in p.launches[:3])
    assert second.estimate == pytest.approx(second.total_cycles / 1850e6)


def launch(kernel, wall, total=None, **cycles):
    return asc.profiler.Launch(
        kernel,
        1,
        "Model",
        "Ascend910B1",
        1850,
        "",
        "MainThread",
        start=1.0,
        wall=wall,
        total_cycles=total,
        cycles=cycles,
    )


def test_the_table():
    p = asc.profiler.profile()
    p.launches += [launch("one", 0.001234, 1850, S=3, MTE2=1000, V=12), launch("one", 0.002, 3700, V=4)]
    p.launches += [launch("other", 2.5), launch("waits", None)]
    assert str(p).splitlines() == [
        "kernel  launches     wall  a launch  estimate  cycles  S   V   MTE2",
        "other          1   2.50 s    2.50 s         –       –  –   –      –",
        "one            2  3.23 ms   1.62 ms   3.00 µs   5,550  3  16  1,000",
        "estimate and cycles: the slowest core of each launch; pipes: busy cycles, summed over cores",
        "not run: 1; on streams that are to be synchronized, or behind an error",
    ]


def test_the_table_without_estimates_and_without_launches():
    p = asc.profiler.profile()
    assert str(p) == "kernel  launches  wall  a launch"
    p.launches.append(launch("one", 2e-7))
    assert str(p).splitlines() == ["kernel  launches    wall  a launch", "one            1  200 ns    200 ns"]
    assert repr(p) == "<profile of 1 launches>"


@pytest.mark.parametrize(
    ("value", "text"),
    [(0.0, "0 ns"), (9.994e-7, "999 ns"), (1e-6, "1.00 µs"), (0.01234, "12.3 ms"), (0.123, "123 ms"), (75.2, "75.2 s")],
)
def test_times(value, text):
    from asc_core.profiler.text import seconds

    assert seconds(value) == text


def test_json(z):
    with asc.profiler.profile(timeline=True) as p:
        put[2](z, 1)
    (row,) = json.loads(p.to_json())
    (seen,) = p.launches
    assert row == {
        "kernel": "put", "core_num": 2, "backend": "Model", "platform": "Ascend910B1", "frequency_mhz": 1850,
        "stream": "", "thread": threading.current_thread().name, "start": seen.start, "wall": seen.wall, "error": "",
        "total_cycles": seen.total_cycles, "cycles": seen.cycles, "estimate": seen.estimate,
    }  # fmt: skip


@pytest.mark.parametrize("timeline", [False, True])
def test_the_timeline(tmp_path, timeline):
    n = 512
    x = np.ones(2 * n, np.float32)
    with asc.profiler.profile(timeline=timeline) as p:
        add[2](x, np.zeros_like(x), n)
        with pytest.raises(ModelError):
            add[3](x, np.zeros_like(x), n)
    path = tmp_path / "trace.json"
    p.to_chrome_trace(path)
    events = json.loads(path.read_text("utf-8"))["traceEvents"]
    names = {(e["pid"], e["tid"], e["name"]): e["args"]["name"] for e in events if e["ph"] == "M"}
    spans = [e for e in events if e["ph"] == "X"]
    host = [e for e in spans if e["pid"] == 0]
    assert [e["name"] for e in host] == ["add", "add"]
    assert host[0]["ts"] == 0
    assert host[0]["dur"] == pytest.approx(p.launches[0].wall * 1e6)
    assert "error" in host[1]["args"]
    if not timeline:
        assert len(spans) == 2
        return
    for block in range(2):
        seen = {
            names[e["pid"], e["tid"], "thread_name"].partition(" AIV ")[2]: (e["name"], e["dur"] * 1850)
            for e in spans
            if e["pid"] == 1 and names[e["pid"], e["tid"], "thread_name"].startswith(f"block {block} ")
        }
        assert seen["V"] == ("Add", pytest.approx(n / 64))
        assert seen["MTE2"] == ("DataCopy", pytest.approx(n * 4 / FROM_GM + START))
        assert seen["MTE3"] == ("DataCopy", pytest.approx(n * 4 / TO_GM + START))
    assert all(e["args"]["place"].startswith(f"{__file__}:") for e in spans if e["pid"] == 1)
    rows = {(e["pid"], e["tid"]) for e in spans if e["pid"] == 1}
    assert len(rows) == 6
    assert math.isclose(max(e["ts"] + e["dur"] for e in spans if e["pid"] == 1), p.launches[0].total_cycles / 1850)


def test_a_trace_that_can_not_be_written_is_told(tmp_path):
    with pytest.raises(OSError, match="missing"):
        asc.profiler.profile().to_chrome_trace(tmp_path / "missing" / "trace.json")


@pytest.mark.parametrize("timeline", [1, None, "yes"])
def test_a_wrong_timeline_is_refused(timeline):
    with pytest.raises(TypeError, match="expected True or False"):
        asc.profiler.profile(timeline=timeline)


def test_the_module_is_loaded_when_it_is_used():
    script = (
        "import sys, asc\nprint('asc.profiler' in sys.modules, asc.profiler.profile, 'asc.profiler' in sys.modules)"
    )
    said = subprocess.check_output([sys.executable, "-c", script], text=True).split()
    assert (said[0], said[-1]) == ("False", "True")
