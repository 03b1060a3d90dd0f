"""data_copy_pad and set_pad_value."""

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

SIZE = 8192


@asc.jit
def pad_in(
    z: asc.GlobalAddress,
    x: asc.GlobalAddress,
    form: int,
    count: int,
    length: int,
    gap: int,
    block_gap: int,
    left: int,
    right: int,
    is_pad: bool,
    value: int,
):
    n = 8192 // x.dtype.sizeof()
    xg, zg = asc.GlobalTensor(), asc.GlobalTensor()
    xg.set_global_buffer(x, n)
    zg.set_global_buffer(z, n)
    a = asc.LocalTensor(x.dtype, asc.TPosition.VECIN, 0, n)
    asc.data_copy(a, zg, n)
    if form == 0:
        padding = asc.DataCopyPadExtParams(x.dtype, is_pad, left, right, value)
        asc.data_copy_pad(a, xg, asc.DataCopyExtParams(count, length, gap, block_gap), padding)
    elif form == 1:
        padding_bits = asc.DataCopyPadParams(is_pad, left, right, value)
        asc.data_copy_pad(a, xg, asc.DataCopyParams(count, length, gap, block_gap), padding_bits)
    else:
        asc.set_pad_value(value)
        unset = asc.DataCopyPadExtParams(x.dtype, False, left, right)
        asc.data_copy_pad(a, xg, asc.DataCopyExtParams(count, length, gap, block_gap), unset)
    asc.data_copy(zg, a, n)


def noise(dtype: Any, seed: int) -> Any:
    return np.random.default_rng(seed).integers(0, 256, SIZE, np.uint8).view(dtype)


def padded(x: Any, z: Any, count: int, length: int, gap: int, block_gap: int, left: int, right: int, value: Any) -> Any:
    """What UB holds, and which of its bytes are specified."""
    after, known = z.view(np.uint8).copy(), np.ones(SIZE, bool)
    size = x.itemsize
    one = np.array([0 if value is None else value], x.dtype).view(np.uint8)
    total = -(-(length + (left + right) * size) // 32) * 32
    for i in range(count):
        burst = x.view(np.uint8)[i * (length + gap) : i * (length + gap) + length]
        filler = burst[:size] if left == 0 and right == 0 else one
        row = np.tile(filler, total // size)
        row[left * size : left * size + length] = burst
        at = i * (total + block_gap * 32)
        after[at : at + total] = row
        if value is None and (left or right):
            known[at : at + left * size] = False
            known[at + left * size + length : at + total] = False
    return after, known


@settings(max_examples=80, deadline=None)
@given(
    dtype=st.sampled_from([np.int8, np.float16, np.float32]), form=st.integers(0, 2), count=st.integers(0, 4),
    elements=st.integers(0, 40), gap=st.integers(0, 9), block_gap=st.integers(0, 3), left=st.integers(0, 32),
    right=st.integers(0, 32), is_pad=st.booleans(), value=st.integers(-3, 3),
)  # fmt: skip
def test_bursts_are_padded(
    dtype: Any, form: int, count: int, elements: int, gap: int, block_gap: int, left: int, right: int, is_pad: bool,
    value: int,
) -> None:  # fmt: skip
    size = np.dtype(dtype).itemsize
    left, right, length = left // size, right // size, elements * size
    gap = gap * size
    x, z = noise(dtype, 0), noise(dtype, 1)
    given_value: Any = value
    if form == 1 or (form == 2 and size != 4):
        # The value is given as bits.
        value = abs(value)
        given_value = np.array([value], np.uint64).view(np.uint8)[:size].view(dtype)[0]
    elif form == 2 and dtype is np.float32:
        given_value = np.array([value], np.int32).view(np.float32)[0]
    wanted = given_value if form == 2 or is_pad else None
    after = z.copy()
    pad_in[1](after, x, form, count, length, gap, block_gap, left, right, is_pad, value)
    moved = count if length else 0
    expected, known = padded(x, z, moved, length, gap, block_gap, left, right, wanted)
    np.testing.assert_array_equal(after.view(np.uint8)[known], expected[known])


@pytest.mark.parametrize("dtype", [np.uint8, ml_dtypes.bfloat16, np.int32, np.uint64])
def test_other_types(dtype: Any) -> None:
    x, z = noise(dtype, 0), noise(dtype, 1)
    size = np.dtype(dtype).itemsize
    after = z.copy()
    value = 0 if size == 8 else 3
    pad_in[1](after, x, 0, 2, 5 * size, size, 1, 16 // size, 8 // size, True, value)
    expected, _ = padded(x, z, 2, 5 * size, size, 1, 16 // size, 8 // size, value)
    np.testing.assert_array_equal(after.view(np.uint8), expected)


@asc.jit
def pad_out(z: asc.GlobalAddress, x: asc.GlobalAddress, form: int, count: int, length: int, block_gap: int, gap: int):
    n = 8192 // x.dtype.sizeof()
    xg, zg = asc.GlobalTensor(), asc.GlobalTensor()
    xg.set_global_buffer(x, n)
    zg.set_global_buffer(z, n)
    a = asc.LocalTensor(x.dtype, asc.TPosition.VECOUT, 0, n)
    asc.data_copy(a, xg, n)
    if form == 0:
        asc.data_copy_pad(zg, a, asc.DataCopyExtParams(count, length, block_gap, gap))
    else:
        asc.data_copy_pad(zg, a, asc.DataCopyParams(count, length, block_gap, gap))


@settings(max_examples=60, deadline=None)
@given(
    dtype=st.sampled_from([np.int8, np.float16, np.int64]), form=st.integers(0, 1), count=st.integers(0, 5),
    elements=st.integers(0, 40), block_gap=st.integers(0, 3), gap=st.integers(0, 9),
)  # fmt: skip
def test_only_the_bursts_bytes_are_written(
    dtype: Any, form: int, count: int, elements: int, block_gap: int, gap: int
) -> None:
    size = np.dtype(dtype).itemsize
    length = elements * size
    x, z = noise(dtype, 0), noise(dtype, 1)
    after = z.copy()
    pad_out[1](after, x, form, count, length, block_gap, gap)
    expected = z.view(np.uint8).copy()
    step = -(-length // 32) * 32 + block_gap * 32
    for i in range(count if length else 0):
        expected[i * (length + gap) : i * (length + gap) + length] = x.view(np.uint8)[i * step : i * step + length]
    np.testing.assert_array_equal(after.view(np.uint8), expected)


@asc.jit
def pad_nz(
    z: asc.GlobalAddress,
    x: asc.GlobalAddress,
    form: int,
    count: int,
    length: int,
    block_gap: int,
    gap: int,
    rows: int,
    columns: int,
    row: int,
    c0_stride: int,
    row_stride: int,
):
    n = 8192 // x.dtype.sizeof()
    xg, zg = asc.GlobalTensor(), asc.GlobalTensor()
    xg.set_global_buffer(x, n)
    zg.set_global_buffer(z, n)
    a = asc.LocalTensor(x.dtype, asc.TPosition.VECOUT, 0, n)
    l1 = asc.LocalTensor(x.dtype, asc.TPosition.A1, 0, n)
    asc.data_copy(a, xg, n)
    asc.data_copy(l1, zg, n)
    params = asc.Nd2NzParams(1, rows, columns, 0, row, c0_stride, row_stride, 0)
    if form == 0:
        asc.data_copy_pad(l1, a, asc.DataCopyExtParams(count, length, block_gap, gap), params)
    else:
        asc.data_copy_pad(l1, a, asc.DataCopyParams(count, length, block_gap, gap), params)
    asc.data_copy(zg, l1, n)


@pytest.mark.parametrize("form", [0, 1])
def test_bursts_become_fractals(form: int) -> None:
    """Three bursts of six blocks with one block between become rows 128 apart, and those columns of fractals."""
    x, z = noise(np.float16, 0), noise(np.float16, 1)
    after = z.copy()
    pad_nz[1](after, x, form, 3, 192, 1, 64, 3, 96, 128, 7, 2)
    expected = z.copy()
    for r in range(3):
        for c in range(6):
            to = (c * 7 + r * 2) * 16
            expected[to : to + 16] = x[(r * 7 + c) * 16 : (r * 7 + c) * 16 + 16]
    np.testing.assert_array_equal(after.view(np.uint16), expected.view(np.uint16))


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"count": 4096}, r"blockCount is 4096, outside 0\.\.4095"),
        ({"length": 2097152}, r"blockLen is 2097152, outside 0\.\.2097151"),
        ({"length": 3}, r"'blockLen' 3 bytes are not a multiple of the element's 2"),
        ({"left": 17}, r"'leftPadding' 17 elements are 34 bytes, more than 32"),
        ({"right": 17}, r"'rightPadding' 17 elements are 34 bytes, more than 32"),
        ({"length": 9000}, r"'dst' needs 9024 bytes, the tensor has 8192"),
        ({"count": 3, "gap": 5000}, r"'src' needs 10120 bytes, the tensor has 8192"),
    ],
)
def test_limits_of_padding(changes: dict[str, int], words: str) -> None:
    values = {"form": 0, "count": 1, "length": 40, "gap": 0, "block_gap": 0, "left": 0, "right": 0, **changes}
    with pytest.raises(ModelError, match=words):
        pad_in[1](noise(np.float16, 1), noise(np.float16, 0), *values.values(), True, 0)


def test_64_bits_are_padded_with_0_only() -> None:
    with pytest.raises(ModelError, match=r"'paddingValue' must be 0 for elements of 8 bytes"):
        pad_in[1](noise(np.int64, 1), noise(np.int64, 0), 0, 1, 40, 0, 0, 1, 0, True, 3)


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"count": 0}, r"blockCount is 0, outside 1\.\.4095"),
        ({"length": 0}, r"blockLen is 0, outside 1\.\.2097151"),
        ({"rows": 4}, r"row 3 takes bytes 768\.\.960 of the moved data, which no burst fills"),
        ({"columns": 97}, r"row 0 takes bytes 0\.\.194 of the moved data"),
    ],
)
def test_limits_of_fractals(changes: dict[str, int], words: str) -> None:
    values = {
        "form": 0, "count": 3, "length": 192, "block_gap": 1, "gap": 64, "rows": 3, "columns": 96, "row": 128,
        "c0_stride": 7, "row_stride": 2, **changes,
    }  # fmt: skip
    with pytest.raises(ModelError, match=words):
        pad_nz[1](noise(np.float16, 1), noise(np.float16, 0), *values.values())


@asc.jit
def constants(x: asc.GlobalAddress, case: asc.ConstExpr[int]):
    xg = asc.GlobalTensor()
    xg.set_global_buffer(x)
    a = asc.LocalTensor(x.dtype, asc.TPosition.VECIN, 0, 256)
    l1 = asc.LocalTensor(x.dtype, asc.TPosition.A1, 0, 256)
    if case == 0:
        asc.data_copy_pad(a, xg, asc.DataCopyExtParams(1, 7), asc.DataCopyPadExtParams(x.dtype))
    elif case == 1:
        asc.data_copy_pad(a, xg, asc.DataCopyParams(4096, 8), asc.DataCopyPadParams())
    elif case == 2:
        asc.data_copy_pad(a, xg, asc.DataCopyParams(1, 8), asc.DataCopyPadParams(True, 9))
    elif case == 3:
        asc.set_pad_value(1, asc.TPosition.VECCALC)
    elif case == 4:
        asc.data_copy_pad(l1, a, asc.DataCopyParams(1, 8), asc.Nd2NzParams(2, 1, 2, 0, 2, 1, 1, 0))
    else:
        asc.set_pad_value(1)
        asc.set_pad_value(1.5, asc.TPosition.VECIN)
        asc.data_copy_pad(a, xg, asc.DataCopyExtParams(1, 8), asc.DataCopyPadExtParams(x.dtype, True, 1, 2, 3))
        asc.data_copy_pad(xg, a, asc.DataCopyExtParams(1, 8))
        asc.data_copy_pad(l1, a, asc.DataCopyExtParams(1, 8), asc.Nd2NzParams(1, 1, 2, 0, 2, 1, 1, 0))


@pytest.mark.parametrize(
    ("case", "words"),
    [
        (0, r"DataCopyExtParams\.block_len is 7; it must be a multiple of 4"),
        (1, r"DataCopyParams\.block_count is 4096; it must be 0\.\.4095"),
        (2, r"left_padding is 9 elements, 36 bytes; it must be at most 32 bytes"),
        (3, r"'pos' is TPosition\.VECCALC; it must be TPosition\.MAX, VECIN or VECOUT"),
        (4, r"Nd2NzParams\.nd_num is 2; it must be 1\.\.1"),
    ],
)
def test_limits_known_at_compile_time(case: int, words: str) -> None:
    with pytest.raises(Exception, match=words):
        constants[1](np.zeros(64, np.float32), case)


def test_text(asc_kernel_text: Callable[..., str], filecheck: Callable[[str, str], None]) -> None:
    filecheck(
        asc_kernel_text(constants, np.zeros(64, np.float32), 9),
        """
        CHECK: SetPadValue(1);
        CHECK: SetPadValue<float, TPosition::VECIN>(1.5f);
        CHECK: DataCopyPad(a, xg, {{.*}}, DataCopyPadExtParams<float>(true, 1, 2, 3.0f));
        CHECK: DataCopyPad(xg, a, {{.*}});
        CHECK: DataCopyPad(l1, a, {{.*}}, Nd2NzParams(1, 1, 2, 0, 2, 1, 1, 0));
        """,
    )


@asc.jit
def sum_of_row(x: asc.GlobalAddress, z: asc.GlobalAddress, count: int):
    xg, zg = asc.GlobalTensor(), asc.GlobalTensor()
    xg.set_global_buffer(x, count)
    zg.set_global_buffer(z, 2)
    row = asc.LocalTensor(x.dtype, asc.TPosition.VECIN, 0, 64)
    total = asc.LocalTensor(x.dtype, asc.TPosition.VECOUT, 1024, 8)
    padding = asc.DataCopyPadExtParams(x.dtype, True, 0, 8 - count % 8, 0)
    asc.data_copy_pad(row, xg, asc.DataCopyExtParams(1, count * 4, 0, 0), padding)
    asc.reduce_max(total, row, row, count, False)
    zg.set_value(0, total.get_value(0))
    asc.reduce_sum(total, row, row, count + 8 - count % 8)
    zg.set_value(1, total.get_value(0))


def test_a_padded_row_is_reduced() -> None:
    x, z = np.arange(1, 30, dtype=np.float32), np.zeros(2, np.float32)
    sum_of_row[1](x, z, 29)
    assert z.tolist() == [29, 29 * 30 / 2]
