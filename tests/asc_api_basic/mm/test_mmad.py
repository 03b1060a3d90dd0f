"""mmad: every type, sizes that don't fill fractals, and what the sums start from."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import ml_dtypes
import numpy as np
import pytest

import asc
from asc_core.errors import ModelError

Array = np.ndarray[Any, Any]
TYPES = {"float16": np.float16, "bfloat16": ml_dtypes.bfloat16, "float32": np.float32, "int8": np.int8}
ZERO, RESULT, TABLE, BIAS, RESULT_AS_BIAS = range(5)
SIZES = ((1, 1, 1), (1, 40, 70), (5, 33, 7), (16, 16, 32), (17, 3, 100), (31, 40, 300), (300, 20, 40), (64, 64, 64))


@asc.jit
def product(
    z: asc.GlobalAddress,
    x: asc.GlobalAddress,
    y: asc.GlobalAddress,
    c: asc.GlobalAddress,
    m: int,
    n: int,
    k: int,
    left: int,
    right: int,
    start: int,
):
    xg, yg, zg, cg = asc.GlobalTensor(), asc.GlobalTensor(), asc.GlobalTensor(), asc.GlobalTensor()
    xg.set_global_buffer(x)
    yg.set_global_buffer(y)
    zg.set_global_buffer(z)
    cg.set_global_buffer(c)
    a2 = asc.LocalTensor(x.dtype, asc.TPosition.A2, 0, 65536 // x.dtype.sizeof())
    b2 = asc.LocalTensor(x.dtype, asc.TPosition.B2, 0, 65536 // x.dtype.sizeof())
    c1 = asc.LocalTensor(z.dtype, asc.TPosition.C1, 0, 32768)
    c2 = asc.LocalTensor(z.dtype, asc.TPosition.C2, 0, 128)
    co1 = asc.LocalTensor(z.dtype, asc.TPosition.CO1, 0, 32768)
    asc.load_data(a2, xg, asc.LoadData2DParams(0, left, 1))
    asc.load_data(b2, yg, asc.LoadData2DParams(0, right, 1))
    rows = (m + 15) // 16 * 16
    columns = (n + 15) // 16 * 16
    asc.data_copy(c1, cg, rows * columns)
    asc.data_copy(c2, c1, columns)
    asc.data_copy(
        co1,
        c1,
        asc.DataCopyParams(1, rows * columns // 256),
        asc.DataCopyEnhancedParams(asc.BlockMode.BLOCK_MODE_MATRIX),
    )
    if start == 0:
        asc.mmad(co1, a2, b2, asc.MmadParams(m, n, k))
    elif start == 1:
        asc.mmad(co1, a2, b2, asc.MmadParams(m, n, k, cmatrix_init_val=False))
    elif start == 2:
        asc.mmad(co1, a2, b2, asc.MmadParams(m, n, k, cmatrix_source=True, cmatrix_init_val=False))
    elif start == 3:
        asc.mmad(co1, a2, b2, c2, asc.MmadParams(m, n, k, cmatrix_init_val=False))
    else:
        asc.mmad(co1, a2, b2, co1, asc.MmadParams(m, n, k, cmatrix_init_val=False))
    asc.fixpipe(zg, co1, asc.FixpipeParamsV220(columns, rows, rows, rows * 2), asc.FixpipeConfig.cfg_nz)


def filled(matrix: Array, down: int, across: int) -> Array:
    """A matrix in whole fractals; what lies around it must not count, so it isn't 0."""
    rows, columns = matrix.shape
    whole = np.full((-(-rows // down) * down, -(-columns // across) * across), 77, matrix.dtype)
    whole[:rows, :columns] = matrix
    return whole.reshape(-(-rows // down), down, -(-columns // across), across)


def run(a: Array, b: Array, c: Array, start: int) -> Array:
    """The whole of L0C, as the matrix of c's size."""
    (m, k), n = a.shape, b.shape[1]
    depth = 32 // a.itemsize
    left = filled(a, 16, depth).transpose(0, 2, 1, 3)
    if m == 1:
        left = filled(a, 1, 16 * depth)
    right = filled(b, depth, 16).transpose(0, 2, 3, 1)
    rows, columns = c.shape
    before = c.reshape(rows // 16, 16, columns // 16, 16).transpose(2, 0, 1, 3)
    if start in (TABLE, BIAS):
        before = c[0]
    z = np.full(c.size, 5, c.dtype)
    flat = [np.ascontiguousarray(v).reshape(-1) for v in (left, right, before)]
    padded = np.concatenate([flat[2], np.zeros(c.size - flat[2].size, c.dtype)])
    product[1](z, flat[0], flat[1], padded, m, n, k, flat[0].nbytes // 512, flat[1].nbytes // 512, start)
    return z.reshape(columns // 16, rows, 16).transpose(1, 0, 2).reshape(rows, columns)


def operands(name: str, m: int, n: int, k: int) -> tuple[Array, Array, Array]:
    """Whole numbers, so that sums in float32 are exact in any order."""
    random = np.random.default_rng(m * n * k)
    limit = 127 if name == "int8" else 30
    a, b = (
        random.integers(-limit - (name == "int8"), limit + 1, size).astype(TYPES[name]) for size in ((m, k), (k, n))
    )
    whole = (-(-m // 16) * 16, -(-n // 16) * 16)
    return a, b, random.integers(-1000, 1000, whole).astype(np.int32 if name == "int8" else np.float32)


@pytest.mark.parametrize("name", TYPES)
def test_sizes_and_starts(name: str) -> None:
    for m, n, k in SIZES:
        a, b, c = operands(name, m, n, k)
        exact = a.astype(np.int64) @ b.astype(np.int64)
        for start in range(5):
            expected = exact + (0 if start == ZERO else c[0, :n] if start in (TABLE, BIAS) else c[:m, :n])
            result = run(a, b, c, start)
            np.testing.assert_array_equal(result[:m, :n], expected, err_msg=f"{m} {n} {k} {start}")
            if start in (RESULT, RESULT_AS_BIAS):
                np.testing.assert_array_equal(result[m:], c[m:], err_msg="rows below the matrix")


def test_sums_in_float32() -> None:
    random = np.random.default_rng(1)
    a, b = random.standard_normal((60, 250)), random.standard_normal((250, 30))
    c = np.zeros((64, 32), np.float32)
    for dtype in (np.float16, np.float32, ml_dtypes.bfloat16):
        x, y = a.astype(dtype), b.astype(dtype)
        exact = x.astype(np.float64) @ y.astype(np.float64)
        bound = 2.0**-22 * (np.abs(x).astype(np.float64) @ np.abs(y).astype(np.float64))
        assert np.all(np.abs(run(x, y, c, ZERO)[:60, :30] - exact) <= bound)


def test_special_values() -> None:
    a = np.array([[np.inf, 1], [65504, 65504], [np.nan, 0], [0, 1], [np.inf, -np.inf]], np.float16)
    b = np.array([[1, 65504, 0], [1, 65504, 1]], np.float16)
    result = run(a, b, np.zeros((16, 16), np.float32), ZERO)[:5, :3]
    with np.errstate(invalid="ignore"):
        expected = a.astype(np.float32) @ b.astype(np.float32)
    np.testing.assert_array_equal(result, expected)


def test_int32_saturates() -> None:
    a, b = np.full((2, 64), -128, np.int8), np.full((64, 2), -128, np.int8)
    b[:, 1] = 127
    limit = 2**31 - 1
    c = np.full((16, 16), limit - 10, np.int32)
    c[:, 1] = -limit
    np.testing.assert_array_equal(run(a, b, c, RESULT)[:2, :2], [[limit, -limit - 1]] * 2)


@asc.jit
def misused(z: asc.GlobalAddress, x: asc.GlobalAddress, m: int, n: int, k: int, case: int, start: int):
    a2 = asc.LocalTensor(asc.float16, asc.TPosition.A2, 0, 1024)
    b2 = asc.LocalTensor(asc.float16, asc.TPosition.B2, 0, 1024)
    c2 = asc.LocalTensor(asc.float32, asc.TPosition.C2, 0, 64)
    co1 = asc.LocalTensor(asc.float32, asc.TPosition.CO1, 0, 2048)
    zg, xg = asc.GlobalTensor(), asc.GlobalTensor()
    zg.set_global_buffer(z)
    xg.set_global_buffer(x)
    asc.load_data(a2, xg, asc.LoadData2DParams(0, 2, 1))
    asc.load_data(b2, xg, asc.LoadData2DParams(0, 2, 1))
    if case == 0:
        asc.mmad(co1, a2, b2, asc.MmadParams(m, n, k))
    elif case == 1:
        asc.mmad(co1, b2, b2, asc.MmadParams(m, n, k))
    elif case == 2:
        asc.mmad(co1, a2, a2, asc.MmadParams(m, n, k))
    elif case == 3:
        asc.mmad(c2, a2, b2, asc.MmadParams(m, n, k))
    elif case == 4:
        asc.mmad(co1[16:], a2, b2, asc.MmadParams(m, n, k))
    elif case == 5:
        asc.mmad(co1, a2, b2, c2, asc.MmadParams(m, n, k, cmatrix_init_val=start == 0))
    elif case == 6:
        asc.mmad(co1, a2, b2, asc.MmadParams(m, n, k, unit_flag=start))
    else:
        # Unit flags pair each product with a move out.
        asc.mmad(co1, a2, b2, asc.MmadParams(m, n, k, unit_flag=2))
        asc.mmad(co1, a2, b2, asc.MmadParams(m, n, k, unit_flag=3, cmatrix_init_val=False))
        if start == 1:
            asc.mmad(co1, a2, b2, asc.MmadParams(m, n, k, unit_flag=3))
        asc.fixpipe(zg, co1, asc.FixpipeParamsV220(n, m, 16, n, unit_flag=3))
        if start == 2:
            asc.fixpipe(zg, co1, asc.FixpipeParamsV220(n, m, 16, n, unit_flag=3))
        asc.mmad(co1, a2, b2, asc.MmadParams(m, n, k, unit_flag=3))
        asc.fixpipe(zg, co1, asc.FixpipeParamsV220(n, m, 16, n, unit_flag=3))


@pytest.mark.parametrize(
    ("case", "m", "n", "k", "start", "words"),
    [
        (0, 4096, 16, 16, 0, r"m is 4096, outside 0\.\.4095"),
        (0, 16, 16, 5000, 0, r"k is 5000, outside 0\.\.4095"),
        (0, 80, 16, 16, 0, r"'fm' needs 2560 bytes, the tensor has 2048"),
        (0, 16, 80, 16, 0, r"'filter' needs 2560 bytes, the tensor has 2048"),
        (0, 48, 64, 16, 0, r"'dst' needs 12288 bytes, the tensor has 8192"),
        (1, 16, 16, 16, 0, r"'fm' .*B2.*A2"),
        (2, 16, 16, 16, 0, r"'filter' .*A2.*B2"),
        (3, 16, 16, 16, 0, r"'dst' .*C2.*CO1"),
        (4, 16, 16, 16, 0, r"'dst' .*1024"),
        (5, 16, 16, 16, 0, r"cmatrixInitVal is true"),
        (6, 16, 16, 16, 1, r"unitFlag is 1; it is 0, 2 or 3"),
        (7, 16, 16, 16, 1, r"waits for bytes 0\.\.512 of L0C to be moved out"),
        (7, 16, 16, 16, 2, r"waits for bytes 0\.\.512 of L0C to be written"),
    ],
)
def test_misuse(case: int, m: int, n: int, k: int, start: int, words: str) -> None:
    with pytest.raises(ModelError, match=words):
        misused[1](np.zeros(4096, np.float32), np.zeros(512, np.float16), m, n, k, case, start)


def test_unit_flags_in_order() -> None:
    z = np.ones(4096, np.float32)
    misused[1](z, np.ones(512, np.float16), 16, 16, 16, 7, 0)
    np.testing.assert_array_equal(z[:256], np.full(256, 16))


def test_size_0_does_nothing() -> None:
    for sizes in ((0, 16, 16), (16, 0, 16), (16, 16, 0)):
        misused[1](np.zeros(4096, np.float32), np.zeros(512, np.float16), *sizes, 0, 0)


@asc.jit
def constants(z: asc.GlobalAddress, x: asc.GlobalAddress, case: asc.ConstExpr[int]):
    a2 = asc.LocalTensor(x.dtype, asc.TPosition.A2, 0, 256)
    b2 = asc.LocalTensor(x.dtype, asc.TPosition.B2, 0, 256)
    c2 = asc.LocalTensor(z.dtype, asc.TPosition.C2, 0, 64)
    co1 = asc.LocalTensor(z.dtype, asc.TPosition.CO1, 0, 256)
    if case == 0:
        asc.mmad(co1, a2, b2, asc.MmadParams(16, 16, 16))
        asc.mmad(co1, a2, b2, c2, asc.MmadParams(1, 2, 3, 3, True, False))
    elif case == 1:
        asc.mmad(co1, a2, b2, c2, asc.MmadParams(16, 16, 16, cmatrix_init_val=True))
    elif case == 2:
        asc.mmad(co1, a2, b2, asc.MmadParams(4096, 16, 16))
    else:
        asc.mmad(co1, a2, b2, asc.MmadParams(16, 16, 16))


def test_text(asc_kernel_text: Callable[..., str], filecheck: Callable[[str, str], None]) -> None:
    filecheck(
        asc_kernel_text(constants, np.zeros(64, np.float32), np.zeros(64, np.float16), 0),
        """
        CHECK: Mmad(co1, a2, b2, MmadParams(16, 16, 16, false, 0, false, false, false));
        CHECK: Mmad(co1, a2, b2, c2, MmadParams(1, 2, 3, 3, true, false));
        """,
    )


@pytest.mark.parametrize(
    ("case", "dtype", "words"),
    [
        (1, np.float16, "cmatrix_init_val is True, so that the sums start from zeros and not from 'bias'"),
        (2, np.float16, "4096"),
        (3, np.int8, "int8"),
    ],
)
def test_limits_known_at_compile_time(case: int, dtype: Any, words: str) -> None:
    with pytest.raises(Exception, match=words):
        constants[1](np.zeros(64, np.float32), np.zeros(64, dtype), case)
