"""copy: moves within UB under a mask."""

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
def copies(
    z: asc.GlobalAddress,
    x: asc.GlobalAddress,
    form: int,
    mask: int,
    low: int,
    high: int,
    repeats: int,
    dst_blk: int,
    src_blk: int,
    dst_rep: int,
    src_rep: int,
):
    n = 8192 // x.dtype.sizeof()
    xg, zg = asc.GlobalTensor(), asc.GlobalTensor()
    xg.set_global_buffer(x, n)
    zg.set_global_buffer(z, n)
    a = asc.LocalTensor(x.dtype, asc.TPosition.VECIN, 0, n)
    b = asc.LocalTensor(x.dtype, asc.TPosition.VECOUT, 8192, n)
    asc.data_copy(a, xg, n)
    asc.data_copy(b, zg, n)
    params = asc.CopyRepeatParams(dst_blk, src_blk, dst_rep, src_rep)
    if form == 0:
        asc.copy(b, a, mask, repeats, params)
    elif form == 1:
        asc.copy(b, a, [low, high], repeats, params)
    elif form == 2:
        asc.set_mask_count()
        asc.copy(b, a, mask, repeats, params)
        asc.set_mask_norm()
    else:
        asc.set_vector_mask(high, low, x.dtype)
        asc.copy(b, a, 0, repeats, params, is_set_mask=False)
    asc.data_copy(zg, b, n)


def noise(dtype: Any, seed: int) -> Any:
    return np.random.default_rng(seed).integers(0, 256, SIZE, np.uint8).view(dtype)


def run(dtype: Any, form: int, mask: int, bits: int, repeats: int, strides: tuple[int, ...]) -> tuple[Any, Any, Any]:
    x, z = noise(dtype, 0), noise(dtype, 1)
    after = z.copy()
    copies[1](after, x, form, mask, np.uint64(bits & (2**64 - 1)), np.uint64(bits >> 64), repeats, *strides)
    return x, z, after


@settings(max_examples=80, deadline=None)
@given(
    dtype=st.sampled_from([np.float16, np.float32]), form=st.integers(0, 3), mask=st.integers(1, 128),
    bits=st.integers(1, 2**128 - 1), repeats=st.integers(0, 4), dst_blk=st.integers(1, 3), src_blk=st.integers(0, 3),
    dst_gap=st.integers(0, 3), src_rep=st.integers(0, 9),
)  # fmt: skip
def test_elements_under_the_mask(
    dtype: Any, form: int, mask: int, bits: int, repeats: int, dst_blk: int, src_blk: int, dst_gap: int, src_rep: int
) -> None:
    size = np.dtype(dtype).itemsize
    elements, block = 256 // size, 32 // size
    if form != 2:
        mask = (mask - 1) % elements + 1
    bits &= 2**elements - 1
    bits = bits or 1
    per_repeat = mask if form == 2 else elements
    dst_rep = -(-per_repeat // block) * dst_blk + dst_gap
    x, before, after = run(dtype, form, mask, bits, repeats, (dst_blk, src_blk, dst_rep, src_rep))
    chosen = [i for i in range(elements) if bits >> i & 1] if form in (1, 3) else list(range(mask))
    expected = before.copy()
    for r in range(repeats):
        for e in chosen:
            to = (r * dst_rep + e // block * dst_blk) * block + e % block
            expected[to] = x[(r * src_rep + e // block * src_blk) * block + e % block]
    np.testing.assert_array_equal(after.view(np.uint8), expected.view(np.uint8))


@pytest.mark.parametrize("dtype", [ml_dtypes.bfloat16, np.int32])
def test_other_types(dtype: Any) -> None:
    x, before, after = run(dtype, 0, 5, 1, 2, (1, 1, 2, 3))
    block = 32 // np.dtype(dtype).itemsize
    expected = before.copy()
    expected[:5] = x[:5]
    expected[2 * block : 2 * block + 5] = x[3 * block : 3 * block + 5]
    np.testing.assert_array_equal(after.view(np.uint8), expected.view(np.uint8))


@pytest.mark.parametrize(
    ("mask", "repeats", "strides", "words"),
    [
        (129, 1, (1, 1, 8, 8), r"129 elements a repeat is outside 1\.\.128"),
        (0, 1, (1, 1, 8, 8), r"0 elements a repeat is outside 1\.\.128"),
        (1, 1, (1, 1, 4096, 8), r"dstRepeatSize is 4096, outside 0\.\.4095"),
        (1, 1, (1, 1, 8, 4096), r"srcRepeatSize is 4096, outside 0\.\.4095"),
        (1, 2, (1, 1, 300, 8), r"'dst' needs 9602 bytes, the tensor has 8192"),
        (1, 2, (1, 1, 8, 300), r"'src' needs 9602 bytes, the tensor has 8192"),
    ],
)
def test_limits(mask: int, repeats: int, strides: tuple[int, ...], words: str) -> None:
    with pytest.raises(ModelError, match=words):
        run(np.float16, 0, mask, 1, repeats, strides)


@asc.jit
def constants(x: asc.GlobalAddress, case: asc.ConstExpr[int]):
    a = asc.LocalTensor(x.dtype, asc.TPosition.VECIN, 0, 256)
    b = asc.LocalTensor(x.dtype, asc.TPosition.VECIN, 1024, 256)
    if case == 0:
        asc.copy(b, a, 1, 256, asc.CopyRepeatParams(1, 1, 8, 8))
    elif case == 1:
        asc.copy(b, a, 1, 1, asc.CopyRepeatParams(1, 1, 4096, 8))
    else:
        asc.copy(b, a, 1, 1, asc.CopyRepeatParams(1, 1, 8, 8))
        asc.copy(b, a, [3, 0], 1, asc.CopyRepeatParams(1, 1, 8, 8), is_set_mask=False)


@pytest.mark.parametrize(
    ("dtype", "case", "words"),
    [
        (np.float32, 0, r"'repeat_time' is 256; it must be 0\.\.255"),
        (np.float32, 1, r"dst_repeat_size.* is 4096; it must be 0\.\.4095"),
        (np.int8, 2, r"asc\.copy doesn't support these data types: dst: int8, src: int8"),
    ],
)
def test_limits_known_at_compile_time(dtype: Any, case: int, words: str) -> None:
    with pytest.raises(Exception, match=words):
        constants[1](np.zeros(64, dtype), case)


def test_text(asc_kernel_text: Callable[..., str], filecheck: Callable[[str, str], None]) -> None:
    filecheck(
        asc_kernel_text(constants, np.zeros(64, np.float32), 9),
        """
        CHECK: CopyRepeatParams [[PARAMS:[a-z_]+]] = CopyRepeatParams(1, 1, 8, 8);
        CHECK: Copy(b, a, 1, 1, [[PARAMS]]);
        CHECK: uint64_t [[MASK:[a-z_]+]][2] = {3, 0};
        CHECK: Copy<float, false>(b, a, [[MASK]], 1, [[PARAMS]]);
        """,
    )
