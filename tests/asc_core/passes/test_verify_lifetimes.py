"""Tensors that are used after they were freed are found when a kernel is compiled."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import asc
from asc.runtime.jit import MockTensor
from asc_core.diagnostics import CompileError

X = MockTensor(asc.float32)


@asc.jit
def taken(pipe: asc.TPipe, que: asc.TQue, g: asc.GlobalTensor):
    pipe.init_buffer(que=que, num=1, len=256)
    tensor = que.alloc_tensor(asc.float32)
    asc.data_copy(tensor, g, 64)
    que.enque(tensor)
    return que.deque(asc.float32)


@asc.jit
def read(x: asc.GlobalAddress, n: int):
    g = asc.GlobalTensor()
    g.set_global_buffer(x, 64)
    pipe, que = asc.TPipe(), asc.TQue(asc.TPosition.VECIN, 1)
    t = taken(pipe, que, g)
    que.free_tensor(t)
    asc.data_copy(g, t, 64)


@asc.jit
def part_in_a_branch(x: asc.GlobalAddress, n: int):
    g = asc.GlobalTensor()
    g.set_global_buffer(x, 64)
    pipe, que = asc.TPipe(), asc.TQue(asc.TPosition.VECIN, 1)
    t = taken(pipe, que, g)
    part = t[8:]
    que.free_tensor(t)
    if n > 3:
        part.set_value(0, 1.0)


@asc.jit
def freed_twice(x: asc.GlobalAddress, n: int):
    g = asc.GlobalTensor()
    g.set_global_buffer(x, 64)
    pipe, que = asc.TPipe(), asc.TQue(asc.TPosition.VECIN, 1)
    t = taken(pipe, que, g)
    que.free_tensor(t)
    que.free_tensor(t)


@asc.jit
def enqueued_again(x: asc.GlobalAddress, n: int):
    g = asc.GlobalTensor()
    g.set_global_buffer(x, 64)
    pipe, que = asc.TPipe(), asc.TQue(asc.TPosition.VECIN, 1)
    t = taken(pipe, que, g)
    que.free_tensor(t)
    que.enque(t)


@asc.jit
def in_turn(x: asc.GlobalAddress, n: int):
    g = asc.GlobalTensor()
    g.set_global_buffer(x, 64)
    pipe, que = asc.TPipe(), asc.TQue(asc.TPosition.VECIN, 1)
    t = taken(pipe, que, g)
    que.free_tensor(t)
    size = t.get_size()
    for _ in range(n):
        u = que.alloc_tensor(asc.float32)
        asc.duplicate(u, 1.0, size)
        que.free_tensor(u)
    if n > 100:
        v = que.alloc_tensor(asc.float32)
        que.free_tensor(v)
    else:
        v = que.alloc_tensor(asc.float32)
        asc.duplicate(v, 1.0, 64)
        que.free_tensor(v)


@asc.jit
def on_a_path(x: asc.GlobalAddress, n: int):
    g = asc.GlobalTensor()
    g.set_global_buffer(x, 64)
    pipe, que = asc.TPipe(), asc.TQue(asc.TPosition.VECIN, 1)
    t = taken(pipe, que, g)
    if n > 3:
        que.free_tensor(t)
    asc.data_copy(g, t, 64)
    if n <= 3:
        que.free_tensor(t)


@pytest.mark.parametrize(
    ("kernel", "offset", "text"),
    [
        (read, 7, "'t' is used after it was freed"),
        (part_in_a_branch, 9, "'t' is used after it was freed"),
        (freed_twice, 7, "'t' is freed a second time"),
        (enqueued_again, 7, "'t' is used after it was freed"),
    ],
)
def test_a_use_after_free_names_both_lines(kernel: Any, offset: int, text: str) -> None:
    with pytest.raises(CompileError) as caught:
        kernel[1](X, 8)
    first = kernel.fn.__code__.co_firstlineno
    message = str(caught.value)
    assert f"error[ASC-E606]: {text}" in message
    assert f"--> {__file__}:{first + offset}:" in message
    freed = 8 - 1 if kernel is part_in_a_branch else 6
    assert f"it was freed here: {__file__}:{first + freed}" in message


@asc.jit
def give_back(que: asc.TQue, tensor: asc.LocalTensor):
    que.free_tensor(tensor)


@asc.jit
def finish(que: asc.TQue, tensor: asc.LocalTensor):
    give_back(que, tensor)


@asc.jit
def freed_in_a_function(x: asc.GlobalAddress, n: int):
    g = asc.GlobalTensor()
    g.set_global_buffer(x, 64)
    pipe, que = asc.TPipe(), asc.TQue(asc.TPosition.VECIN, 1)
    t = taken(pipe, que, g)
    give_back(que, t)
    finish(que, t)


def test_the_calls_that_lead_to_an_error_are_shown() -> None:
    with pytest.raises(CompileError) as caught:
        freed_in_a_function[1](X, 8)
    text = caught.value.diagnostic.render(color=False).replace(__file__, "FILE")
    first, inner, outer = (f.fn.__code__.co_firstlineno for f in (freed_in_a_function, give_back, finish))
    blank = " " * len(str(first))
    assert (
        text
        == f"""\
error[ASC-E606]: 't' is freed a second time
{blank}--> FILE:{inner + 2}:5
{blank} |
{inner + 2} |     que.free_tensor(tensor)
{blank} |     ^^^^^^^^^^^^^^^^^^^^^^^
{blank} = note: 'give_back' is called here
{blank}--> FILE:{outer + 2}:5
{blank} |
{outer + 2} |     give_back(que, tensor)
{blank} |     ----------------------
{blank} = note: 'finish' is called here
{blank}--> FILE:{first + 7}:5
{blank} |
{first + 7} |     finish(que, t)
{blank} |     --------------
{blank} = note: it was freed here: FILE:{inner + 2}
{blank} = help: free a tensor once"""
    )


def test_buffers_serve_in_turn() -> None:
    in_turn[1](np.zeros(64, np.float32), 3)


def test_what_depends_on_a_path_is_found_when_it_happens() -> None:
    x = np.zeros(64, np.float32)
    on_a_path[1](x, 2)
    with pytest.raises(asc.ModelError, match=r"reads bytes 0\.\.256 of UB, but FreeTensor at line") as caught:
        on_a_path[1](x, 8)
    assert caught.value.line == on_a_path.fn.__code__.co_firstlineno + 8
