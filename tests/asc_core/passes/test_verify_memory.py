"""Kernels whose tensors and buffers don't fit are refused when they are compiled, on every SoC and for every memory."""

from __future__ import annotations

import warnings
from collections.abc import Iterator

import numpy as np
import pytest

import asc
from asc.runtime import config
from asc.runtime.jit import MockTensor, MockValue
from asc_core.diagnostics import CompileError
from asc_core.errors import ReservedMemoryWarning
from asc_core.platforms import PLATFORMS

#: Usable bytes of each memory of Atlas A2 and A3, from the hardware's pages, with a position in it.
MEMORIES = {
    "VECIN": ("UB", 192 * 1024 - 256),
    "VECOUT": ("UB", 192 * 1024 - 256),
    "VECCALC": ("UB", 192 * 1024 - 256),
    "A1": ("L1", 512 * 1024 - 256),
    "B1": ("L1", 512 * 1024 - 256),
    "A2": ("L0A", 64 * 1024),
    "B2": ("L0B", 64 * 1024),
    "CO1": ("L0C", 128 * 1024),
    "C2": ("BT", 1024),
}
x = MockTensor(asc.float32)


@pytest.fixture(autouse=True)
def model() -> Iterator[None]:
    config.set_platform(config.Backend.Model)
    yield
    config.set_platform(config.Backend.Model)


def refused(kernel: asc.JitFunction, *args: object) -> str:
    with pytest.raises(CompileError) as caught:
        kernel[1](*args)
    text = str(caught.value)
    assert "error[ASC-E603]" in text
    return text


@asc.jit
def one(x: asc.GlobalAddress, position: asc.ConstExpr[asc.TPosition], size: asc.ConstExpr[int]):
    tensor = asc.LocalTensor(asc.int8, position, 0, size)
    tensor.get_size()


@pytest.mark.parametrize("position", MEMORIES)
def test_each_memory_ends_where_the_hardware_s_does(position: str) -> None:
    memory, room = MEMORIES[position]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ReservedMemoryWarning)
        one[1](x, asc.TPosition[position], room)
    text = refused(one, x, asc.TPosition[position], room + 1)
    assert f"tensors need {room + 1} bytes of {memory}, which has {room} for kernels" in text
    assert f"tensor: {room + 1} bytes at 0, line " in text


@pytest.mark.parametrize("platform", PLATFORMS)
def test_sizes_are_those_of_the_platform(platform: str) -> None:
    config.set_platform("Model", platform)
    assert "131073 bytes of L0C, which has 131072" in refused(one, x, asc.TPosition.CO1, 131073)


@asc.jit
def three(x: asc.GlobalAddress, size: asc.ConstExpr[int], last: asc.ConstExpr[int]):
    a = asc.LocalTensor(x.dtype, asc.TPosition.VECIN, 0, size)
    b = asc.LocalTensor(x.dtype, asc.TPosition.VECCALC, size * 4, size)
    c = asc.LocalTensor(x.dtype, asc.TPosition.VECOUT, last, size)
    asc.duplicate(a, 1.0, 64)
    asc.duplicate(b, 1.0, 64)
    asc.add(c, a, b, 64)


def test_tensors_that_are_together_too_large_are_listed() -> None:
    text = refused(three, x, 16384, 131072)
    line = three.fn.__code__.co_firstlineno + 2
    assert "tensors need 196608 bytes of UB, which has 196352 for kernels" in text
    for number, (name, begin) in enumerate((("a", 0), ("b", 65536), ("c", 131072))):
        assert f"{name}: 65536 bytes at {begin}, line {line + number}" in text


def test_tensors_may_have_the_same_bytes() -> None:
    three[1](x, 16384, 0)
    z = np.zeros(8, np.float32)
    three[1](z, 16384, 65536)


@asc.jit
def buffers(x: asc.GlobalAddress, n: int, depth: asc.ConstExpr[int], size: asc.ConstExpr[int]):
    pipe = asc.TPipe()
    source = asc.TQue(asc.TPosition.VECIN, depth)
    target = asc.TQue(asc.TPosition.VECOUT, depth)
    scratch = asc.TBuf(asc.TPosition.VECCALC)
    pipe.init_buffer(source, depth, size)
    pipe.init_buffer(que=target, num=depth, len=size)
    pipe.init_buffer(scratch, 1000)


def test_buffers_of_queues_are_summed() -> None:
    buffers[1](x, MockValue(asc.int32), 2, 46_000)
    text = refused(buffers, x, MockValue(asc.int32), 2, 49_000)
    assert f"buffers need {4 * 49_024 + 1024} bytes of UB, which has 196352 for kernels" in text
    for name in ("source", "target"):
        assert f"{name}: 2 buffers of 49024 bytes, 98048 bytes, line " in text
    assert "scratch: 1024 bytes, line " in text


@asc.jit
def until_reset(x: asc.GlobalAddress, resets: asc.ConstExpr[bool], n: int):
    pipe = asc.TPipe()
    first, second = asc.TBuf(asc.TPosition.VECCALC), asc.TBuf(asc.TPosition.VECCALC)
    if n > 1:
        pipe.init_buffer(first, 100_000)
    else:
        pipe.init_buffer(first, n)
    if resets:
        pipe.reset()
    pipe.init_buffer(second, 100_000)


def test_reset_gives_buffers_back() -> None:
    until_reset[1](x, True, MockValue(asc.int32))
    assert "buffers need 200000 bytes of UB" in refused(until_reset, x, False, MockValue(asc.int32))


@asc.jit
def pool(x: asc.GlobalAddress, size: asc.ConstExpr[int]):
    pipe = asc.TPipe()
    one, two = asc.TBufPool(asc.TPosition.A1), asc.TBufPool(asc.TPosition.A1)
    pipe.init_buf_pool(one, 300_000)
    pipe.init_buf_pool(two, 64, one)
    queue = asc.TQue(asc.TPosition.A1, 2)
    one.init_buffer(queue, 2, size)
    two.init_buffer(asc.TQue(asc.TPosition.A1, 2), 1, 299_008)


def test_pools_have_a_size_of_their_own() -> None:
    pool[1](x, 149_984)
    text = refused(pool, x, 150_016)
    assert "buffers need 300032 bytes of the pool 'one', which has 300000" in text
    assert "queue: 2 buffers of 150016 bytes" in text


@asc.jit
def allocated(x: asc.GlobalAddress, n: int, size: asc.ConstExpr[int]):
    memory = asc.LocalMemAllocator(asc.Hardware.L0C)
    a = memory.alloc(asc.TPosition.CO1, asc.float32, size)
    b = memory.alloc(asc.TPosition.CO1, asc.float32, size)
    c = memory.alloc(asc.TPosition.CO1, asc.float32, n)
    print(a.get_size() + b.get_size() + c.get_size())


def test_allocators_put_tensors_one_behind_the_other() -> None:
    allocated[1](x, MockValue(asc.int32), 16384)
    text = refused(allocated, x, MockValue(asc.int32), 16392)
    assert "buffers need 131136 bytes of L0C, which has 131072 for kernels" in text
    assert "a: 65568 bytes, line " in text
    assert "b: 65568 bytes, line " in text


def test_memory_that_the_toolchain_keeps_is_told_of() -> None:
    kernel = asc.jit(one.fn)
    room = 192 * 1024 - 256
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        kernel[1](x, asc.TPosition.VECIN, room - 8192)
        asc.jit(one.fn, bisheng_options=("--cce-disable-asc-reserved-ubuf",))[1](x, asc.TPosition.VECIN, room)
    with pytest.warns(ReservedMemoryWarning, match=rf"tensors need {room} bytes of UB, .* keeps the last 8192") as told:
        asc.jit(one.fn, always_compile=True)[1](x, asc.TPosition.VECIN, room)
    assert told[0].filename == __file__
    assert told[0].lineno == one.fn.__code__.co_firstlineno + 2
