"""Products with sparse matrices: two of every four elements of k, and the index that tells which."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import asc
from asc_core.errors import ModelError

Array = np.ndarray[Any, Any]


@asc.jit
def sparse(
    z: asc.GlobalAddress,
    a: asc.GlobalAddress,
    b: asc.GlobalAddress,
    index: asc.GlobalAddress,
    m: int,
    n: int,
    k: int,
    left: int,
    right: int,
    start: int,
    gap: int,
):
    zg, ag, bg, ig = asc.GlobalTensor(), asc.GlobalTensor(), asc.GlobalTensor(), asc.GlobalTensor()
    zg.set_global_buffer(z)
    ag.set_global_buffer(a)
    bg.set_global_buffer(b)
    ig.set_global_buffer(index)
    b1 = asc.LocalTensor(asc.int8, asc.TPosition.B1, 0, 32768)
    i1 = asc.LocalTensor(asc.uint8, asc.TPosition.B1, 32768, 8192)
    a2 = asc.LocalTensor(asc.int8, asc.TPosition.A2, 0, 32768)
    b2 = asc.LocalTensor(asc.int8, asc.TPosition.B2, 1024, 32768)
    co1 = asc.LocalTensor(asc.int32, asc.TPosition.CO1, 0, 16384)
    asc.load_data(a2, ag, asc.LoadData2DParams(0, left, 1))
    asc.data_copy(b1[start * 512 :], bg, right * 512)
    asc.data_copy(i1[start * 128 :], ig, right * 128)
    asc.load_data_with_sparse(b2, b1, i1, asc.LoadData2DParams(start, right, 0, 0, gap))
    asc.mmad_with_sparse(co1, a2, b2, asc.MmadParams(m, n, k))
    asc.mmad_with_sparse(co1, a2, b2, asc.MmadParams(m, n, k, cmatrix_init_val=False))
    rows = (m + 15) // 16 * 16
    columns = (n + 15) // 16 * 16
    asc.fixpipe(zg, co1, asc.FixpipeParamsV220(columns, rows, rows, rows * 2), asc.FixpipeConfig.cfg_nz)


def compressed(b: Array) -> tuple[Array, Array]:
    """What a matrix with at most two elements in four of a column keeps, and its index, in whole fractals."""
    k, n = b.shape
    half, wide = -(-(k // 2) // 32) * 32, -(-n // 16) * 16
    kept, picks = np.zeros((half, wide), np.int8), np.zeros((half, wide), np.uint8)
    for group in range(k // 4):
        for column in range(n):
            four = b[4 * group : 4 * group + 4, column]
            places = np.flatnonzero(four)
            if places.size == 2:
                kept[2 * group : 2 * group + 2, column] = four[places]
                picks[2 * group : 2 * group + 2, column] = places[0], places[1] - 1
            elif places.size == 1:
                at = int(places[0])
                kept[2 * group + (at == 3), column] = four[at]
                picks[2 * group : 2 * group + 2, column] = (0, 2) if at == 3 else (at, 0)
    fractals = kept.reshape(-1, 32, wide // 16, 16).transpose(0, 2, 3, 1)
    parts = picks.reshape(-1, 32, wide // 16, 16).transpose(0, 2, 3, 1).reshape(-1, 4)
    return fractals, parts @ np.array([1, 4, 16, 64], np.uint8)


def run(a: Array, b: Array, fractals: Array, index: Array, start: int = 0, gap: int = 0) -> Array:
    (m, k), n = a.shape, b.shape[1]
    rows, columns, deep = -(-m // 16) * 16, -(-n // 16) * 16, -(-k // 32) * 32
    left = np.full((rows, deep), 99, np.int8)
    left[:m, :k] = a
    left = left.reshape(rows // 16, 16, deep // 32, 32).transpose(0, 2, 1, 3)
    z = np.zeros(rows * columns, np.int32)
    flat = [np.ascontiguousarray(v).reshape(-1) for v in (left, fractals, index)]
    sparse[1](z, *flat, m, n, k, flat[0].size // 512, flat[1].size // 512, start, gap)
    return z.reshape(columns // 16, rows, 16).transpose(1, 0, 2).reshape(rows, columns)[:m, :n]


@pytest.mark.parametrize(("m", "n", "k", "start"), [(16, 16, 64, 0), (1, 5, 4, 3), (33, 20, 132, 1), (40, 60, 200, 0)])
def test_products(m: int, n: int, k: int, start: int) -> None:
    random = np.random.default_rng(k)
    a = random.integers(-128, 128, (m, k)).astype(np.int8)
    b = random.integers(-128, 128, (k, n)).astype(np.int8)
    for group in range(k // 4):
        for column in range(n):
            b[4 * group + random.permutation(4)[: random.integers(2, 5)], column] = 0
    result = run(a, b, *compressed(b), start=start)
    np.testing.assert_array_equal(result, 2 * (a.astype(np.int64) @ b.astype(np.int64)))


@pytest.mark.parametrize(("first", "second", "place"), [(2, 0, 2), (1, 0, 1)])
def test_one_element_may_be_picked_twice(first: int, second: int, place: int) -> None:
    kept = np.zeros((1, 1, 16, 32), np.int8)
    kept[0, 0, 0, :2] = 3, 5
    index = np.zeros((16, 8), np.uint8)
    index[0, 0] = first | second << 2
    a, b = np.arange(1, 65, dtype=np.int8).reshape(16, 4), np.zeros((4, 1), np.int8)
    result = run(a, b, kept, index)
    np.testing.assert_array_equal(result[:, 0], 2 * 8 * a[:, place].astype(np.int64))


def test_limits() -> None:
    a, b = np.ones((16, 6), np.int8), np.zeros((8, 16), np.int8)
    fractals, index = compressed(b)
    with pytest.raises(ModelError, match="k is 6, which is not a multiple of 4"):
        run(a, b, fractals, index)
    with pytest.raises(ModelError, match="only startIndex and repeatTimes have a meaning here"):
        run(np.ones((16, 8), np.int8), b, fractals, index, gap=1)
    with pytest.raises(ModelError, match="column 0 holds index 3, which stands for nothing"):
        run(np.ones((16, 8), np.int8), b, fractals, np.full_like(index, 255))


@asc.jit
def constants(x: asc.GlobalAddress, k: asc.ConstExpr[int]):
    b1 = asc.LocalTensor(asc.int8, asc.TPosition.B1, 0, 512)
    i1 = asc.LocalTensor(asc.uint8, asc.TPosition.B1, 512, 128)
    a2 = asc.LocalTensor(asc.int8, asc.TPosition.A2, 0, 512)
    b2 = asc.LocalTensor(asc.int8, asc.TPosition.B2, 0, 512)
    co1 = asc.LocalTensor(asc.int32, asc.TPosition.CO1, 0, 256)
    asc.load_data_with_sparse(b2, b1, i1, asc.LoadData2DParams(0, 1, 0, 0, 0, False, 0))
    asc.mmad_with_sparse(co1, a2, b2, asc.MmadParams(16, 16, k))


def test_text(asc_kernel_text: Callable[..., str], filecheck: Callable[[str, str], None]) -> None:
    filecheck(
        asc_kernel_text(constants, np.zeros(64, np.int8), 32),
        """
        CHECK: LoadDataWithSparse(b2, b1, i1, LoadData2DParams(0, 1, 0, 0, 0, false, 0));
        CHECK: MmadWithSparse(co1, a2, b2, MmadParams(16, 16, 32,
        """,
    )


def test_k_known_at_compile_time() -> None:
    with pytest.raises(Exception, match=r"MmadParams\.k is 6; it must be a multiple of 4"):
        constants[1](np.zeros(64, np.int8), 6)
