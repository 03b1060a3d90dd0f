import os
import subprocess
import sys

import pytest

from asc_core import processes


def test_this_process_is_not_gone():
    assert processes.is_gone(processes.mark()) is False
    assert processes.is_gone(f"{processes.mark()}_more") is False


def test_a_child_has_a_mark_of_its_own_and_is_gone_later():
    script = "from asc_core import processes; print(processes.mark())"
    mark = subprocess.check_output([sys.executable, "-c", script], text=True).strip()
    assert mark.partition("_")[0] == processes.numbering()
    assert processes.is_gone(mark) is True


def test_a_number_that_is_used_again_is_told_by_its_begin():
    start = processes.start_of(os.getpid())
    assert processes.is_gone(f"{processes.numbering()}_{os.getpid()}_{start - 1}") is True


@pytest.mark.parametrize("mark", ["", "text", "00000000_1_1", "0123_1_1"])
def test_of_others_nothing_is_known(mark):
    assert processes.is_gone(mark) is None


def test_without_proc_nothing_is_known(monkeypatch):
    mark = processes.mark()
    monkeypatch.setattr(processes, "start_of", lambda process: None)
    assert processes.is_gone(mark) is None
    assert processes.mark().endswith("_0")
