"""Submodules that a thread imports while another is importing ``asc``."""

from __future__ import annotations

import subprocess
import sys

import pytest

#: Halts the import of a module in one thread, and imports another in the other.
SCRIPT = """
import importlib.machinery, sys, threading, time
halted, wanted = sys.argv[1:]
reached = threading.Event()
real = importlib.machinery.SourceFileLoader.get_code
def get_code(loader, name):
    if name == halted:
        reached.set()
        time.sleep(0.2)
    return real(loader, name)
importlib.machinery.SourceFileLoader.get_code = get_code
first = threading.Thread(target=lambda: __import__("asc"))
first.start()
reached.wait()
__import__(wanted)
first.join()
print(sys.modules[wanted].__name__)
"""


def imported(halted: str, wanted: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-c", SCRIPT, halted, wanted]
    return subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)


@pytest.mark.parametrize("halted", ["asc", "asc._submodules"])
@pytest.mark.parametrize("wanted", ["asc.language", "asc.language.core.tensor", "asc.runtime.jit"])
def test_the_other_thread_waits(halted, wanted):
    done = imported(halted, wanted)
    assert (done.stdout, done.stderr) == (f"{wanted}\n", "")


def test_the_other_thread_does_not_wait_for_ever():
    done = imported("asc._submodules", "asc.nothing")
    assert "ModuleNotFoundError: No module named 'asc.nothing'" in done.stderr
