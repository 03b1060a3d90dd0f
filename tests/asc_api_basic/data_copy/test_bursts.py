"""data_copy of elements and of bursts, on every way and for every type."""

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

TYPES = ("int8", "float16", "bfloat16", "uint32", "float64")
BYTES = 4096


def numpy_type(name: str) -> Any:
    return ml_dtypes.bfloat16 if name == "bfloat16" else np.dtype(name)


def noise(dtype: Any, seed: int = 0, nbytes: int = BYTES) -> np.ndarray[Any, Any]:
    """Any bits, NaN and subnormals among them."""
    return np.random.default_rng(seed).integers(0, 256, nbytes, np.uint8).view(dtype)


@asc.jit
def through(z: asc.GlobalAddress, x: asc.GlobalAddress, mode: int):
    n = 2048 // x.dtype.sizeof()
    xg, zg = asc.GlobalTensor(), asc.GlobalTensor()
    xg.set_global_buffer(x, 2 * n)
    zg.set_global_buffer(z, 2 * n)
    a = asc.LocalTensor(x.dtype, asc.TPosition.VECIN, 0, n)
    b = asc.LocalTensor(x.dtype, asc.TPosition.VECOUT, 2048, n)
    cube = asc.LocalTensor(x.dtype, asc.TPosition.A1, 0, n)
    if mode == 0:
        asc.data_copy(a, xg, n)
        asc.data_copy(b, a, n)
        asc.data_copy(zg, b, n)
    elif mode == 1:
        asc.data_copy(cube, xg[n:], asc.DataCopyParams(1, 64))
        asc.data_copy(zg[n:], cube, asc.DataCopyParams(1, 64))
    elif mode == 2:
        asc.data_copy(a, xg, asc.DataCopyParams(2, 2, 3, 1), asc.DataCopyEnhancedParams())
        asc.data_copy(b, a, asc.DataCopyParams(1, 5), asc.DataCopyEnhancedParams())
        asc.data_copy(zg, b, asc.DataCopyParams(2, 2, 1, 0), asc.DataCopyEnhancedParams())
    else:
        asc.data_copy(a, xg, n)
        asc.data_copy(cube, a, n)
        asc.data_copy(zg[n:], cube, n)


@pytest.mark.parametrize("name", TYPES)
def test_every_type_and_way(name: str) -> None:
    dtype = numpy_type(name)
    x = noise(dtype)
    half = x.size // 2
    block = 32 // x.itemsize
    for mode in range(4):
        z = noise(dtype, 1)
        expected = z.copy()
        if mode == 0:
            expected[:half] = x[:half]
        elif mode == 1:
            expected[half:] = x[half:]
        elif mode == 2:
            expected[: 2 * block] = x[: 2 * block]
            expected[2 * block : 4 * block] = x[5 * block : 7 * block]
        else:
            expected[half:] = x[:half]
        through[1](z, x, mode)
        np.testing.assert_array_equal(z.view(np.uint8), expected.view(np.uint8), err_msg=f"mode {mode}")


@asc.jit
def bursts(
    z: asc.GlobalAddress,
    x: asc.GlobalAddress,
    way: int,
    count: int,
    length: int,
    src_gap: int,
    dst_gap: int,
    start: int,
):
    xg, zg = asc.GlobalTensor(), asc.GlobalTensor()
    xg.set_global_buffer(x)
    zg.set_global_buffer(z)
    a = asc.LocalTensor(asc.int16, asc.TPosition.VECIN, 0, 2048)
    b = asc.LocalTensor(asc.int16, asc.TPosition.VECOUT, 8192, 2048)
    params = asc.DataCopyParams(count, length, src_gap, dst_gap)
    if way == 0:
        asc.data_copy(a, zg, 2048)
        asc.data_copy(a[start:], xg, params)
        asc.data_copy(zg, a, 2048)
    elif way == 1:
        asc.data_copy(a, xg, 2048)
        asc.data_copy(zg, a[start:], params)
    else:
        asc.data_copy(a, xg, 2048)
        asc.data_copy(b, zg, 2048)
        asc.data_copy(b, a[start:], params)
        asc.data_copy(zg, b, 2048)


def run_bursts(way: int, count: int, length: int, src_gap: int, dst_gap: int, start: int = 0) -> Any:
    x, z = noise(np.int16), noise(np.int16, 1)
    after = z.copy()
    bursts[1](after, x, way, count, length, src_gap, dst_gap, start)
    return x, z, after


@settings(max_examples=60, deadline=None)
@given(
    way=st.integers(0, 2), count=st.integers(0, 6), length=st.integers(0, 8), src_gap=st.integers(0, 9),
    dst_gap=st.integers(0, 9), start=st.integers(0, 4),
)  # fmt: skip
def test_bursts_of_blocks(way: int, count: int, length: int, src_gap: int, dst_gap: int, start: int) -> None:
    x, before, after = run_bursts(way, count, length, src_gap, dst_gap, start * 16)
    expected = before.copy()
    for i in range(count):
        for j in range(length * 16):
            to = i * (length + dst_gap) * 16 + j
            source = i * (length + src_gap) * 16 + j
            if way == 0:
                to += start * 16
            else:
                source += start * 16
            expected[to] = x[source]
    np.testing.assert_array_equal(after, expected)


@pytest.mark.parametrize(
    ("way", "changes", "kind", "words"),
    [
        (0, {"count": 4096}, "check", r"blockCount is 4096, outside 0\.\.4095"),
        (0, {"length": 200}, "bounds", r"'dst' needs 6400 bytes, the tensor has 4096"),
        (1, {"length": 200}, "bounds", r"'src' needs 6400 bytes"),
        (0, {"count": 4, "length": 20, "src_gap": 60}, "gm", r"'src'.*'x'"),
        (1, {"count": 4, "length": 20, "dst_gap": 60}, "gm", r"'dst'.*'z'"),
        (0, {"start": 1}, "alignment", r"'dst' starts at byte 2 of UB, which is not a multiple of 32"),
        (1, {"start": 3}, "alignment", r"'src' starts at byte 6 of UB"),
    ],
)
def test_limits_of_bursts(way: int, changes: dict[str, int], kind: str, words: str) -> None:
    values = {"count": 1, "length": 1, "src_gap": 0, "dst_gap": 0, "start": 0, **changes}
    with pytest.raises(ModelError, match=words) as caught:
        run_bursts(way, **values)
    assert caught.value.kind == kind
    assert caught.value.api == "DataCopy"


@asc.jit
def within(x: asc.GlobalAddress, mode: int, n: int):
    xg = asc.GlobalTensor()
    xg.set_global_buffer(x)
    a = asc.LocalTensor(asc.float32, asc.TPosition.VECIN, 0, 256)
    cube = asc.LocalTensor(asc.float32, asc.TPosition.A1, 0, 256)
    left = asc.LocalTensor(asc.float32, asc.TPosition.A2, 0, 256)
    result = asc.LocalTensor(asc.float32, asc.TPosition.CO1, 0, 256)
    if mode == 0:
        asc.data_copy(a, xg, n)
    elif mode == 1:
        asc.data_copy(a[8:], a, n)
    elif mode == 2:
        asc.data_copy(left, cube, 8)
    elif mode == 3:
        asc.data_copy(a, cube, 8)
    elif mode == 4:
        asc.data_copy(left, xg, 8)
    elif mode == 5:
        asc.data_copy(xg, result, 8)
    elif mode == 6:
        asc.data_copy(a, cube, asc.DataCopyParams(1, 1))
    else:
        enhanced = asc.DataCopyEnhancedParams(block_mode=asc.BlockMode.BLOCK_MODE_MATRIX)
        asc.data_copy(a, xg, asc.DataCopyParams(1, 1), enhanced)


@pytest.mark.parametrize(
    ("mode", "n", "words"),
    [
        (0, 7, r"7 elements are 28 bytes, which is not a multiple of 32; DataCopyPad moves other lengths"),
        (1, 64, r"'src' overlaps dst in part: it starts -32 bytes from dst"),
        (2, 8, r"doesn't move from L1 to L0A; LoadData does"),
        (3, 8, r"'dst' is in UB, where nothing moves from L1 on this processor"),
        (4, 8, r"doesn't move from GM to L0A; LoadData does"),
        (5, 8, r"doesn't move from L0C to GM; Fixpipe does"),
        (6, 8, r"'dst' is in UB, where nothing moves from L1 on this processor"),
        (7, 8, r"blockMode is 1; on this way it is BLOCK_MODE_NORMAL"),
    ],
)
def test_ways_that_are_not(mode: int, n: int, words: str) -> None:
    with pytest.raises(ModelError, match=words):
        within[1](np.zeros(256, np.float32), mode, n)


@asc.jit
def constant_limits(x: asc.GlobalAddress, case: asc.ConstExpr[int]):
    xg = asc.GlobalTensor()
    xg.set_global_buffer(x)
    a = asc.LocalTensor(x.dtype, asc.TPosition.VECIN, 0, 256)
    b = asc.LocalTensor(asc.int16, asc.TPosition.VECIN, 0, 256)
    if case == 0:
        asc.data_copy(a, xg, 7)
    elif case == 1:
        asc.data_copy(a, xg, asc.DataCopyParams(4096, 1))
    elif case == 2:
        asc.data_copy(b, xg, 16)
    else:
        asc.data_copy(a, xg, 8, 8, 8, 8)


@pytest.mark.parametrize(
    ("case", "words"),
    [
        (0, r"7 elements of float32 are 28 bytes, which is not a multiple of 32"),
        (1, r"DataCopyParams\.block_count is 4096; it must be 0\.\.4095"),
        (2, r"takes tensors of one data type, not dst: int16, src: float32"),
        (3, r"no overload of asc\.data_copy takes"),
    ],
)
def test_limits_known_at_compile_time(case: int, words: str) -> None:
    with pytest.raises(Exception, match=words):
        constant_limits[1](np.zeros(256, np.float32), case)


def test_text(asc_kernel_text: Callable[..., str], filecheck: Callable[[str, str], None]) -> None:
    text = asc_kernel_text(through, noise(np.float16), noise(np.float16), 2)
    filecheck(
        text,
        """
        CHECK: DataCopy(a, xg, 1024);
        CHECK: DataCopy(b, a, 1024);
        CHECK: DataCopy(zg, b, 1024);
        CHECK: DataCopyParams [[BLOCKS:[a-z_0-9]+]] = DataCopyParams(1, 64, 0, 0);
        CHECK: DataCopy(cube, xg[1024], [[BLOCKS]]);
        CHECK: DataCopy(zg[1024], cube, [[BLOCKS]]);
        CHECK: [[MORE:[a-z_0-9]+]] = DataCopyEnhancedParams(BlockMode::BLOCK_MODE_NORMAL, DeqScale::DEQ_NONE, 0,
        CHECK: DataCopy(a, xg, DataCopyParams(2, 2, 3, 1), [[MORE]]);
        """,
    )
