"""Checks of Model that options and settings turn on and off, as a kernel's author meets them."""

from __future__ import annotations

import numpy as np
import pytest

import asc
from asc_core.errors import ModelError


@asc.jit(auto_sync=False)
def by_hand(x: asc.GlobalAddress, z: asc.GlobalAddress, flag: asc.ConstExpr[bool]):
    x_gm = asc.GlobalTensor()
    z_gm = asc.GlobalTensor()
    x_gm.set_global_buffer(x, 256)
    z_gm.set_global_buffer(z, 256)
    x_local = asc.LocalTensor(x.dtype, asc.TPosition.VECIN, 0, 256)
    z_local = asc.LocalTensor(x.dtype, asc.TPosition.VECOUT, 1024, 256)
    asc.data_copy(x_local, x_gm, 256)
    if flag:
        asc.set_flag(asc.HardEvent.MTE2_V, 0)
        asc.wait_flag(asc.HardEvent.MTE2_V, 0)
    asc.add(z_local, x_local, x_local, 256)
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
    asc.data_copy(z_gm, z_local, 256)


@asc.jit
def by_toolchain(x: asc.GlobalAddress, z: asc.GlobalAddress):
    x_gm = asc.GlobalTensor()
    z_gm = asc.GlobalTensor()
    x_gm.set_global_buffer(x, 256)
    z_gm.set_global_buffer(z, 256)
    x_local = asc.LocalTensor(x.dtype, asc.TPosition.VECIN, 0, 256)
    asc.data_copy(x_local, x_gm, 256)
    asc.data_copy(z_gm, x_local, 256)


@asc.jit
def never_written(z: asc.GlobalAddress):
    z_gm = asc.GlobalTensor()
    z_gm.set_global_buffer(z, 256)
    z_local = asc.LocalTensor(z.dtype, asc.TPosition.VECOUT, 0, 256)
    asc.data_copy(z_gm, z_local, 256)


@pytest.fixture
def arrays() -> tuple[np.ndarray, np.ndarray]:
    return np.arange(256, dtype=np.float32), np.zeros(256, np.float32)


def test_flags_by_hand(arrays: tuple[np.ndarray, np.ndarray]) -> None:
    x, z = arrays
    by_hand[1](x, z, True)
    np.testing.assert_array_equal(z, 2 * x)


def test_a_missing_flag_without_auto_sync(arrays: tuple[np.ndarray, np.ndarray]) -> None:
    lines = by_hand.fn.__code__.co_firstlineno
    for _ in range(2):  # the second launch takes the warm path
        with pytest.raises(ModelError) as caught:
            by_hand[1](*arrays, False)
        error = caught.value
        assert (error.kind, error.api, error.line, error.file) == ("race", "Add", lines + 12, __file__)
        assert f"DataCopy at line {lines + 8} (pipe MTE2)" in error.message


def test_auto_sync_needs_no_flags(arrays: tuple[np.ndarray, np.ndarray]) -> None:
    x, z = arrays
    by_toolchain[1](x, z)
    np.testing.assert_array_equal(z, x)


def test_memory_never_written(monkeypatch: pytest.MonkeyPatch) -> None:
    z = np.zeros(256, np.float32)
    for _ in range(2):
        with pytest.raises(ModelError, match=r"bytes 0\.\.1024 of UB, which were never written") as caught:
            never_written[1](z)
        assert caught.value.kind == "uninitialized"
    monkeypatch.setenv("ASC_CHECK_UNINITIALIZED", "0")
    for _ in range(2):
        never_written[1](z)
    monkeypatch.setenv("ASC_CHECK_UNINITIALIZED", "1")
    with pytest.raises(ModelError, match="never written"):
        never_written[1](z)


@asc.jit(auto_sync=False)
def same_place(z: asc.GlobalAddress, apart: asc.ConstExpr[bool]):
    z_gm = asc.GlobalTensor()
    z_gm.set_global_buffer(z, 256)
    z_local = asc.LocalTensor(z.dtype, asc.TPosition.VECOUT, 0, 64)
    asc.duplicate(z_local, 1.0, 64)
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
    asc.data_copy(z_gm[asc.get_block_idx() * 64 if apart else 0 :], z_local, 64)


def test_cores_that_write_the_same_array_elements(arrays: tuple[np.ndarray, np.ndarray]) -> None:
    _, z = arrays
    same_place[4](z, True)
    np.testing.assert_array_equal(z, np.ones(256, np.float32))
    same_place[1](z, False)
    with pytest.raises(ModelError, match=r"writes bytes 0\.\.256 of argument 'z', which block \d writes") as caught:
        same_place[2](z, False)
    line = same_place.fn.__code__.co_firstlineno + 7
    assert (caught.value.kind, caught.value.api, caught.value.line) == ("race", "DataCopy", line)
    assert f"with DataCopy at line {line}" in caught.value.message


@asc.jit
def sized(z: asc.GlobalAddress, count: int):
    z_gm = asc.GlobalTensor()
    z_gm.set_global_buffer(z, count)
    z_gm.set_value(0, 1)


def test_a_negative_size_of_global_memory(arrays: tuple[np.ndarray, np.ndarray]) -> None:
    with pytest.raises(ModelError, match="'bufferSize' is -1") as caught:
        sized[1](arrays[1], -1)
    assert caught.value.line == sized.fn.__code__.co_firstlineno + 3


@asc.jit
def kept(z: asc.GlobalAddress, free: asc.ConstExpr[bool]):
    pipe = asc.TPipe()
    que = asc.TQue(asc.TPosition.VECIN, 1)
    pipe.init_buffer(que=que, num=1, len=256)
    tensor = que.alloc_tensor(asc.float32)
    tensor.set_value(0, 1.0)
    if free:
        que.free_tensor(tensor)


def test_a_tensor_that_is_never_freed(arrays: tuple[np.ndarray, np.ndarray]) -> None:
    kept[1](arrays[1], True)
    with pytest.raises(ModelError, match="is not freed when the TPipe ends") as caught:
        kept[1](arrays[1], False)
    assert (caught.value.kind, caught.value.line) == ("queue", kept.fn.__code__.co_firstlineno + 5)
