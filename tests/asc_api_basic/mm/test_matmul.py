"""Whole products of matrices in global memory: GM, L1, L0A and L0B, L0C, GM."""

from __future__ import annotations

from typing import Any

import ml_dtypes
import numpy as np
import pytest

import asc

Array = np.ndarray[Any, Any]


@asc.jit
def matmul(
    z: asc.GlobalAddress,
    x: asc.GlobalAddress,
    y: asc.GlobalAddress,
    bias: asc.GlobalAddress,
    m: int,
    n: int,
    k: int,
    tile_m: asc.ConstExpr[int],
    tile_n: asc.ConstExpr[int],
    tile_k: asc.ConstExpr[int],
):
    """z = x @ y + bias; each core makes tiles, the last of a row or column may be smaller."""
    xg, yg, zg, bg = asc.GlobalTensor(), asc.GlobalTensor(), asc.GlobalTensor(), asc.GlobalTensor()
    xg.set_global_buffer(x)
    yg.set_global_buffer(y)
    zg.set_global_buffer(z)
    bg.set_global_buffer(bias)
    size = x.dtype.sizeof()
    depth = 32 // size
    a1 = asc.LocalTensor(x.dtype, asc.TPosition.A1, 0, tile_m * tile_k)
    b1 = asc.LocalTensor(x.dtype, asc.TPosition.B1, tile_m * tile_k * size, tile_k * tile_n)
    c1 = asc.LocalTensor(bias.dtype, asc.TPosition.C1, (tile_m + tile_n) * tile_k * size, tile_n)
    a2 = asc.LocalTensor(x.dtype, asc.TPosition.A2, 0, tile_m * tile_k)
    b2 = asc.LocalTensor(x.dtype, asc.TPosition.B2, 0, tile_k * tile_n)
    c2 = asc.LocalTensor(bias.dtype, asc.TPosition.C2, 0, tile_n)
    co1 = asc.LocalTensor(bias.dtype, asc.TPosition.CO1, 0, tile_m * tile_n)
    across = (n + tile_n - 1) // tile_n
    tiles = (m + tile_m - 1) // tile_m * across
    for tile in range(asc.get_block_idx(), tiles, asc.get_block_num()):
        row = tile // across * tile_m
        column = tile % across * tile_n
        rows = min(m - row, tile_m)
        columns = min(n - column, tile_n)
        down = (rows + 15) // 16 * 16
        wide = (columns + 15) // 16 * 16
        asc.data_copy(c1, bg[column:], wide)
        asc.data_copy(c2, c1, wide)
        for start in range(0, k, tile_k):
            steps = min(k - start, tile_k)
            deep = (steps + depth - 1) // depth
            high = deep * depth
            asc.data_copy(a1, xg[row * k + start :], asc.Nd2NzParams(1, rows, steps, 0, k, down, 1, 0))
            asc.data_copy(b1, yg[start * n + column :], asc.Nd2NzParams(1, steps, columns, 0, n, high, 1, 0))
            for i in range(down // 16):
                asc.load_data(
                    a2[i * deep * 16 * depth :], a1[i * 16 * depth :], asc.LoadData2DParams(0, deep, down // 16)
                )
            if size == 2:
                for i in range(deep):
                    asc.load_data(
                        b2[i * wide * 16 :], b1[i * 256 :],
                        asc.LoadData2DParams(0, wide // 16, deep, 0, 0, True),
                    )  # fmt: skip
            else:
                # A block has 32 columns: the second fractal stands next to the first.
                for i in range(deep):
                    asc.load_data_with_transpose(
                        b2[i * wide * 32 :], b1[i * 1024 :],
                        asc.LoadData2dTransposeParams(0, (columns + 31) // 32, deep, 1, 0),
                    )  # fmt: skip
            # All rows of the fractals: one row alone would be read as a vector.
            if start == 0:
                asc.mmad(co1, a2, b2, c2, asc.MmadParams(down, columns, steps, cmatrix_init_val=False))
            else:
                asc.mmad(co1, a2, b2, asc.MmadParams(down, columns, steps, cmatrix_init_val=False))
        asc.fixpipe(zg[row * n + column :], co1, asc.FixpipeParamsV220(columns, rows, down, n))


def run(dtype: Any, m: int, n: int, k: int, tiles: tuple[int, int, int], cores: int) -> None:
    random = np.random.default_rng(m + n + k)
    whole = dtype is np.int8
    x, y = (random.integers(-9, 10, size).astype(dtype) for size in ((m, k), (k, n)))
    bias = random.integers(-99, 99, -(-n // 16) * 16).astype(np.int32 if whole else np.float32)
    z = np.zeros((m, n), bias.dtype)
    matmul[cores](z, x, y, bias, m, n, k, *tiles)
    np.testing.assert_array_equal(z, x.astype(np.int64) @ y.astype(np.int64) + bias[:n])


@pytest.mark.parametrize("dtype", [np.float16, ml_dtypes.bfloat16])
def test_products(dtype: Any) -> None:
    for m, n, k in ((128, 128, 128), (100, 130, 70), (1, 17, 300), (257, 64, 16)):
        run(dtype, m, n, k, (64, 64, 48), 3)


def test_products_of_bytes() -> None:
    for m, n, k in ((128, 128, 128), (50, 96, 70)):
        run(np.int8, m, n, k, (64, 64, 64), 2)
