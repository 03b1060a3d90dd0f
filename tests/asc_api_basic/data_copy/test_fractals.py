"""data_copy between rows and columns of fractals."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import ml_dtypes
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import asc
from asc_core.errors import ModelError

SIZE = 16384


@asc.jit
def nd2nz(
    z: asc.GlobalAddress,
    x: asc.GlobalAddress,
    way: int,
    matrices: int,
    rows: int,
    columns: int,
    src_matrix: int,
    src_row: int,
    c0_stride: int,
    row_stride: int,
    dst_matrix: int,
):
    n = 16384 // x.dtype.sizeof()
    xg, zg = asc.GlobalTensor(), asc.GlobalTensor()
    xg.set_global_buffer(x, n)
    zg.set_global_buffer(z, n)
    a = asc.LocalTensor(x.dtype, asc.TPosition.VECIN, 0, n)
    l1 = asc.LocalTensor(x.dtype, asc.TPosition.A1, 0, n)
    params = asc.Nd2NzParams(matrices, rows, columns, src_matrix, src_row, c0_stride, row_stride, dst_matrix)
    if way == 0:
        asc.data_copy(l1, zg, n)
        asc.data_copy(l1, xg, params)
        asc.data_copy(zg, l1, n)
    elif way == 1:
        asc.data_copy(a, zg, n)
        asc.data_copy(a, xg, params)
        asc.data_copy(zg, a, n)
    else:
        asc.data_copy(l1, zg, n)
        asc.data_copy(a, xg, n)
        asc.data_copy(l1, a, params)
        asc.data_copy(zg, l1, n)


def noise(dtype: Any, seed: int) -> Any:
    return np.random.default_rng(seed).integers(0, 256, SIZE, np.uint8).view(dtype)


def run_nd2nz(dtype: Any, way: int, *params: int) -> tuple[Any, Any, Any]:
    x, z = noise(dtype, 0), noise(dtype, 1)
    after = z.copy()
    nd2nz[1](after, x, way, *params)
    return x, z, after


def nz_of(
    x: Any, z: Any, matrices: int, rows: int, columns: int, src_matrix: int, src_row: int, c0_stride: int,
    row_stride: int, dst_matrix: int,
) -> Any:  # fmt: skip
    c0 = 32 // x.itemsize
    after = z.copy()
    for m in range(matrices):
        for r in range(rows):
            for c in range(-(-columns // c0) * c0):
                to = m * dst_matrix + (c // c0 * c0_stride + r * row_stride) * c0 + c % c0
                after[to] = x[m * src_matrix + r * src_row + c] if c < columns else 0
    return after


@settings(max_examples=60, deadline=None)
@given(
    dtype=st.sampled_from([np.int8, np.float16, np.float32]), way=st.integers(0, 2), matrices=st.integers(0, 2),
    rows=st.integers(1, 6), columns=st.integers(1, 70), more=st.integers(0, 9), row_stride=st.integers(1, 3),
    gap=st.integers(0, 3),
)  # fmt: skip
def test_rows_become_columns_of_fractals(
    dtype: Any, way: int, matrices: int, rows: int, columns: int, more: int, row_stride: int, gap: int
) -> None:
    matrices = 1 if way == 2 else matrices
    c0 = 32 // np.dtype(dtype).itemsize
    c0_stride = rows * row_stride + gap
    params = (
        matrices, rows, columns, rows * (columns + more) + gap, columns + more, c0_stride, row_stride,
        -(-columns // c0) * c0_stride * c0,
    )  # fmt: skip
    x, before, after = run_nd2nz(dtype, way, *params)
    np.testing.assert_array_equal(after.view(np.uint8), nz_of(x, before, *params).view(np.uint8))


@pytest.mark.parametrize("dtype", [np.uint8, ml_dtypes.bfloat16, np.int32])
def test_other_types(dtype: Any) -> None:
    x, before, after = run_nd2nz(dtype, 0, 1, 5, 50, 0, 60, 16, 1, 0)
    np.testing.assert_array_equal(after.view(np.uint8), nz_of(x, before, 1, 5, 50, 0, 60, 16, 1, 0).view(np.uint8))


@pytest.mark.parametrize(
    ("way", "place", "value", "words"),
    [
        (0, 0, 4096, r"ndNum is 4096, outside 0\.\.4095"),
        (0, 1, 16385, r"nValue is 16385, outside 0\.\.16384"),
        (0, 4, 0, r"srcDValue is 0, outside 1\.\.65535"),
        (0, 5, 0, r"dstNzC0Stride is 0, outside 1\.\.16384"),
        (0, 6, 16385, r"dstNzNStride is 16385, outside 1\.\.16384"),
        (0, 1, 300, r"'src' needs 38372 bytes, the tensor has 16384"),
        (0, 5, 600, r"'dst' needs 57728 bytes, the tensor has 16384"),
        (2, 0, 2, r"ndNum is 2, outside 1\.\.1"),
        (2, 2, 0, r"dValue is 0, outside 1\.\.65535"),
    ],
)
def test_limits_of_nd2nz(way: int, place: int, value: int, words: str) -> None:
    params = [1, 4, 50, 0, 64, 4, 1, 0]
    params[place] = value
    with pytest.raises(ModelError, match=words):
        run_nd2nz(np.float16, way, *params)


@asc.jit
def nz2nd(
    z: asc.GlobalAddress,
    x: asc.GlobalAddress,
    matrices: int,
    rows: int,
    columns: int,
    src_matrix: int,
    src_column: int,
    dst_row: int,
    dst_matrix: int,
):
    n = 16384 // x.dtype.sizeof()
    xg, zg = asc.GlobalTensor(), asc.GlobalTensor()
    xg.set_global_buffer(x, n)
    zg.set_global_buffer(z, n)
    a = asc.LocalTensor(x.dtype, asc.TPosition.VECOUT, 0, n)
    asc.data_copy(a, xg, n)
    params = asc.Nz2NdParamsFull(matrices, rows, columns, src_matrix, src_column, dst_row, dst_matrix)
    asc.data_copy(zg, a, params)


def run_nz2nd(dtype: Any, *params: int) -> tuple[Any, Any, Any]:
    x, z = noise(dtype, 0), noise(dtype, 1)
    after = z.copy()
    nz2nd[1](after, x, *params)
    return x, z, after


@settings(max_examples=40, deadline=None)
@given(
    dtype=st.sampled_from([np.float16, np.float32]), matrices=st.integers(0, 2), rows=st.integers(1, 20),
    columns=st.integers(1, 3), src_matrix=st.integers(1, 4), gap=st.integers(0, 5), more=st.integers(0, 9),
)  # fmt: skip
def test_columns_become_rows(
    dtype: Any, matrices: int, rows: int, columns: int, src_matrix: int, gap: int, more: int
) -> None:
    columns *= 16
    params = (matrices, rows, columns, src_matrix, rows + gap, columns + more, rows * (columns + more) + gap)
    x, before, after = run_nz2nd(dtype, *params)
    expected = before.copy()
    for m in range(matrices):
        for r in range(rows):
            for c in range(columns):
                source = m * src_matrix * 256 + (c // 16 * (rows + gap) + r) * 16 + c % 16
                expected[m * params[6] + r * params[5] + c] = x[source]
    np.testing.assert_array_equal(after.view(np.uint8), expected.view(np.uint8))


@pytest.mark.parametrize(
    ("place", "value", "words"),
    [
        (0, 4096, r"ndNum is 4096, outside 0\.\.4095"),
        (1, 8193, r"nValue is 8193, outside 1\.\.8192"),
        (2, 24, r"dValue is 24, which is not a multiple of 16"),
        (3, 513, r"srcNdMatrixStride is 513, outside 1\.\.512"),
        (4, 4097, r"srcNStride is 4097, outside 0\.\.4096"),
        (5, 0, r"dstDStride is 0, outside 1\.\.65535"),
        (6, 0, r"dstNdMatrixStride is 0, outside 1\.\.65535"),
        (4, 1000, r"'src' needs 32640 bytes, the tensor has 16384"),
        (5, 9000, r"'dst' needs 54320 bytes, the tensor has 16384"),
    ],
)
def test_limits_of_nz2nd(place: int, value: int, words: str) -> None:
    params = [2, 4, 32, 1, 4, 32, 128]
    params[place] = value
    with pytest.raises(ModelError, match=words):
        run_nz2nd(np.float16, *params)


@asc.jit
def constants(x: asc.GlobalAddress, case: asc.ConstExpr[int]):
    xg = asc.GlobalTensor()
    xg.set_global_buffer(x)
    a = asc.LocalTensor(asc.float16, asc.TPosition.VECIN, 0, 1024)
    l1 = asc.LocalTensor(asc.float16, asc.TPosition.A1, 0, 1024)
    if case == 0:
        asc.data_copy(l1, xg, asc.Nd2NzParams(1, 4, 50, 0, 0, 4, 1, 0))
    elif case == 1:
        asc.data_copy(xg, a, asc.Nz2NdParamsFull(1, 4, 24, 1, 4, 32, 1))
    elif case == 2:
        asc.data_copy(xg, a, asc.Nz2NdParamsFull(1, 8193, 16, 1, 4, 32, 1))
    else:
        asc.data_copy(l1, xg, asc.Nd2NzParams(1, 4, 50, 0, 50, 4, 1, 0))
        asc.data_copy(xg, a, asc.Nz2NdParamsFull(1, 4, 16, 1, 4, 32, 1))


@pytest.mark.parametrize(
    ("case", "words"),
    [
        (0, r"Nd2NzParams\.src_d_value is 0; it must be 1\.\.65535"),
        (1, r"Nz2NdParamsFull\.d_value is 24; it must be a multiple of 16"),
        (2, r"Nz2NdParamsFull\.n_value is 8193; it must be 1\.\.8192"),
    ],
)
def test_limits_known_at_compile_time(case: int, words: str) -> None:
    with pytest.raises(Exception, match=words):
        constants[1](np.zeros(64, np.float16), case)


def test_text(asc_kernel_text: Callable[..., str], filecheck: Callable[[str, str], None]) -> None:
    filecheck(
        asc_kernel_text(constants, np.zeros(64, np.float16), 9),
        """
        CHECK: DataCopy(l1, xg, Nd2NzParams(1, 4, 50, 0, 50, 4, 1, 0));
        CHECK: DataCopy(xg, a, Nz2NdParamsFull(1, 4, 16, 1, 4, 32, 1));
        """,
    )
