"""Moves to global memory under set_atomic_add, set_atomic_max and set_atomic_min."""

from __future__ import annotations

from typing import Any

import ml_dtypes
import numpy as np
import pytest

import asc
from asc_core.errors import ModelError

Array = np.ndarray[Any, Any]
TYPES = {
    "float32": np.float32,
    "float16": np.float16,
    "bfloat16": ml_dtypes.bfloat16,
    "int16": np.int16,
    "int32": np.int32,
    "int8": np.int8,
}
COMBINE = (lambda a, b: a + b, np.maximum, np.minimum)


@asc.jit
def combine(z: asc.GlobalAddress, x: asc.GlobalAddress, kind: int, way: int, length: int):
    """Each core combines its row of x with z."""
    zg, xg = asc.GlobalTensor(), asc.GlobalTensor()
    zg.set_global_buffer(z)
    xg.set_global_buffer(x)
    n = 1024 // x.dtype.sizeof()
    a = asc.LocalTensor(x.dtype, asc.TPosition.VECOUT, 0, n)
    asc.data_copy(a, xg[asc.get_block_idx() * n :], n)
    if kind == 0:
        asc.set_atomic_add(z.dtype)
    elif kind == 1:
        asc.set_atomic_max(z.dtype)
    else:
        asc.set_atomic_min(z.dtype)
    if way == 0:
        asc.data_copy(zg, a, n)
    elif way == 1:
        asc.data_copy(zg, a, asc.DataCopyParams(8, 2, 2, 1))
    else:
        asc.data_copy_pad(zg, a, asc.DataCopyExtParams(5, length, 1, length, 0))
    asc.set_atomic_none()


def blocks(x: Array, way: int, length: int) -> tuple[Array, Array]:
    """The places of z and of x that the moves join."""
    block = 32 // x.itemsize
    inner = np.arange(length // x.itemsize if way == 2 else 2 * block if way == 1 else x.size)
    bursts = np.arange((1, 8, 5)[way])[:, None]
    source_step = (0, 4 * block, (-(-length // 32) + 1) * block)[way]
    target_step = (0, 3 * block, 2 * length // x.itemsize)[way]
    return (bursts * target_step + inner).reshape(-1), (bursts * source_step + inner).reshape(-1)


@pytest.mark.parametrize("name", TYPES)
def test_every_type_and_way(name: str) -> None:
    dtype = TYPES[name]
    random = np.random.default_rng(0)
    x = random.integers(-20, 20, (3, 1024 // np.dtype(dtype).itemsize)).astype(dtype)
    for kind in range(3):
        for way in range(3):
            z = random.integers(-20, 20, x.shape[1]).astype(dtype)
            expected = z.copy()
            target, source = blocks(x[0], way, 52)
            for row in x:
                expected[target] = COMBINE[kind](expected[target], row[source])
            combine[3](z, x, kind, way, 52)
            np.testing.assert_array_equal(z, expected, err_msg=f"kind {kind}, way {way}")


@asc.jit
def results(z: asc.GlobalAddress, x: asc.GlobalAddress, way: int):
    """Adds a matrix out of L0C to z."""
    zg, xg = asc.GlobalTensor(), asc.GlobalTensor()
    zg.set_global_buffer(z)
    xg.set_global_buffer(x)
    a1 = asc.LocalTensor(asc.float32, asc.TPosition.A1, 0, 1024)
    co1 = asc.LocalTensor(asc.float32, asc.TPosition.CO1, 0, 1024)
    asc.data_copy(a1, xg, 1024)
    asc.data_copy(co1, a1, asc.DataCopyParams(1, 4), asc.DataCopyEnhancedParams(asc.BlockMode.BLOCK_MODE_MATRIX))
    asc.set_atomic_add(z.dtype)
    if way == 0:
        asc.fixpipe(zg, co1, asc.FixpipeParamsV220(64, 16, 16, 64, asc.QuantModes.F322F16))
    elif way == 1:
        asc.fixpipe(zg, co1, asc.FixpipeParamsV220(64, 16, 16, 16, asc.QuantModes.F322F16), asc.FixpipeConfig.cfg_nz)
    else:
        asc.data_copy(zg, co1, asc.DataCopyCO12DstParams(64, 16, 64, 16, asc.QuantModes.F322F16, 0, False, True))


def test_results_of_the_cube() -> None:
    random = np.random.default_rng(1)
    x = random.integers(-500, 500, 1024).astype(np.float32)
    before = random.integers(-500, 500, 1024).astype(np.float16)
    rows = x.reshape(4, 16, 16).transpose(1, 0, 2).reshape(-1)
    for way in range(3):
        z = before.copy()
        results[1](z, x, way)
        np.testing.assert_array_equal(z, before + (x if way == 1 else rows).astype(np.float16))


def test_another_type_of_the_same_size_counts_as_set() -> None:
    @asc.jit
    def add(z: asc.GlobalAddress, x: asc.GlobalAddress):
        zg, xg = asc.GlobalTensor(), asc.GlobalTensor()
        zg.set_global_buffer(z)
        xg.set_global_buffer(x)
        a = asc.LocalTensor(x.dtype, asc.TPosition.VECOUT, 0, 64)
        asc.data_copy(a, xg, 64)
        asc.set_atomic_add(asc.float32)
        asc.data_copy(zg, a, 64)

    x = np.full(64, 1.5, np.float32)
    z = x.view(np.int32).copy()
    add[1](z, x.view(np.int32))
    np.testing.assert_array_equal(z.view(np.float32), np.full(64, 3))
    with pytest.raises(ModelError, match="'dst' has elements of 2 bytes, atomic writes are set for float"):
        add[1](np.zeros(64, np.int16), np.zeros(64, np.int16))
