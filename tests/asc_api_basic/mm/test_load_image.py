"""load_data of a convolution's input: the matrix of img2col in fractals."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import ml_dtypes
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import asc
from asc_api_core.struct import Field
from asc_core.errors import ModelError

Array = np.ndarray[Any, Any]
ROOM = 48


@asc.jit
def show(z: asc.GlobalAddress, ones: asc.GlobalAddress, left: int):
    """Writes the first fractals of L0A or L0B to z: their product with ones on the diagonal."""
    zg, og = asc.GlobalTensor(), asc.GlobalTensor()
    zg.set_global_buffer(z)
    og.set_global_buffer(ones)
    depth = 32 // ones.dtype.sizeof()
    width = max(16, depth)
    a2 = asc.LocalTensor(ones.dtype, asc.TPosition.A2, 0, 32768 // ones.dtype.sizeof())
    b2 = asc.LocalTensor(ones.dtype, asc.TPosition.B2, 0, 32768 // ones.dtype.sizeof())
    co1 = asc.LocalTensor(z.dtype, asc.TPosition.CO1, 0, 32768)
    if left == 1:
        asc.load_data(b2, og, asc.LoadData2DParams(0, width // 16, 1))
        asc.mmad(co1, a2, b2, asc.MmadParams(16 * 48, width, depth))
        asc.fixpipe(zg, co1, asc.FixpipeParamsV220(width, 16 * 48, 16 * 48, 32 * 48), asc.FixpipeConfig.cfg_nz)
    else:
        asc.load_data(a2, og, asc.LoadData2DParams(0, width // 16, 1))
        asc.mmad(co1, a2, b2, asc.MmadParams(width, 16 * 48, depth))
        asc.fixpipe(zg, co1, asc.FixpipeParamsV220(16 * 48, width, width, 2 * width), asc.FixpipeConfig.cfg_nz)


class Load(asc.Struct):
    """What is loaded, as the kernel takes it."""

    height = Field(asc.int32)
    width = Field(asc.int32)
    channels = Field(asc.int32)
    columns = Field(asc.int32)
    rows = Field(asc.int32)
    step_w = Field(asc.int32, 1)
    step_h = Field(asc.int32, 1)
    filter_w = Field(asc.int32, 1)
    filter_h = Field(asc.int32, 1)
    dilation_w = Field(asc.int32, 1)
    dilation_h = Field(asc.int32, 1)
    repeats = Field(asc.int32, 1)
    left = Field(asc.int32, 1)
    pad_left = Field(asc.int32, 0)
    pad_right = Field(asc.int32, 0)
    pad_top = Field(asc.int32, 0)
    pad_bottom = Field(asc.int32, 0)
    first_column = Field(asc.int32, 0)
    first_row = Field(asc.int32, 0)
    transpose = Field(asc.int32, 0)
    padding = Field(asc.int32, 0)
    begin = Field(asc.int32, 0)
    boundary = Field(asc.int32, 0)
    repeat_stride = Field(asc.int32, 0)
    repeat_mode = Field(asc.int32, 0)
    packed = Field(asc.int32, 0)
    padding_bits = Field(asc.int32, 0)


@asc.jit
def image(z: asc.GlobalAddress, ones: asc.GlobalAddress, x: asc.GlobalAddress, what: Load, ext: int, taps: int):
    """The cube's view of the elements is that of *ones*; they're moved as those of *x*."""
    size = x.dtype.sizeof()
    xg = asc.GlobalTensor()
    xg.set_global_buffer(x)
    l1 = asc.LocalTensor(x.dtype, asc.TPosition.A1, 0, 8192 // size)
    a2 = asc.LocalTensor(x.dtype, asc.TPosition.A2, 0, 32768 // size)
    b2 = asc.LocalTensor(x.dtype, asc.TPosition.B2, 0, 32768 // size)
    asc.data_copy(l1, xg, 8192 // size)
    asc.init_const_value(
        asc.LocalTensor(asc.float16, asc.TPosition.A2, 0, 16384), asc.InitConstValueParams(1, 64, 0, 0)
    )
    asc.init_const_value(
        asc.LocalTensor(asc.float16, asc.TPosition.B2, 0, 16384), asc.InitConstValueParams(1, 64, 0, 0)
    )
    if what.boundary != 0:
        asc.set_load_data_boundary(what.boundary)
    if what.repeats != 1:
        asc.set_load_data_repeat(asc.LoadDataRepeatParam(what.repeats, what.repeat_stride, what.repeat_mode))
    params = asc.LoadData3DParamsV2(
        (what.pad_left, what.pad_right, what.pad_top, what.pad_bottom), what.height, what.width, what.channels,
        what.columns, what.rows, what.first_column, what.first_row, what.step_w, what.step_h, what.filter_w,
        what.filter_h, what.dilation_w, what.dilation_h, what.transpose != 0, what.padding,
    )  # fmt: skip
    if what.left == 1:
        asc.load_data(a2, l1[what.begin :], params)
    else:
        asc.load_data(b2, l1[what.begin :], params)
    if what.packed == 1:
        asc.set_load_data_padding_value(what.padding_bits)
        packed = asc.LoadData3DParamsV2Pro(what.channels, what.transpose != 0, ext_config=ext, filter_config=taps)
        if what.left == 1:
            asc.load_data(a2, l1[what.begin :], packed)
        else:
            asc.load_data(b2, l1[what.begin :], packed)
    show(z, ones, what.left)


def matrix_of(x: Array, what: Load) -> Array:
    """img2col: a row for each position of the filter; columns are groups of 32 bytes of channels, taps, channels."""
    group, channels = 32 // x.itemsize, what.channels
    area, first = what.height * what.width, 0
    pixels = np.zeros((what.height, what.width, channels), x.dtype)
    for c in range(0, channels, group):
        lanes = min(group, channels - c)
        part = x[first : first + area * lanes].reshape(what.height, what.width, lanes)
        pixels[..., c : c + lanes], first = part, first + area * lanes
    pads = ((what.pad_top, what.pad_bottom), (what.pad_left, what.pad_right), (0, 0))
    padded = np.pad(pixels, pads, constant_values=np.array(what.padding).astype(x.dtype))
    reach_h, reach_w = (what.filter_h - 1) * what.dilation_h + 1, (what.filter_w - 1) * what.dilation_w + 1
    rows = [
        np.concatenate(
            [
                padded[
                    top : top + reach_h : what.dilation_h, left : left + reach_w : what.dilation_w, c : c + group
                ].reshape(-1)
                for c in range(0, channels, group)
            ]
        )
        for top in range(0, padded.shape[0] - reach_h + 1, what.step_h)
        for left in range(0, padded.shape[1] - reach_w + 1, what.step_w)
    ]
    matrix = np.stack(rows)
    return np.pad(matrix, ((0, -matrix.shape[0] % 16), (0, -matrix.shape[1] % group)))


def fractals_of(part: Array, what: Load) -> Array:
    """The fractals in L0A or L0B; 0 where nothing is written."""
    depth = 32 // part.itemsize
    if what.left and what.transpose:
        part = part.T
    down, across = (16, depth) if what.left else (depth, 16)
    rows, columns = part.shape
    whole = np.pad(part, ((0, -rows % down), (0, -columns % across)))
    tiles = whole.reshape(whole.shape[0] // down, down, whole.shape[1] // across, across)
    fractals = tiles.transpose((0, 2, 1, 3) if what.left else (0, 2, 3, 1)).reshape(-1, 16, depth)
    return np.concatenate([fractals, np.zeros((ROOM - len(fractals), 16, depth), part.dtype)])


def expected_of(x: Array, what: Load) -> Array:
    matrix = matrix_of(x, what)
    depth = 32 // x.itemsize
    across, down = (what.repeats, 1) if what.repeat_mode else (1, what.repeats)
    step = what.repeat_stride * (depth if what.repeat_mode else 16)
    rows = np.concatenate([what.first_row + i * step + np.arange(what.rows) for i in range(down)])
    columns = np.concatenate([what.first_column + i * step + np.arange(what.columns) for i in range(across)])
    return fractals_of(matrix[np.ix_(rows, columns)], what)


def run(dtype: Any, moved_as: Any, what: Load) -> tuple[Array, Array]:
    """What was loaded, and what should have been."""
    depth = 32 // np.dtype(dtype).itemsize
    width = max(16, depth)
    z = np.zeros(ROOM * 16 * width, np.int32 if dtype is np.int8 else np.float32)
    ones = np.eye(width, depth, dtype=np.float32).astype(dtype)
    x = np.random.default_rng(0).integers(1, 127, 8192 // ones.itemsize).astype(dtype)
    ext = what.columns | what.rows << 16 | what.first_column << 32 | what.first_row << 48
    fields = (what.step_w, what.step_h, what.filter_w, what.filter_h, what.dilation_w, what.dilation_h)
    taps = sum((value & 255) << 8 * place for place, value in enumerate(fields))
    image[1](z, ones, x.view(moved_as), what, ext, taps)
    if what.left:
        result = z.reshape(-1, 16 * ROOM, 16).transpose(1, 0, 2).reshape(ROOM, 16, -1)[..., :depth]
    else:
        result = z.reshape(ROOM, -1, 16).transpose(0, 2, 1)[..., :depth]
    source = x[what.begin :]
    if what.boundary:
        source = np.roll(x[: what.boundary // x.itemsize], -what.begin)
    return result, expected_of(source, what)


@pytest.mark.parametrize(
    ("dtype", "moved_as", "group"),
    [(ml_dtypes.bfloat16, ml_dtypes.bfloat16, 16), (np.int8, np.uint8, 32), (np.float32, np.uint32, 8)],
)
def test_every_type(dtype: Any, moved_as: Any, group: int) -> None:
    for left, transpose in ((1, 0), (1, 1), (0, 0)):
        if group == 32 and (transpose or not left):
            continue
        what = Load(
            height=6, width=5, channels=group, columns=4 * group, rows=16, first_column=group, left=left,
            transpose=transpose, filter_w=3, filter_h=2, pad_top=1, pad_right=2,
        )  # fmt: skip
        result, expected = run(dtype, moved_as, what)
        np.testing.assert_array_equal(result, expected, err_msg=f"{left} {transpose}")


@settings(max_examples=80, deadline=None)
@given(st.data())
def test_any_window(data: st.DataObject) -> None:
    def pick(low: int, high: int) -> int:
        return data.draw(st.integers(low, high))

    channels = data.draw(st.sampled_from([4, 8, 16, 20, 32, 40]))
    height, width, pads = pick(1, 7), pick(1, 7), [pick(0, 3) for _ in range(4)]
    filter_w, filter_h = pick(1, 3), pick(1, 3)
    filter_w, filter_h = min(filter_w, width), min(filter_h, height)
    dilation_w = pick(1, 2) if filter_w * 2 - 1 <= width else 1
    dilation_h = pick(1, 2) if filter_h * 2 - 1 <= height else 1
    left = pick(0, 1)
    what = Load(
        height=height, width=width, channels=channels, columns=1, rows=1, left=left, transpose=left and pick(0, 1),
        pad_left=pads[0], pad_right=pads[1], pad_top=pads[2], pad_bottom=pads[3], filter_w=filter_w,
        filter_h=filter_h, dilation_w=dilation_w, dilation_h=dilation_h, step_w=pick(1, 3), step_h=pick(1, 3),
        padding=pick(0, 9), begin=16 * pick(0, 4), packed=pick(0, 1),
    )  # fmt: skip
    what.padding_bits = int(np.array(what.padding, np.float16).view(np.uint16))
    rows, columns = matrix_of(np.zeros(8192, np.float16), what).shape
    what.first_row = pick(0, rows - 1)
    what.rows = pick(1, min(rows - what.first_row, 64))
    what.first_column = 16 * pick(0, columns // 16 - 1)
    what.columns = pick(1, min(columns - what.first_column, 128))
    result, expected = run(np.float16, np.float16, what)
    np.testing.assert_array_equal(result, expected)


def test_repeats() -> None:
    for mode, repeats, stride in ((0, 3, 1), (0, 2, 2), (1, 3, 1), (1, 2, 3)):
        what = Load(
            height=10, width=7, channels=16, columns=32, rows=16, filter_w=2, filter_h=3, pad_left=1, pad_top=1,
            repeats=repeats, repeat_stride=stride, repeat_mode=mode,
        )  # fmt: skip
        result, expected = run(np.float16, np.float16, what)
        np.testing.assert_array_equal(result, expected, err_msg=f"{mode} {repeats} {stride}")


def test_the_image_goes_on_at_the_begin_of_l1() -> None:
    what = Load(
        height=8, width=8, channels=16, columns=16, rows=64, begin=512, boundary=2048, filter_w=1, filter_h=1
    )  # fmt: skip
    result, expected = run(np.float16, np.float16, what)
    np.testing.assert_array_equal(result, expected)


def test_filters_wider_than_a_byte() -> None:
    what = Load(height=1, width=6, channels=4, columns=16, rows=16, pad_left=255, pad_right=255, filter_w=300 - 256)
    result, expected = run(np.float16, np.float16, what)
    np.testing.assert_array_equal(result, expected)


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"step_w": 64}, r"strideW is 64, outside 1\.\.63"),
        ({"dilation_h": 0}, r"dilationFilterH is 0, outside 1\.\.255"),
        ({"first_row": 16}, "'mExtension' rows up to 32 of a matrix of 16 rows"),
        ({"first_column": 16}, "'kExtension' columns up to 32 of a matrix of 16 columns"),
        ({"first_column": 8}, "kStartPt is 8, which is not a multiple of 16"),
        ({"channels": 18}, "channelSize is 18; for elements of 2 bytes it is a multiple of 16, or 4 or 8 more"),
        ({"filter_w": 5}, r"a filter of 1 by 5 \(height by width, dilated by 1 by 1\) is larger than the padded image"),
        ({"height": 64, "width": 5}, "'src' needs 10240 bytes, the tensor has 8192"),
        ({"boundary": 512}, r"the boundary is 512 bytes; it is 0 \(none\) or 1024\.\."),
        ({"boundary": 1024, "begin": 512}, "an image of 512 bytes at byte 1024 of L1 doesn't fit the boundary at 1024"),
    ],
)
def test_limits(changes: dict[str, int], words: str) -> None:
    what = Load(**{"height": 4, "width": 4, "channels": 16, "columns": 16, "rows": 16, **changes})
    with pytest.raises(ModelError, match=words):
        run(np.float16, np.float16, what)


@asc.jit
def constants(x: asc.GlobalAddress, case: asc.ConstExpr[int]):
    l1 = asc.LocalTensor(x.dtype, asc.TPosition.A1, 0, 1024)
    a2 = asc.LocalTensor(x.dtype, asc.TPosition.A2, 0, 1024)
    if case == 0:
        asc.set_load_data_boundary(2048)
        asc.set_load_data_padding_value(1.5)
        asc.set_load_data_repeat(asc.LoadDataRepeatParam(1, 2, 0))
        asc.load_data(
            a2, l1, asc.LoadData3DParamsV2((1, 2, 3, 4), 5, 6, 16, 16, 32, filter_w=2, filter_h=3, pad_value=0.5)
        )
        asc.load_data(a2, l1, asc.LoadData3DParamsV2Pro(16, ext_config=1, filter_config=2))
    elif case == 1:
        asc.load_data(a2, l1, asc.LoadData3DParamsV2((0, 0, 0, 0), 4, 4, 16, 16, 16, stride_w=64))
    elif case == 2:
        asc.load_data(a2, l1, asc.LoadData3DParamsV2((0, 0, 0, 0), 4, 4, 32, 32, 16, en_transpose=True))
    elif case == 3:
        asc.load_data(a2, l1, asc.LoadData3DParamsV1())
    elif case == 4:
        asc.load_data(a2, l1, asc.LoadData3DParamsV2Pro(16))
    elif case == 5:
        asc.set_load_data_boundary(1000)
    else:
        b2 = asc.LocalTensor(x.dtype, asc.TPosition.B2, 0, 1024)
        asc.load_data(b2, l1, asc.LoadData3DParamsV2((0, 0, 0, 0), 4, 4, 32, 32, 16))


@pytest.mark.parametrize(
    ("case", "dtype", "words"),
    [
        (1, np.float16, r"LoadData3DParamsV2\.stride_w is 64; it must be 1\.\.63"),
        (2, np.int8, "elements of 8 bits aren't transposed"),
        (3, np.float16, "LoadData3DParamsV1 is not supported on Atlas A2/A3; use LoadData3DParamsV2"),
        (4, np.float16, "the image's size isn't known: SetFmatrix or LoadData with LoadData3DParamsV2 set it"),
        (5, np.float16, r"'boundary' is 1000; it must be 0 \(none\) or at least 1024 bytes"),
        (6, np.int8, "elements of 8 bits are loaded to L0A only, and not transposed"),
    ],
)
def test_misuse(case: int, dtype: Any, words: str) -> None:
    with pytest.raises(Exception, match=words):
        constants[1](np.zeros(64, dtype), case)


def test_text(asc_kernel_text: Callable[..., str], filecheck: Callable[[str, str], None]) -> None:
    filecheck(
        asc_kernel_text(constants, np.zeros(64, np.float16), 0),
        """
        CHECK: SetLoadDataBoundary(2048);
        CHECK: SetLoadDataPaddingValue(1.5f);
        CHECK: SetLoadDataRepeat(LoadDataRepeatParam(2, 1, 0));
        CHECK: LoadData3DParamsV2<half>({{.*}}, 5, 6, 16, 16, 32, 0, 0, 1, 1, 2, 3, 1, 1, false, false, {{.*}}0.5
        CHECK: LoadData(a2, l1, LoadData3DParamsV2Pro(16, false, false, false, false, false, 1, 2));
        """,
    )
