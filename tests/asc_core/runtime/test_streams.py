"""Streams and events on Model: order, overlap, errors, the end of streams and of the program."""

import gc
import inspect
import os
import re
import signal
import subprocess
import sys
import textwrap
import threading
import time
import weakref
from pathlib import Path

import numpy as np
import pytest

import asc
import asc.lib.runtime as rt
from asc.runtime import config
from asc_core import _native
from asc_core.errors import ModelError
from asc_core.platforms import PLATFORMS
from asc_core.runtime.streams import Stream

#: Iterations of ``turn`` that take some tenths of a second.
LONG = 2_000_000


@asc.jit
def turn(x: asc.GlobalAddress, n: int, k: int):
    g = asc.GlobalTensor()
    g.set_global_buffer(x, 8)
    for _ in range(n):
        g.set_value(1, g.get_value(1) + 1)
    g.set_value(0, g.get_value(0) * 3 + k)


@asc.jit
def double(x: asc.GlobalAddress, y: asc.GlobalAddress):
    x_gm, y_gm = asc.GlobalTensor(), asc.GlobalTensor()
    x_gm.set_global_buffer(x, 8)
    y_gm.set_global_buffer(y, 8)
    for i in range(8):
        y_gm.set_value(i, x_gm.get_value(i) * 2)


@asc.jit
def outside(x: asc.GlobalAddress, n: int):
    g = asc.GlobalTensor()
    g.set_global_buffer(x, 8)
    g.set_value(n, 1)


@asc.jit
def say(x: asc.GlobalAddress, k: int):
    print(f"launch {k}")


@pytest.fixture(autouse=True)
def clean():
    config.set_platform(config.Backend.Model)
    yield
    config.set_platform(config.Backend.Model)
    for _ in range(100):
        try:
            rt.synchronize_device()
            break
        except Exception:  # noqa: BLE001 - what a test left
            continue


@pytest.fixture
def x():
    return np.zeros(8, np.int32)


@pytest.fixture
def stream():
    stream = rt.create_stream()
    yield stream
    stream.destroy()


def expected(*ks):
    value = 0
    for k in ks:
        value = (value * 3 + k + 2**31) % 2**32 - 2**31
    return value


def here():
    return inspect.currentframe().f_back.f_lineno


def test_launches_of_a_stream_run_in_order_while_the_program_goes_on(x, stream):
    for k in range(40):
        turn[1, stream](x, 200_000 if k == 0 else 10, k)
    assert stream.queue.busy
    rt.synchronize(stream)
    assert not stream.queue.busy
    assert x[0] == expected(*range(40))
    assert x[1] == 200_000 + 39 * 10


def test_a_launch_returns_at_once(x, stream):
    turn[1](x, 1, 0)
    start = time.perf_counter()
    turn[1](x, LONG, 0)
    alone = time.perf_counter() - start
    turn[1, stream](x, 1, 0)
    stream.synchronize()
    start = time.perf_counter()
    turn[1, stream](x, LONG, 0)
    submitted = time.perf_counter() - start
    assert stream.queue.busy
    stream.synchronize()
    assert submitted < alone / 5


def test_streams_run_at_the_same_time(x):
    """One launch waits for what another one, submitted after it to another stream, writes."""

    @asc.jit
    def until(x: asc.GlobalAddress):
        g = asc.GlobalTensor()
        g.set_global_buffer(x, 8)
        while g.get_value(0) == 0:
            g.set_value(2, g.get_value(2) + 1)
        g.set_value(3, 7)

    one, two = rt.create_stream(), rt.create_stream()
    until[1, one](x)
    turn[1, two](x, 0, 5)
    one.synchronize(timeout=20_000)
    two.synchronize()
    assert (x[0], x[3]) == (5, 7)


def test_events_order_streams(x):
    y = np.zeros(8, np.int32)
    one, two, event = rt.create_stream(), rt.create_stream(), rt.create_event()
    for _ in range(3):
        turn[1, one](x, 300_000, 1)
        rt.record_event(event, one)
        rt.wait_event(event, two)
        double[1, two](x, y)
        two.synchronize()
        assert event.query()
        assert y[0] == 2 * x[0]
        assert y[1] == 2 * x[1] != 0
    rt.destroy_event(event)


def test_an_event_is_waited_for(x, stream):
    event = rt.create_event()
    turn[1, stream](x, LONG, 1)
    event.record(stream)
    turn[1, stream](x, LONG, 1)
    assert not event.query()
    with pytest.raises(TimeoutError, match=r"<event \d+> isn't reached after 1 ms"):
        rt.synchronize_event(event, timeout=1)
    rt.synchronize_event(event)
    assert x[0] in (1, 4)
    assert rt.query_event(event)
    # An event that moves on leaves those alone that waited for its old place.
    event.record(stream)
    event.synchronize()
    assert x[0] == 4


def test_the_current_stream_waits_for_events_in_the_call(x, stream):
    event = rt.create_event()
    turn[1, stream](x, LONG, 1)
    rt.record_event(event, stream)
    rt.wait_event(event)
    assert x[0] == 1
    rt.record_event(event)
    assert event.query()
    rt.wait_event(event, stream)
    stream.wait(event)
    turn[1, stream](x, 0, 1)
    stream.synchronize()
    assert x[0] == 4


def test_the_current_stream_is_synchronous(x):
    current = rt.current_stream()
    for k in range(3):
        turn[1, current](x, 0, k)
        assert x[0] == expected(*range(k + 1))


@pytest.mark.parametrize(
    "launch",
    [
        lambda s, *a: turn[1, s](*a),
        lambda s, *a: turn[1](*a, stream=s),
        lambda s, *a: turn[asc.LaunchOptions(core_num=1, stream=s)](*a),
        lambda s, *a: asc.jit(turn.fn, stream=s)[1](*a),
        lambda s, *a: asc.jit(turn.fn, stream=rt.create_stream())[1, s](*a),
    ],
)
def test_ways_to_name_the_stream(x, stream, launch):
    turn[1, stream](x, LONG, 1)
    launch(stream, x, 0, 2)
    assert stream.queue.busy
    stream.synchronize()
    assert x[0] == expected(1, 2)


def test_arrays_that_are_not_contiguous_are_copied_in_order(stream):
    base = np.zeros(32, np.int32)
    a, b, c = base[0:16:2], base[1:17:2], base[16:32:2][::-1]
    a[:] = range(8)
    for _ in range(2):
        double[1, stream](a, b)
        double[1, stream](b, c)
        double[1, stream](c, a)
        stream.synchronize()
    assert a.tolist() == [64 * i for i in range(8)]
    assert base[16::2].tolist() == [32 * i for i in reversed(range(8))]
    assert base[17::2].tolist() == [0] * 8


def test_arrays_live_as_long_as_their_launch(stream):
    for _ in range(2):
        y = np.zeros(8, np.int32)
        watched = weakref.ref(y)
        turn[1, stream](y, LONG, 1)
        del y
        gc.collect()
        assert watched() is not None
        stream.synchronize()
        assert watched() is None


def test_finished_launches_give_their_arrays_back_without_a_call(x, stream):
    turn[1](x, 1, 0)
    turn[1, stream](x, 1, 0)
    stream.synchronize()
    y = np.zeros(8, np.int32)
    watched = weakref.ref(y)
    turn[1, stream](y, 1, 1)
    del y
    deadline = time.monotonic() + 10
    while watched() is not None and time.monotonic() < deadline:
        time.sleep(0.001)
    assert watched() is None


def test_launches_are_as_many_as_one_likes(x, stream):
    event = rt.create_event()
    for _ in range(20_000):
        turn[1, stream](x, 1, 1)
    event.record(stream)
    stream.synchronize()
    assert x[1] == 20_000
    assert event.query()


def test_sixty_four_streams(x):
    turn[1](x, 1, 0)
    streams = [rt.create_stream() for _ in range(64)]
    arrays = [np.zeros(8, np.int32) for _ in streams]
    for k in range(20):
        for stream, array in zip(streams, arrays, strict=True):
            turn[1, stream](array, 100, k)
    rt.synchronize_device()
    assert {(int(a[0]), int(a[1])) for a in arrays} == {(expected(*range(20)), 2000)}
    for stream in streams:
        rt.destroy_stream(stream)


def test_what_kernels_print_stands_in_order(x, stream, capsys):
    for k in range(6):
        say[1, stream](x, k)
    stream.synchronize()
    assert capsys.readouterr().out.split() == [word for k in range(6) for word in ("launch", str(k))]


# -- errors --


@pytest.mark.parametrize("warm", [False, True])
def test_an_error_comes_with_the_first_wait_and_once(x, stream, warm):
    kernel = asc.jit(outside.fn)
    if warm:
        kernel[1](x, 0)
        kernel[1](x, 0)
        x[:] = 0
    kernel[1, stream](x, 100)
    line = here() - 1
    turn[1, stream](x, 0, 1)
    turn[1, stream](x, 0, 1)
    with pytest.raises(ModelError) as caught:
        rt.synchronize(stream)
    error = caught.value
    assert (error.kind, error.kernel) == ("bounds", "outside")
    assert f"launched at {__file__}:{line} on {stream!r}, of which 2 later launches were not made" in str(error)
    assert "g.set_value(n, 1)" in str(error)
    assert not x.any()
    stream.synchronize()
    kernel[1, stream](x, 100)
    with pytest.raises(ModelError) as caught:
        stream.synchronize()
    # asc's own frames would bury the message.
    assert caught.value.__traceback__.tb_next is None
    turn[1, stream](x, 0, 1)
    stream.synchronize()
    assert x[0] == 1


def test_errors_that_are_not_models_bear_the_place_too(stream):
    base = np.arange(9, dtype=np.int32)
    double[1, stream](base[:8], base[1:][::-1])
    line = here() - 1
    with pytest.raises(ValueError, match="overlap") as caught:
        stream.synchronize()
    assert str(caught.value).endswith(f"launched at {__file__}:{line} on {stream!r}")


def test_faults_and_the_watchdog_end_a_launch_only(x, stream, monkeypatch):
    @asc.jit
    def forever(x: asc.GlobalAddress):
        g = asc.GlobalTensor()
        g.set_global_buffer(x, 8)
        while g.get_value(5) == 0:
            g.set_value(2, 1)

    @asc.jit
    def divides(x: asc.GlobalAddress, n: int):
        g = asc.GlobalTensor()
        g.set_global_buffer(x, 8)
        g.set_value(0, 5 // n)

    monkeypatch.setenv("ASC_WATCHDOG_SECONDS", "0.2")
    forever[1, stream](x)
    with pytest.raises(ModelError, match=r"watchdog's 0\.2 seconds"):
        stream.synchronize()
    divides[1, stream](x, 0)
    with pytest.raises(ModelError, match="division by zero"):
        stream.destroy()


@pytest.mark.parametrize(
    "wait",
    [
        lambda s, e: rt.synchronize_device(),
        lambda s, e: e.synchronize(),
        lambda s, e: e.wait(rt.current_stream()),
        lambda s, e: s.destroy(),
        lambda s, e: s.synchronize(timeout=10_000),
    ],
)
def test_every_wait_raises_the_error(x, stream, wait):
    event = rt.create_event()
    outside[1, stream](x, 100)
    event.record(stream)
    with pytest.raises(ModelError, match="launched at"):
        wait(stream, event)
    rt.synchronize_device()


def test_a_stream_that_waits_for_a_failed_one_stops_too(x):
    one, two, event = rt.create_stream(), rt.create_stream(), rt.create_event()
    outside[1, one](x, 100)
    event.record(one)
    two.wait(event)
    line = here() - 1
    turn[1, two](x, 0, 1)
    with pytest.raises(RuntimeError, match="waited here for an event before which a launch failed") as caught:
        two.synchronize()
    assert f"{__file__}:{line}" in str(caught.value)
    assert "1 later launch was not made" in str(caught.value)
    with pytest.raises(ModelError):
        one.synchronize()
    with pytest.raises(RuntimeError, match=r"a launch before <event \d+> failed or was given up"):
        event.synchronize()
    assert not x.any()
    turn[1, two](x, 0, 1)
    two.synchronize()
    assert x[0] == 1


@pytest.mark.parametrize("other", [3, "s", None, object()])
def test_what_is_no_stream_or_event_is_told(stream, other):
    event = rt.create_event()
    event.record()
    calls = [(lambda: stream.wait(other), "event"), (lambda: event.elapsed_time(other), "event")]
    if other is not None:
        calls += [(lambda: event.record(other), "stream"), (lambda: event.wait(other), "stream")]
    for call, kind in calls:
        with pytest.raises(TypeError, match=rf" is no {kind}; create_{kind}\(\) makes one"):
            call()


@pytest.mark.parametrize(
    ("timeout", "error"), [("1", TypeError), (1.5, TypeError), (True, TypeError), (-1, ValueError)]
)
def test_what_is_no_time_is_told(stream, timeout, error):
    event = rt.create_event()
    event.record(stream)
    for waiting in (stream, event):
        with pytest.raises(error, match=r"^timeout"):
            waiting.synchronize(timeout)


def test_events_say_what_is_wrong(x, stream):
    event, other = rt.create_event(), rt.create_event()
    for call in (event.synchronize, event.query, lambda: event.wait(stream), lambda: event.elapsed_time(other)):
        with pytest.raises(RuntimeError, match=r"<event \d+> was never recorded"):
            call()
    turn[1, stream](x, LONG, 1)
    event.record(stream)
    other.record()
    with pytest.raises(RuntimeError, match=rf"{event!r} isn't reached yet; {event!r}\.synchronize\(\) waits for it"):
        rt.elapsed_time(other, event)
    rt.destroy_event(event)
    for call in (lambda: rt.destroy_event(event), lambda: event.record(stream), lambda: rt.wait_event(event, stream)):
        with pytest.raises(RuntimeError, match=r"<event \d+> was destroyed"):
            call()
    stream.destroy()
    with pytest.raises(RuntimeError, match="was destroyed"):
        other.record(stream)
    with pytest.raises(RuntimeError, match="was destroyed"):
        other.wait(stream)


class AnotherDevice:
    """A device of another backend."""

    def stream_queue(self, *, current):
        return None

    def synchronize_stream(self, stream, timeout):
        pass

    def destroy_stream(self, stream):
        pass


def test_streams_of_other_backends_are_refused(x):
    foreign = Stream(0, driver=AnotherDevice())
    launcher = turn[1, foreign]
    for _ in range(2):
        for call in (
            lambda: launcher(x, 0, 1),
            lambda: turn[1](x, 0, 1, stream=foreign),
            lambda: rt.create_event().record(foreign),
        ):
            with pytest.raises(ValueError, match="was made for another device or backend, and can't be used on"):
                call()
        turn[1](x, 0, 1)
    assert x[0] == expected(1, 1)


@pytest.mark.parametrize("wrong", [5, "s", object()])
def test_handles_that_are_no_streams_are_refused(x, wrong):
    for call in (rt.synchronize, rt.destroy_stream, lambda s: rt.launch_kernel(8, 1, [], stream_handle=s)):
        with pytest.raises(TypeError, match=r"stream_handle: .* is no stream; create_stream\(\) makes one"):
            call(wrong)
    with pytest.raises(TypeError, match=r"expected None or a stream made by asc\.lib\.runtime\.create_stream\(\)"):
        turn[1, wrong](x, 0, 1)
    with pytest.raises(TypeError, match=r"event_handle: .* is no event; create_event\(\) makes one"):
        rt.synchronize_event(wrong)


def test_wrong_times_are_refused(stream):
    with pytest.raises(TypeError, match=r"timeout: 1\.5 is no whole number of milliseconds"):
        rt.synchronize(stream, timeout=1.5)
    with pytest.raises(TypeError, match="priority is a whole number, not True"):
        rt.create_stream(True)


def test_numbers_of_numpy_are_whole_numbers(stream):
    one = np.int64(1)
    rt.synchronize(stream, timeout=np.uint8(5))
    rt.create_stream(one)
    rt.set_device(np.int64(0))
    config.set_platform(config.Backend.Model, device_id=np.int32(0))
    memory = rt.malloc(np.prod((2, 4)))
    back = np.zeros(8, np.uint8)
    rt.copy_data_from_device(back.ctypes.data, memory, back.size * one)
    rt.free(memory)
    with pytest.raises(ValueError, match=r"device_id: np\.int64\(1\) is not one of the 1 devices"):
        rt.set_device(one)
    with pytest.raises(TypeError, match=r"size: np\.float64\(8\.0\) is no whole number of bytes"):
        rt.malloc(np.float64(8))


def test_a_device_is_reset_after_an_error(x, stream):
    memory = rt.malloc(8)
    outside[1, stream](x, 100)
    with pytest.raises(ModelError, match="launched at"):
        rt.reset_device()
    with pytest.raises(ValueError, match="freed before"):
        rt.free(memory)


def test_a_reset_ends_streams_and_events(x):
    stream, event = rt.create_stream(), rt.create_event()
    turn[1, stream](x, LONG, 1)
    event.record(stream)
    launcher = turn[1, stream]
    rt.reset_device()
    assert x[0] == 1
    for call in (stream.synchronize, lambda: launcher(x, 0, 1), event.query, lambda: rt.create_event().record(stream)):
        with pytest.raises(RuntimeError, match="was destroyed"):
            call()
    turn[1](x, 0, 1)
    assert x[0] == 4


def test_the_current_stream_is_made_anew_after_it_was_destroyed(x):
    old = rt.current_stream()
    old.destroy()
    turn[1](x, 0, 1)
    rt.synchronize()
    assert rt.current_stream() is not old
    turn[1, rt.current_stream()](x, 0, 1)
    assert x[0] == 4
    with pytest.raises(RuntimeError, match="was destroyed"):
        turn[1, old](x, 0, 1)


# -- the end of streams --


def test_a_stream_is_destroyed_after_its_work(x):
    stream = rt.create_stream()
    turn[1, stream](x, LONG, 1)
    launcher = turn[1, stream]
    rt.destroy_stream(stream)
    assert x[0] == 1
    for _ in range(2):
        with pytest.raises(RuntimeError, match="was destroyed"):
            launcher(x, 0, 1)
    rt.destroy_stream(stream)


def test_a_stream_that_failed_is_destroyed_all_the_same(x):
    stream = rt.create_stream()
    outside[1, stream](x, 100)
    with pytest.raises(ModelError):
        stream.destroy()
    assert stream.destroyed
    stream.destroy()


@pytest.mark.parametrize(
    ("make", "text"),
    [
        (lambda: rt.Stream(), "rt.create_stream() makes one of the device in use"),
        (lambda: rt.Stream(0, 1), "rt.create_stream() makes one of the device in use"),
        (lambda: rt.Event(), "rt.create_event() makes one of the device in use"),
        (lambda: rt.Event(0), "rt.create_event() makes one of the device in use"),
    ],
)
def test_streams_and_events_are_made_by_functions(make, text):
    with pytest.raises(TypeError) as caught:
        make()
    assert str(caught.value).endswith(text)
    assert caught.traceback[-1].path == Path(__file__)


def test_the_end_tells_of_one_launch_as_of_many():
    _, _, errors, _ = run("""
        x, s = np.zeros(8, np.int32), rt.create_stream()
        turn[1, s](x, 2_000_000_000, 1)
    """)
    assert "before one launch or event on streams was over, and it was given up; stream.synchronize() waits" in errors


def test_a_stream_nobody_holds_finishes_its_work(x):
    turn[1](x, 0, 0)
    gc.collect()
    before = len(_native.queues())
    kernel = asc.jit(turn.fn)
    kernel[1, rt.create_stream()](x, LONG, 1)
    stream = rt.create_stream()
    name = repr(stream)
    failing = asc.jit(outside.fn)
    failing[1, stream](x, 7)  # what a kernel's first launch refers to, its error does too
    failing[1, stream](x, 100)
    held = weakref.ref(stream)
    del kernel, failing, stream
    deadline = time.monotonic() + 10
    while held() is not None and time.monotonic() < deadline:
        gc.collect()
        time.sleep(0.01)
    assert held() is None
    with pytest.raises(ModelError, match=rf"launched at .* on {re.escape(name)}$"):
        rt.synchronize_device()
    assert x[0] == 1
    deadline = time.monotonic() + 10
    while len(_native.queues()) > before and time.monotonic() < deadline:
        time.sleep(0.01)
    assert len(_native.queues()) <= before


def test_a_wait_ends_with_its_time(x, stream):
    turn[1, stream](x, LONG, 1)
    with pytest.raises(TimeoutError, match=rf"{stream!r} is still busy after 1 ms"):
        rt.synchronize(stream, timeout=1)
    stream.synchronize(timeout=60_000)
    assert x[0] == 1


def test_ctrl_c_ends_a_wait_and_the_launches(x, stream):
    turn[1](x, 0, 0)
    turn[1, stream](x, 2_000_000_000, 1)
    turn[1, stream](x, 0, 1)
    threading.Timer(0.2, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
    start = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        stream.synchronize()
    assert time.monotonic() - start < 10
    assert not stream.queue.busy
    stream.synchronize()
    assert x[0] == 0
    turn[1, stream](x, 0, 1)
    stream.synchronize()
    assert x[0] == 1


def test_ctrl_c_ends_a_wait_for_the_device_and_all_launches(x, stream):
    other, y = rt.create_stream(), np.zeros(8, np.int32)
    for _ in range(2):
        turn[1, stream](x, 2_000_000_000, 1)
        turn[1, other](y, 2_000_000_000, 1)
    threading.Timer(0.2, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
    with pytest.raises(KeyboardInterrupt):
        rt.synchronize_device()
    assert not stream.queue.busy
    assert not other.queue.busy
    rt.synchronize_device()
    assert x[0] == y[0] == 0


def test_ctrl_c_ends_a_wait_for_an_event_only(x, stream):
    event = rt.create_event()
    turn[1, stream](x, 2_000_000_000, 1)
    event.record(stream)
    threading.Timer(0.2, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
    with pytest.raises(KeyboardInterrupt):
        event.synchronize()
    assert stream.queue.busy
    assert _native.give_up_queues(10) == 2
    with pytest.raises(RuntimeError, match="failed or was given up"):
        event.synchronize()


def test_nothing_is_printed_where_there_is_no_standard_output(x, stream, monkeypatch):
    monkeypatch.setattr("sys.stdout", None)
    for _ in range(2):
        say[1](x, 1)
        say[1, stream](x, 1)
    stream.synchronize()


def run(text):
    """What a program with the kernels of this file does: exit code, output, errors, seconds."""
    head = f"import sys; sys.path.insert(0, {str(Path(__file__).parent)!r})\nfrom test_streams import *\n"
    start = time.monotonic()
    done = subprocess.run(
        [sys.executable, "-c", head + textwrap.dedent(text)], capture_output=True, text=True, timeout=60, check=False
    )
    return done.returncode, done.stdout, done.stderr, time.monotonic() - start


def test_the_program_ends_with_work_pending():
    code, _, errors, seconds = run("""
        x, s, t, e = np.zeros(8, np.int32), rt.create_stream(), rt.create_stream(), rt.create_event()
        turn[1, s](x, 2_000_000_000, 1)
        turn[1, s](x, 2_000_000_000, 1)
        e.record(s)
        t.wait(e)
        turn[1, t](x, 0, 1)
    """)
    assert code == 0
    assert "the program ended before 5 launches or events on streams were over" in errors
    assert "Traceback" not in errors
    assert seconds < 30


def test_the_program_tells_errors_that_nothing_waited_for():
    code, _, errors, _ = run("""
        x, streams = np.zeros(8, np.int32), [rt.create_stream() for _ in range(3)]
        for s in streams: outside[1, s](x, 100)
        while any(s.queue.busy for s in streams): time.sleep(0.01)
    """)
    assert code == 0
    assert "on <stream 1 of device 0> failed (and launches on 2 other streams), and nothing waited for it: " in errors
    assert errors.count("lies outside") == 1


def test_a_fork_leaves_the_work_to_the_parent():
    code, output, errors, _ = run("""
        x, y, s, e = np.zeros(8, np.int32), np.zeros(8, np.int32), rt.create_stream(), rt.create_event()
        turn[1](x, 1, 0)
        turn[1, s](x, 3_000_000, 1)
        turn[1, s](x, 0, 1)
        e.record(s)
        sys.stdout.flush()
        child = os.fork()
        if child == 0:
            s.synchronize()
            turn[1, s](y, 0, 7)
            s.synchronize()
            assert y[0] == 7
            try:
                e.synchronize()
            except RuntimeError as error:
                print("child", error)
            sys.stdout.flush()
            os._exit(0)
        s.synchronize()
        assert x[0] == 4
        e.synchronize()
        print("parent", os.waitpid(child, 0)[1])
    """)
    assert (code, errors) == (0, "")
    assert "failed or was given up" in output
    assert output.endswith("parent 0\n")


# -- time and memory --


def test_elapsed_time_is_that_of_the_launches_between(x, stream):
    turn[1](x, 1000, 0)
    before = rt.current_tick()
    turn[1](x, 1000, 0)
    cycles = rt.current_tick() - before
    events = [rt.create_event() for _ in range(3)]
    events[0].record(stream)
    turn[1, stream](x, 1000, 0)
    events[1].record(stream)
    for _ in range(4):
        turn[1, stream](x, 1000, 0)
    events[2].record(stream)
    stream.synchronize()
    mhz = PLATFORMS["Ascend910B1"].frequency_mhz
    assert rt.elapsed_time(events[0], events[1]) == pytest.approx(cycles / mhz / 1000)
    assert events[1].elapsed_time(events[2]) == pytest.approx(4 * cycles / mhz / 1000)
    assert stream.queue.cycles == 5 * cycles
    # A stream that waits for an event is at least as late.
    other = rt.create_stream()
    other.wait(events[2])
    last = rt.create_event()
    turn[1, other](x, 1000, 0)
    last.record(other)
    last.synchronize()
    assert events[0].elapsed_time(last) == pytest.approx(6 * cycles / mhz / 1000)
    # So are the current stream's events the launches that were made there.
    first, second = rt.create_event(), rt.create_event()
    first.record(rt.current_stream())
    turn[1](x, 1000, 0)
    second.record(rt.current_stream())
    assert first.elapsed_time(second) == pytest.approx(cycles / mhz / 1000)


def test_copies_wait_for_launches(x, stream):
    turn[1, stream](x, LONG, 1)
    memory = rt.copy_data_to_device(x.ctypes.data, x.nbytes)
    assert x[0] == 1
    rt.free(memory)


def test_the_interpreter_runs_on_while_a_launch_runs(x):
    turn[1](x, 1, 0)
    counted = []

    def count():
        while not stop.is_set():
            counted.append(0)
            time.sleep(0.001)

    stop, thread = threading.Event(), threading.Thread(target=count)
    thread.start()
    before = len(counted)
    turn[1](x, LONG, 0)
    during = len(counted) - before
    stop.set()
    thread.join()
    assert during > 5


class Foreign:
    """An array of another library."""

    def __init__(self):
        self.array = np.zeros(8, np.int32)

    def __dlpack__(self, **options):
        return self.array.__dlpack__(**options)

    def __dlpack_device__(self):
        return self.array.__dlpack_device__()


def test_arrays_of_other_libraries_live_as_long_as_their_launch(stream):
    kept, dropped = Foreign(), Foreign()
    memory = weakref.ref(dropped.array)
    turn[1, stream](kept, LONG, 4)
    turn[1, stream](dropped, 0, 4)
    del dropped
    gc.collect()
    assert memory() is not None
    stream.synchronize()
    assert memory() is None
    assert kept.array.tolist() == [4, LONG, *[0] * 6]


def test_profiles_measure_launches_where_they_run(x, stream):
    with asc.profiler.profile() as profile:
        turn[1, stream](x, LONG, 1)
        turn[1, stream](x, 10, 1)
        outside[1, stream](x, 100)
        with pytest.raises(ModelError):
            stream.synchronize()
    long, short, failed = profile.launches
    assert long.stream == short.stream == repr(stream)
    assert short.start >= long.start + long.wall
    assert long.wall > 10 * short.wall
    assert long.total_cycles > short.total_cycles > 0
    assert "lies outside a tensor" in failed.error
