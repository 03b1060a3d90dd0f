"""A ``with`` that a pack made a loop: the condition acts, and runs before each round."""

from typing import Any

import numpy as np
import pytest

import asc
from asc_core.diagnostics import CompileError
from asc_plugins import LoopContext, api
from asc_plugins.errors import OutsideKernelError


class _Counting(LoopContext):
    """Adds one to an element of global memory before each round, and ends at a limit."""

    def __init__(self, tensor: Any, limit: Any) -> None:
        self.tensor, self.limit = tensor, limit

    def loop_condition(self) -> Any:
        count = self.tensor.get_value(0)
        self.tensor.set_value(0, count + 1)
        return count < self.limit

    def loop_value(self) -> Any:
        return self.tensor.get_value(0) * 10


@api("Counting")
def counting(tensor: asc.GlobalTensor, limit: int) -> None:
    """Rounds until the first element reaches the limit."""


@counting.builder
def _(builder: Any, tensor: Any, limit: Any) -> Any:
    return _Counting(tensor, limit)


@asc.jit
def total_until(g, limit, most):
    total = 0
    with counting(g, limit) as value:
        if value > most:
            return total
        total += value
    return total + 1


@asc.jit
def looping(z: asc.GlobalAddress, limit: int):
    g, out = asc.GlobalTensor(), asc.GlobalTensor()
    g.set_global_buffer(z, 1)
    out.set_global_buffer(z + 1, 7)
    rounds, last, previous = 0, -1, -1
    with counting(g, limit):
        rounds += 1
        last, previous = g.get_value(0), last
    out.set_value(0, rounds)
    out.set_value(1, last)
    out.set_value(2, previous)
    out.set_value(3, g.get_value(0))
    g.set_value(0, 0)
    out.set_value(4, total_until(g, limit, 30))
    g.set_value(0, 0)
    for _ in range(2):
        with counting(g, limit), counting(g, limit):
            rounds += 1
    out.set_value(5, rounds)


def expected(limit: int) -> list[int]:
    rounds, last, previous, count = 0, -1, -1, 0
    while True:
        count += 1
        if count - 1 >= limit:
            break
        rounds += 1
        last, previous = count, last
    first, total = rounds, 0
    for value in range(1, limit + 1):
        if value * 10 > 30:
            break
        total += value * 10
    else:
        total += 1
    state = 0
    for _ in range(2):
        while True:
            state += 1
            if state - 1 >= limit:
                break
            while True:
                state += 1
                if state - 1 >= limit:
                    break
                rounds += 1
    return [first, last, previous, count, total, rounds]


@pytest.mark.parametrize("limit", [0, 1, 3, 4, 9])
def test_rounds_follow_the_condition(limit: int) -> None:
    z = np.zeros(8, np.int32)
    looping[1](z, limit)
    assert z[1:7].tolist() == expected(limit)


@pytest.mark.parametrize("word", ["break", "continue"])
def test_leaving_a_round_is_refused(word: str) -> None:
    space = {"asc": asc, "counting": counting}
    text = (
        "@asc.jit\ndef k(z: asc.GlobalAddress):\n    g = asc.GlobalTensor()\n    g.set_global_buffer(z, 1)\n"
        f"    for i in range(3):\n        with counting(g, i):\n            {word}\n"
    )
    exec(text, space)
    with pytest.raises(CompileError, match=f"ASC-E101.*'{word}' in a 'with'"):
        space["k"][1](np.zeros(1, np.int32))


def test_it_is_no_context_manager_of_the_host() -> None:
    with pytest.raises(OutsideKernelError, match="_Counting works inside a kernel only"), _Counting(None, 1):
        pass
