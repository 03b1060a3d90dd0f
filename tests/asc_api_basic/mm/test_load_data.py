"""load_data of fractals, load_data_with_transpose and init_const_value; L0A and L0B show themselves by products."""

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

Array = np.ndarray[Any, Any]
LEFT, RIGHT, GLOBAL_LEFT, GLOBAL_RIGHT, GLOBAL_L1 = range(5)
FRACTALS = 24


@asc.jit
def show(z: asc.GlobalAddress, ones: asc.GlobalAddress, left: int, count: int):
    """Writes the first fractals of L0A or L0B to z: their product with ones on the diagonal."""
    zg, og = asc.GlobalTensor(), asc.GlobalTensor()
    zg.set_global_buffer(z)
    og.set_global_buffer(ones)
    depth = 32 // ones.dtype.sizeof()
    width = max(16, depth)
    a2 = asc.LocalTensor(ones.dtype, asc.TPosition.A2, 0, 65536 // ones.dtype.sizeof())
    b2 = asc.LocalTensor(ones.dtype, asc.TPosition.B2, 0, 65536 // ones.dtype.sizeof())
    co1 = asc.LocalTensor(z.dtype, asc.TPosition.CO1, 0, 32768)
    if left == 1:
        asc.load_data(b2, og, asc.LoadData2DParams(0, width // 16, 1))
        asc.mmad(co1, a2, b2, asc.MmadParams(16 * count, width, depth))
        asc.fixpipe(zg, co1, asc.FixpipeParamsV220(width, 16 * count, 16 * count, 32 * count), asc.FixpipeConfig.cfg_nz)
    else:
        asc.load_data(a2, og, asc.LoadData2DParams(0, width // 16, 1))
        asc.mmad(co1, a2, b2, asc.MmadParams(width, 16 * count, depth))
        asc.fixpipe(zg, co1, asc.FixpipeParamsV220(16 * count, width, width, 2 * width), asc.FixpipeConfig.cfg_nz)


def shown(z: Array, left: bool, count: int, depth: int) -> Array:
    """The fractals, 16 rows each (columns, in L0B)."""
    if left:
        return z.reshape(-1, 16 * count, 16).transpose(1, 0, 2).reshape(count, 16, -1)[..., :depth]
    return z.reshape(count, -1, 16).transpose(0, 2, 1)[..., :depth]


def room(dtype: Any, count: int = FRACTALS) -> tuple[Array, Array, int]:
    """What `show` writes to, its ones, and the elements of a fractal's row."""
    depth = 32 // np.dtype(dtype).itemsize
    width = max(16, depth)
    return (
        np.zeros(count * 16 * width, np.int32 if dtype == np.int8 else np.float32),
        np.eye(width, depth, dtype=np.float32).astype(dtype),
        depth,
    )


def numbers(dtype: Any, count: int, seed: int) -> Array:
    """Whole numbers of 8 bits, which every type of the cube holds."""
    return np.random.default_rng(seed).integers(1, 127, count).astype(dtype)


@asc.jit
def fractals(
    z: asc.GlobalAddress,
    ones: asc.GlobalAddress,
    x: asc.GlobalAddress,
    before: asc.GlobalAddress,
    way: int,
    start: int,
    repeats: int,
    stride: int,
    gap: int,
    transpose: int,
    down: int,
):
    """The cube's view of the elements is that of *ones*; they're moved as those of *x*."""
    size = x.dtype.sizeof()
    xg, bg = asc.GlobalTensor(), asc.GlobalTensor()
    xg.set_global_buffer(x)
    bg.set_global_buffer(before)
    l1 = asc.LocalTensor(x.dtype, asc.TPosition.A1, 0, 24 * 512 // size)
    a2 = asc.LocalTensor(x.dtype, asc.TPosition.A2, 0, 24 * 512 // size)
    b2 = asc.LocalTensor(x.dtype, asc.TPosition.B2, 0, 24 * 512 // size)
    asc.data_copy(l1, xg, 24 * 512 // size)
    asc.load_data(a2, bg, asc.LoadData2DParams(0, 24, 1))
    asc.load_data(b2, bg, asc.LoadData2DParams(0, 24, 1))
    params = asc.LoadData2DParams(start, repeats, stride, 0, gap, transpose != 0, down)
    if way == 0:
        asc.load_data(a2, l1, params)
    elif way == 1:
        asc.load_data(b2, l1, params)
    elif way == 2:
        asc.load_data(a2, xg, params)
    elif way == 3:
        asc.load_data(b2, xg, params)
    else:
        asc.data_copy(l1, bg, 24 * 512 // size)
        asc.load_data(l1, xg, params)
        asc.load_data(a2, l1, asc.LoadData2DParams(0, 24, 1))
    if way % 2 == 0:
        show(z, ones, 1, 24)
    else:
        show(z, ones, 0, 24)


def run(dtype: Any, moved_as: Any, way: int, *params: int) -> tuple[Array, Array, Array]:
    z, ones, depth = room(dtype)
    x, before = numbers(dtype, FRACTALS * 16 * depth, 0), numbers(dtype, FRACTALS * 16 * depth, 1)
    fractals[1](z, ones, x.view(moved_as), before.view(moved_as), way, *params)
    shape = (FRACTALS, 16, depth)
    return shown(z, way % 2 == 0, FRACTALS, depth), x.reshape(shape), before.reshape(shape)


def moved(x: Array, before: Array, start: int, repeats: int, stride: int, gap: int, transpose: int, down: int) -> Array:
    expected = before.copy()
    for i in range(repeats):
        fractal = x[start + i * (-stride if down else stride)]
        expected[i * (gap + 1)] = fractal.T if transpose else fractal
    return expected


@pytest.mark.parametrize(
    ("dtype", "moved_as"),
    [(np.int8, np.uint8), (np.float16, np.int16), (ml_dtypes.bfloat16, ml_dtypes.bfloat16), (np.float32, np.uint32)],
)
def test_every_type(dtype: Any, moved_as: Any) -> None:
    for way in range(5):
        params = (3, 5, 2, 1, int(np.dtype(dtype).itemsize == 2 and way < 2), 0)
        result, x, before = run(dtype, moved_as, way, *params)
        np.testing.assert_array_equal(result, moved(x, before, *params), err_msg=f"way {way}")


@settings(max_examples=60, deadline=None)
@given(
    st.integers(0, 4), st.integers(0, 23), st.integers(0, 24), st.integers(0, 4), st.integers(0, 4), st.booleans(),
    st.booleans(),
)  # fmt: skip
def test_any_fractals(way: int, start: int, repeats: int, stride: int, gap: int, transpose: bool, down: bool) -> None:
    room_above = start if down else FRACTALS - 1 - start
    repeats = min(repeats, room_above // stride + 1 if stride else repeats, (FRACTALS - 1) // (gap + 1) + 1)
    params = (start, repeats, stride, gap, int(transpose and way < 2), int(down))
    result, x, before = run(np.float16, np.float16, way, *params)
    np.testing.assert_array_equal(result, moved(x, before, *params))


@pytest.mark.parametrize(
    ("dtype", "way", "params", "words"),
    [
        (np.float16, 0, (20, 5, 1, 0, 0, 0), r"'src' needs 12800 bytes, the tensor has 12288"),
        (np.float16, 0, (3, 5, 1, 0, 0, 1), r"'src'.*walking down from 3 by 1, repeat 4 lies before the tensor"),
        (np.float16, 1, (0, 5, 1, 6, 0, 0), r"'dst' needs 14848 bytes, the tensor has 12288"),
        (np.float16, 2, (23, 2, 1, 0, 0, 0), r"'src'"),
        (np.float16, 2, (0, 1, 1, 0, 1, 0), r"only fractals of 16-bit elements between L1 and L0A or L0B"),
        (np.int8, 0, (0, 1, 1, 0, 1, 0), r"only fractals of 16-bit elements"),
        (np.float16, 0, (0, 1, 1, 0, 0, 2), r"addrMode is 2, outside 0\.\.1"),
    ],
)
def test_limits(dtype: Any, way: int, params: tuple[int, ...], words: str) -> None:
    with pytest.raises(ModelError, match=words):
        run(dtype, dtype, way, *params)


@asc.jit
def squares(
    z: asc.GlobalAddress,
    ones: asc.GlobalAddress,
    x: asc.GlobalAddress,
    left: int,
    start: int,
    repeats: int,
    stride: int,
    gap: int,
    between: int,
    down: int,
):
    size = x.dtype.sizeof()
    xg = asc.GlobalTensor()
    xg.set_global_buffer(x)
    l1 = asc.LocalTensor(x.dtype, asc.TPosition.A1, 0, 24 * 512 // size)
    zeros = asc.LocalTensor(asc.float16, asc.TPosition.A1, 24 * 512, 24 * 256)
    a2 = asc.LocalTensor(x.dtype, asc.TPosition.A2, 0, 24 * 512 // size)
    b2 = asc.LocalTensor(x.dtype, asc.TPosition.B2, 0, 24 * 512 // size)
    a_zeros = asc.LocalTensor(asc.float16, asc.TPosition.A2, 0, 24 * 256)
    b_zeros = asc.LocalTensor(asc.float16, asc.TPosition.B2, 0, 24 * 256)
    asc.data_copy(l1, xg, 24 * 512 // size)
    asc.init_const_value(zeros, asc.InitConstValueParams(1, 24 * 16, 0, 0))
    asc.load_data(a_zeros, zeros, asc.LoadData2DParams(0, 24, 1))
    asc.load_data(b_zeros, zeros, asc.LoadData2DParams(0, 24, 1))
    params = asc.LoadData2dTransposeParams(start, repeats, stride, gap, between, down)
    if left == 1:
        asc.load_data_with_transpose(a2, l1, params)
        show(z, ones, 1, 24)
    else:
        asc.load_data_with_transpose(b2, l1, params)
        show(z, ones, 0, 24)


def transposed(x: Array, start: int, repeats: int, stride: int, gap: int, between: int, down: int) -> Array:
    depth = 512 // 16 // x.itemsize
    side = 32 if x.itemsize == 1 else 16
    expected = np.zeros((FRACTALS, 16, depth), x.dtype)
    for i in range(repeats):
        block = start + i * (-stride if down else stride)
        square = x.reshape(-1, side * side)[block].reshape(-1, 16, depth)
        if x.itemsize == 1:  # fractals one below the other
            parts = square.reshape(32, 32).T.reshape(2, 16, 32)
        elif x.itemsize == 4:  # fractals side by side
            parts = square.transpose(1, 0, 2).reshape(16, 16).T.reshape(16, 2, 8).transpose(1, 0, 2)
        else:
            parts = square.transpose(0, 2, 1)
        for part, fractal in enumerate(parts):
            expected[i * (gap + 1) + part * (between + 1)] = fractal
    return expected


@pytest.mark.parametrize("dtype", [np.int8, np.float16, ml_dtypes.bfloat16, np.float32])
@pytest.mark.parametrize("left", [True, False])
def test_squares(dtype: Any, left: bool) -> None:
    z, ones, depth = room(dtype)
    x = numbers(dtype, FRACTALS * 16 * depth, 0)
    for params in (
        (0, 1, 0, 0, 0, 0),
        (1, 4, 2, 1, 0, 0),
        (11, 6, 2, 0, 10, 1),
        (2, 3, 0, 4, 1, 0),
        (0, 0, 1, 0, 0, 0),
    ):
        squares[1](z, ones, x, int(left), *params)
        expected = transposed(x, *params)
        np.testing.assert_array_equal(shown(z, left, FRACTALS, depth), expected, err_msg=str(params))


@pytest.mark.parametrize(
    ("params", "words"),
    [
        ((11, 2, 1, 1, 0, 0), r"'src' needs 13312 bytes, the tensor has 12288"),
        ((1, 3, 1, 1, 0, 1), r"'src'.*walking down from 1 by 1, repeat 2 lies before the tensor"),
        ((0, 2, 1, 0, 23, 0), r"'dst' needs 13312 bytes, the tensor has 12288"),
    ],
)
def test_limits_of_squares(params: tuple[int, ...], words: str) -> None:
    z, ones, depth = room(np.int8)
    with pytest.raises(ModelError, match=words):
        squares[1](z, ones, numbers(np.int8, FRACTALS * 16 * depth, 0), 1, *params)


@asc.jit
def constant(
    z: asc.GlobalAddress,
    ones: asc.GlobalAddress,
    x: asc.GlobalAddress,
    way: int,
    repeats: int,
    blocks: int,
    gap: int,
    value: int,
):
    xg = asc.GlobalTensor()
    xg.set_global_buffer(x)
    l1 = asc.LocalTensor(x.dtype, asc.TPosition.B1, 0, 24 * 512 // x.dtype.sizeof())
    a2 = asc.LocalTensor(x.dtype, asc.TPosition.A2, 0, 24 * 512 // x.dtype.sizeof())
    b2 = asc.LocalTensor(x.dtype, asc.TPosition.B2, 0, 24 * 512 // x.dtype.sizeof())
    params = asc.InitConstValueParams(repeats, blocks, gap, value)
    asc.load_data(l1, xg, asc.LoadData2DParams(0, 24, 1))
    asc.load_data(b2, xg, asc.LoadData2DParams(0, 24, 1))
    if way == 0:
        asc.init_const_value(l1, params)
    asc.load_data(a2, l1, asc.LoadData2DParams(0, 24, 1))
    if way == 1:
        asc.init_const_value(a2, params)
    elif way == 2:
        asc.init_const_value(b2, params)
        show(z, ones, 0, 24)
    if way < 2:
        show(z, ones, 1, 24)


@pytest.mark.parametrize(("dtype", "moved_as"), [(np.float16, np.float16), (np.float32, np.float32)])
def test_constants(dtype: Any, moved_as: Any) -> None:
    z, ones, depth = room(dtype)
    x = numbers(dtype, FRACTALS * 16 * depth, 0)
    for way in range(3):
        for repeats, blocks, gap in ((1, 1, 0), (3, 2, 5), (4, 3, 0), (0, 3, 0), (2, 0, 3)):
            constant[1](z, ones, x.view(moved_as), way, repeats, blocks, gap, 7)
            expected = x.reshape(FRACTALS, 16, depth).copy()
            units = expected.reshape(-1, depth) if way == 0 else expected
            for i in range(repeats):
                units[i * (blocks + gap) : i * (blocks + gap) + blocks] = 7
            np.testing.assert_array_equal(shown(z, way < 2, FRACTALS, depth), expected)


def test_limits_of_constants() -> None:
    z, ones, depth = room(np.float16)
    x = numbers(np.float16, FRACTALS * 16 * depth, 0)
    with pytest.raises(ModelError, match="'dst' needs 13312 bytes, the tensor has 12288"):
        constant[1](z, ones, x, 1, 2, 12, 2, 0)
    with pytest.raises(ModelError, match=r"repeatTimes is 32768, outside 0\.\.32767"):
        constant[1](z, ones, x, 1, 32768, 1, 0, 0)


@asc.jit
def constants(x: asc.GlobalAddress, case: asc.ConstExpr[int]):
    xg = asc.GlobalTensor()
    xg.set_global_buffer(x)
    l1 = asc.LocalTensor(x.dtype, asc.TPosition.A1, 0, 256)
    a2 = asc.LocalTensor(x.dtype, asc.TPosition.A2, 0, 256)
    if case == 0:
        asc.load_data(a2, l1, asc.LoadData2DParams(0, 1, 2, 0, 3, True, 1))
        asc.load_data(l1, xg, asc.LoadData2DParams(1))
        asc.load_data_with_transpose(a2, l1, asc.LoadData2dTransposeParams(1, 2, 3, 4, 5, 1))
        asc.init_const_value(a2, asc.InitConstValueParams(1, 2, 3, 1.5))
    else:
        asc.load_data(a2, xg, asc.LoadData2DParams(0, 1, 1, 0, 0, True))


def test_transposed_from_global_memory() -> None:
    with pytest.raises(Exception, match="only fractals of 16-bit elements from L1 are transposed"):
        constants[1](np.zeros(512, np.float16), 1)


@asc.jit
def misused(x: asc.GlobalAddress, case: int):
    l1 = asc.LocalTensor(x.dtype, asc.TPosition.A1, 0, 256)
    a2 = asc.LocalTensor(x.dtype, asc.TPosition.A2, 0, 256)
    a = asc.LocalTensor(x.dtype, asc.TPosition.VECIN, 0, 256)
    if case == 0:
        asc.load_data(a, l1, asc.LoadData2DParams(0, 1, 1))
    elif case == 1:
        asc.load_data(a2[16:], l1, asc.LoadData2DParams(0, 1, 1))
    elif case == 2:
        asc.load_data(a2, l1, asc.LoadData2DParamsV2(0, 0, 1, 1))
    elif case == 3:
        asc.load_data_with_transpose(a2, l1, asc.LoadData2dTransposeParamsV2(0, 1))
    elif case == 4:
        asc.init_const_value(a, asc.InitConstValueParams(1, 1, 0, 0))
    else:
        asc.load_data(a2, a, asc.LoadData2DParams(0, 1, 1))


@pytest.mark.parametrize(
    ("case", "words"),
    [
        (0, "'dst' is in UB, where nothing moves from L1 on this processor"),
        (1, r"'dst' .*512"),
        (2, "LoadData2DParamsV2 is not supported on Atlas A2/A3; use LoadData2DParams"),
        (3, "LoadData2dTransposeParamsV2 is not supported on Atlas A2/A3"),
        (4, r"is at position VECIN; it must be in L1, L0A or L0B"),
        (5, "'dst' is in L0A, where nothing moves from UB on this processor"),
    ],
)
def test_misuse(case: int, words: str) -> None:
    with pytest.raises(ModelError, match=words):
        misused[1](np.zeros(512, np.float16), case)


def test_text(asc_kernel_text: Callable[..., str], filecheck: Callable[[str, str], None]) -> None:
    filecheck(
        asc_kernel_text(constants, np.zeros(512, np.float16), 0),
        """
        CHECK: LoadData(a2, l1, LoadData2DParams(0, 1, 2, 0, 3, true, 1));
        CHECK: LoadData(l1, xg, LoadData2DParams(1, 1, 0, 0, 0, false, 0));
        CHECK: LoadDataWithTranspose(a2, l1, LoadData2dTransposeParams(1, 2, 3, 4, 5, 1));
        CHECK: InitConstValue(a2, {{.*}}1.5
        """,
    )
