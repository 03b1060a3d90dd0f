"""Room for deep nesting: kernels that need it compile, and the limit is Python's own again behind it."""

import importlib.util
import sys
import threading
from typing import Any

import numpy as np
import pytest

from asc_core.diagnostics import CompileError
from asc_core.recursion import MOST_CALLS, deep_recursion

HEAD = """import asc

@asc.jit
def k(x: asc.GlobalAddress, n: int):
    g = asc.GlobalTensor()
    g.set_global_buffer(x, 8)
    m = -1
"""


def chain(tmp_path: Any, length: int) -> Any:
    """A kernel with an ``if`` of so many alternatives, the i-th of which gives 3 * i."""
    lines = [f"    {'elif' if i else 'if'} n == {i}:\n        m = {3 * i}\n" for i in range(length)]
    path = tmp_path / "chain.py"
    path.write_text(f"{HEAD}{''.join(lines)}    g.set_value(0, m)\n")
    spec = importlib.util.spec_from_file_location("chain", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.k


@pytest.mark.parametrize("in_thread", [False, True])
def test_a_long_chain_of_elif_compiles(tmp_path, in_thread):
    kernel = chain(tmp_path, 300)
    found = []

    def launch() -> None:
        for n in (0, 150, 299, 300):
            x = np.zeros(8, np.int32)
            kernel[1](x, n)
            found.append(int(x[0]))

    if in_thread:
        thread = threading.Thread(target=launch)
        thread.start()
        thread.join()
    else:
        launch()
    assert found == [0, 450, 897, -1]


def test_an_endless_chain_of_elif_is_an_error_of_its_line(tmp_path):
    limit = sys.getrecursionlimit()
    with pytest.raises(CompileError, match="this is nested too deep") as caught:
        chain(tmp_path, 1500)[1](np.zeros(8, np.int32), 1)
    diagnostic = caught.value.diagnostic
    assert "elif n ==" in diagnostic.span.lines[0]
    assert "move the second half" in diagnostic.hint
    assert sys.getrecursionlimit() == limit


def test_the_last_thread_puts_the_limit_back():
    limit = sys.getrecursionlimit()
    entered, leave = threading.Event(), threading.Event()

    def other() -> None:
        with deep_recursion():
            entered.set()
            leave.wait(10)

    thread = threading.Thread(target=other)
    with deep_recursion():
        thread.start()
        entered.wait(10)
    assert sys.getrecursionlimit() == MOST_CALLS
    leave.set()
    thread.join()
    assert sys.getrecursionlimit() == limit


def test_a_higher_limit_stays():
    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(MOST_CALLS + 1000)
    try:
        with deep_recursion():
            assert sys.getrecursionlimit() == MOST_CALLS + 1000
        assert sys.getrecursionlimit() == MOST_CALLS + 1000
    finally:
        sys.setrecursionlimit(limit)
