"""Queues of the native module, with calls of Python in the place of launches."""

from __future__ import annotations

import gc
import threading
import time
import weakref
from collections.abc import Iterator

import pytest

from asc_core import _native


@pytest.fixture
def queue() -> Iterator[_native.Queue]:
    queue = _native.Queue()
    yield queue
    queue.wait()
    queue.take_failure()
    queue.close()


def fails() -> None:
    raise ValueError("no")


def test_calls_are_made_in_order_on_one_thread(queue: _native.Queue) -> None:
    seen: list[tuple[int, int]] = []
    for i in range(200):
        queue.submit(lambda i=i: seen.append((i, threading.get_ident())))
    assert queue.wait()
    assert [i for i, _ in seen] == list(range(200))
    (thread,) = {thread for _, thread in seen}
    assert thread != threading.get_ident()
    assert not queue.busy


def test_waiting_takes_no_longer_than_it_is_told(queue: _native.Queue) -> None:
    go = threading.Event()
    queue.submit(go.wait)
    assert queue.busy
    begin = time.monotonic()
    assert not queue.wait(0.05)
    assert 0.04 < time.monotonic() - begin < 5
    go.set()
    assert queue.wait(30)


def test_a_failure_keeps_what_comes_later_from_being_done(queue: _native.Queue) -> None:
    seen: list[int] = []
    mark, later = _native.Mark(), _native.Mark()
    queue.submit(lambda: seen.append(1))
    queue.record(mark)
    queue.submit(fails, "file.py", 7)
    queue.submit(lambda: seen.append(2), "file.py", 8)
    queue.submit(fails, "file.py", 9)
    queue.record(later)
    queue.wait()
    assert (mark.done, mark.failed, later.done, later.failed) == (True, False, True, True)
    error, file, line, dropped = queue.take_failure() or pytest.fail("no failure")
    assert isinstance(error, ValueError)
    assert (file, line, dropped) == ("file.py", 7, 2)
    assert queue.take_failure() is None
    queue.submit(lambda: seen.append(3))
    queue.wait()
    assert seen == [1, 3]


def test_queues_follow_marks_of_others(queue: _native.Queue) -> None:
    other = _native.Queue()
    seen: list[int] = []
    go = threading.Event()
    marks = [_native.Mark(), _native.Mark()]
    queue.submit(go.wait)
    queue.submit(lambda: seen.append(1))
    queue.record(marks[0])
    other.follow(marks[0])
    other.submit(lambda: seen.append(2))
    other.record(marks[1])
    queue.follow(marks[1])
    queue.submit(lambda: seen.append(3))
    assert not marks[0].done
    assert not marks[0].wait(0.02)
    go.set()
    queue.wait()
    assert seen == [1, 2, 3]
    assert marks[1].wait()
    other.close()


def test_a_mark_may_be_made_done() -> None:
    mark = _native.Mark(12)
    assert (mark.done, mark.failed, mark.cycles) == (True, False, 12)
    assert (_native.Mark().done, _native.Mark().cycles) == (False, 0)


def test_what_is_given_up_counts_and_is_no_failure(queue: _native.Queue) -> None:
    go, begun = threading.Event(), threading.Event()
    mark = _native.Mark()
    queue.submit(lambda: (begun.set(), go.wait()))
    begun.wait()
    queue.submit(fails)
    queue.record(mark)
    threading.Timer(0.1, go.set).start()
    assert _native.give_up_queues(30) == 3
    assert (mark.done, mark.failed) == (True, True)
    assert not queue.busy
    assert queue.take_failure() is None


def test_what_was_done_is_let_go(queue: _native.Queue) -> None:
    class Call:
        def __call__(self) -> None:
            pass

    call = Call()
    watched = weakref.ref(call)
    queue.submit(call)
    del call
    queue.wait()
    gc.collect()
    assert watched() is None


def test_a_closed_queue_does_its_work_and_takes_no_more() -> None:
    queue = _native.Queue()
    seen: list[int] = []
    queue.submit(lambda: (time.sleep(0.05), seen.append(1)))
    queue.close()
    with pytest.raises(RuntimeError, match="the stream was destroyed"):
        queue.submit(fails)
    queue.wait()
    assert seen == [1]


def test_many_threads_may_submit(queue: _native.Queue) -> None:
    seen: list[int] = []

    def submit(first: int) -> None:
        for i in range(first, first + 500):
            queue.submit(lambda i=i: seen.append(i))

    threads = [threading.Thread(target=submit, args=(1000 * i,)) for i in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    queue.wait()
    assert sorted(seen) == sorted(1000 * i + k for i in range(8) for k in range(500))
    # Those of one thread are in its order.
    assert [n for n in seen if n < 1000] == list(range(500))
