"""data_copy of slices of arrays."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import ml_dtypes
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import asc
from asc_core.errors import ModelError

Info = tuple[int, int, int, int, int]


@asc.jit
def slices(
    z: asc.GlobalAddress,
    x: asc.GlobalAddress,
    out: int,
    dims: int,
    u0: int,
    u1: int,
    u2: int,
    u3: int,
    u4: int,
    u5: int,
    u6: int,
    u7: int,
    u8: int,
    u9: int,
    g0: int,
    g1: int,
    g2: int,
    g3: int,
    g4: int,
    g5: int,
    g6: int,
    g7: int,
    g8: int,
    g9: int,
):
    size = 16384 // x.dtype.sizeof()
    xg, zg = asc.GlobalTensor(), asc.GlobalTensor()
    xg.set_global_buffer(x, size)
    zg.set_global_buffer(z, size)
    a = asc.LocalTensor(x.dtype, asc.TPosition.VECIN, 0, size)
    local = [asc.SliceInfo(u0, u1, u2, u3, u4), asc.SliceInfo(u5, u6, u7, u8, u9)]
    outer = [asc.SliceInfo(g0, g1, g2, g3, g4), asc.SliceInfo(g5, g6, g7, g8, g9)]
    if out == 0:
        asc.data_copy(a, zg, size)
        asc.data_copy(a, xg, local, outer, dims)
        asc.data_copy(zg, a, size)
    else:
        asc.data_copy(a, xg, size)
        asc.data_copy(zg, a, outer, local, dims)


def parts(info: Sequence[Info], itemsize: int) -> list[np.ndarray[Any, Any]]:
    """Indices of the elements of each dimension's part, the first dimension first."""
    out = []
    for axis, (start, end, stride, burst, _) in enumerate(info):
        length = burst * 32 // itemsize if axis == 0 else 1
        index = []
        at = start
        while at <= end:
            index += list(range(at, at + length))
            at += length + stride
        out.append(np.array(index))
    return out


def expected(x: Any, z: Any, to: Sequence[Info], source: Sequence[Info]) -> Any:
    after = z.copy()
    width_to, width_from = to[0][4], source[0][4]
    rows_to = parts(to, x.itemsize)[1] if len(to) > 1 else [0]
    rows_from = parts(source, x.itemsize)[1] if len(source) > 1 else [0]
    for row_to, row_from in zip(rows_to, rows_from, strict=True):
        for column_to, column_from in zip(parts(to, x.itemsize)[0], parts(source, x.itemsize)[0], strict=True):
            after[row_to * width_to + column_to] = x[row_from * width_from + column_from]
    return after


def run(dtype: Any, out: int, local: Sequence[Info], outer: Sequence[Info], dims: int = 2) -> tuple[Any, Any, Any]:
    x = np.random.default_rng(0).integers(0, 256, 16384, np.uint8).view(dtype)
    z = np.random.default_rng(1).integers(0, 256, 16384, np.uint8).view(dtype)
    after = z.copy()
    numbers = [v for info in (*local, *outer) for v in info]
    slices[1](after, x, out, dims, *numbers)
    return x, z, after


@st.composite
def geometries(draw: st.DrawFn) -> tuple[list[Info], list[Info]]:
    """Slices of float32 arrays of two dimensions, in UB and in global memory."""
    burst, bursts, rows = draw(st.integers(1, 3)), draw(st.integers(1, 3)), draw(st.integers(1, 3))
    local_gap, outer_gap = draw(st.integers(0, 2)) * 8, draw(st.integers(0, 9))

    def first(gap: int, start: int, step: int) -> Info:
        end = start + (bursts - 1) * (burst * 8 + gap) + burst * 8 - 1
        extent = -(-(end + 1 + draw(st.integers(0, 9))) // step) * step
        return start, end, gap, burst, extent

    def second() -> Info:
        start, gap = draw(st.integers(0, 2)), draw(st.integers(0, 2))
        end = start + (rows - 1) * (1 + gap)
        return start, end, gap, 1, end + 1 + draw(st.integers(0, 2))

    return [first(local_gap, draw(st.integers(0, 2)) * 8, 8), second()], [
        first(outer_gap, draw(st.integers(0, 9)), 1), second(),
    ]  # fmt: skip


@settings(max_examples=60, deadline=None)
@given(infos=geometries(), out=st.integers(0, 1))
def test_slices_of_two_dimensions(infos: tuple[list[Info], list[Info]], out: int) -> None:
    local, outer = infos
    x, before, after = run(np.float32, out, local, outer)
    wanted = expected(x, before, outer, local) if out else expected(x, before, local, outer)
    np.testing.assert_array_equal(after.view(np.uint8), wanted.view(np.uint8))


@pytest.mark.parametrize("dtype", [np.int8, np.uint16, ml_dtypes.bfloat16])
def test_one_dimension_of_other_types(dtype: Any) -> None:
    elements = 32 // np.dtype(dtype).itemsize
    local = [(0, 2 * elements - 1, 0, 1, 2 * elements), (0, 0, 0, 1, 1)]
    outer = [(3, 2 * elements + 3 - 1 + 5, 5, 1, 10 * elements), (0, 0, 0, 1, 1)]
    x, before, after = run(dtype, 0, local, outer, dims=1)
    np.testing.assert_array_equal(after.view(np.uint8), expected(x, before, local[:1], outer[:1]).view(np.uint8))


def test_the_documented_example() -> None:
    """Three rows of 87, of which bursts of 24 from 16 on with 7 between are taken, every other row."""
    local = [(0, 47, 0, 3, 48), (0, 1, 0, 1, 2)]
    outer = [(16, 70, 7, 3, 87), (0, 2, 1, 1, 3)]
    x, _, after = run(np.float32, 0, local, outer)
    rows = x[: 3 * 87].reshape(3, 87)[::2]
    np.testing.assert_array_equal(
        after[:96].view(np.uint32), np.concatenate([rows[:, 16:40], rows[:, 47:71]], 1).ravel().view(np.uint32)
    )


GOOD_LOCAL: list[Info] = [(0, 15, 0, 1, 16), (0, 1, 0, 1, 2)]
GOOD_OUTER: list[Info] = [(0, 20, 5, 1, 32), (0, 1, 0, 1, 2)]


@pytest.mark.parametrize(
    ("local", "outer", "dims", "words"),
    [
        ([(0, 15, 0, 1, 16), (0, 1, 0, 2, 2)], GOOD_OUTER, 2, r"dimension 1: burstLen is 2; it is 1"),
        (GOOD_LOCAL, [(0, 40, 5, 1, 32), (0, 1, 0, 1, 2)], 2, r"dimension 0: elements 0\.\.40 don't lie in 32"),
        (GOOD_LOCAL, [(0, 19, 5, 1, 32), (0, 1, 0, 1, 2)], 2, r"aren't whole bursts of 8 elements with 5 between"),
        (GOOD_LOCAL, [(0, 20, 5, 1, 32), (0, 2, 0, 1, 3)], 2, r"dimension 1: 2 parts in UB, 3 in global memory"),
        ([(4, 19, 0, 1, 24), (0, 1, 0, 1, 2)], GOOD_OUTER, 2, r"the slice starts 16 bytes behind the tensor's start"),
        ([(0, 19, 4, 1, 24), (0, 1, 0, 1, 2)], GOOD_OUTER, 2, r"dimension 0: parts lie 48 bytes apart"),
        (GOOD_LOCAL, [(0, 47, 0, 3, 48), (0, 1, 0, 1, 2)], 2, r"burstLen is 1 blocks in UB and 3 in global memory"),
        (GOOD_LOCAL, GOOD_OUTER, 9, r"dimValue is 9, outside 1\.\.8"),
        (GOOD_LOCAL, [(0, 20, 5, 1, 9999), (0, 1, 0, 1, 2)], 2, r"'src' needs 40080 bytes, the tensor has 16384"),
    ],
)
def test_limits(local: list[Info], outer: list[Info], dims: int, words: str) -> None:
    with pytest.raises(ModelError, match=words):
        run(np.float32, 0, local, outer, dims)


@asc.jit
def constant_slices(x: asc.GlobalAddress, case: asc.ConstExpr[int]):
    xg = asc.GlobalTensor()
    xg.set_global_buffer(x)
    a = asc.LocalTensor(asc.float32, asc.TPosition.VECIN, 0, 256)
    one = asc.SliceInfo(0, 15, 0, 1, 16)
    if case == 0:
        asc.data_copy(a, xg, [one], [one, one], 1)
    elif case == 1:
        asc.data_copy(a, xg, [one], [one], 2)
    elif case == 2:
        asc.data_copy(a, xg, [one, asc.SliceInfo(0, 1, 0, 2, 2)], [one, one], 2)
    elif case == 3:
        asc.data_copy(a, xg, [], [], 1)
    elif case == 4:
        asc.data_copy(a, xg, [1], [2], 1)
    else:
        asc.data_copy(a, xg, [one], [one], 1)


@pytest.mark.parametrize(
    ("case", "words"),
    [
        (0, r"the lists have 1 and 2 slices; both must have as many"),
        (1, r"'dim_value' is 2; the lists have 1 slices"),
        (2, r"slice_list1\[1\]\.burst_len is 2; it is 1 in every dimension but the first"),
        (3, r"the lists have 0 and 0 slices"),
        (4, r"'slice_list1' takes a list of SliceInfo"),
    ],
)
def test_limits_known_at_compile_time(case: int, words: str) -> None:
    with pytest.raises(Exception, match=words):
        constant_slices[1](np.zeros(64, np.float32), case)


def test_text(asc_kernel_text: Callable[..., str], filecheck: Callable[[str, str], None]) -> None:
    filecheck(
        asc_kernel_text(constant_slices, np.zeros(64, np.float32), 9),
        """
        CHECK: SliceInfo [[ONE:[a-z_0-9]+]] = SliceInfo(0, 15, 0, 1, 16);
        CHECK: SliceInfo [[A:[a-z_0-9]+]][1] = {[[ONE]]};
        CHECK: SliceInfo [[B:[a-z_0-9]+]][1] = {[[ONE]]};
        CHECK: DataCopy(a, xg, [[A]], [[B]], 1);
        """,
    )
