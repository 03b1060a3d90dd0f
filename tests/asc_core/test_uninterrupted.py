"""Work that signals don't cut in two."""

import os
import signal
import threading
import time

import pytest

from asc_core.uninterrupted import uninterrupted


@pytest.fixture
def handled():
    """Numbers of the signals that a handler of SIGUSR1 and SIGUSR2 saw."""
    seen = []
    before = {
        number: signal.signal(number, lambda number, _: seen.append(number))
        for number in (signal.SIGUSR1, signal.SIGUSR2)
    }
    yield seen
    for number, handler in before.items():
        signal.signal(number, handler)


def test_ctrl_c_is_told_when_the_work_is_done():
    done = []
    with pytest.raises(KeyboardInterrupt):  # noqa: PT012
        with uninterrupted():
            os.kill(os.getpid(), signal.SIGINT)
            time.sleep(0.05)
            done.append(1)
        done.append(2)
    assert done == [1]
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_each_handler_is_called_once_behind_the_work(handled):
    with uninterrupted():
        for number in (signal.SIGUSR2, signal.SIGUSR1, signal.SIGUSR2):
            os.kill(os.getpid(), number)
            time.sleep(0.01)
        assert handled == []
    assert handled == [signal.SIGUSR2, signal.SIGUSR1]
    os.kill(os.getpid(), signal.SIGUSR1)
    time.sleep(0.01)
    assert handled[2:] == [signal.SIGUSR1]


def test_errors_of_the_work_pass_and_handlers_are_back(handled):
    before = signal.getsignal(signal.SIGUSR1)
    with pytest.raises(ZeroDivisionError):  # noqa: PT012, SIM117
        with uninterrupted():
            os.kill(os.getpid(), signal.SIGUSR1)
            raise ZeroDivisionError
    assert len(handled) == 1
    assert signal.getsignal(signal.SIGUSR1) is before


def test_other_threads_work_as_they_are():
    seen = []

    def work():
        with uninterrupted():
            seen.append(signal.getsignal(signal.SIGINT))

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    assert seen == [signal.default_int_handler]
