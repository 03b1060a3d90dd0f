"""load_image_to_local: parts of pictures, preprocessed as set_aipp_functions says."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import asc
from asc_api_core.struct import Field
from asc_core.errors import ModelError

Array = np.ndarray[Any, Any]
F = asc.AippInputFormat
HEIGHT, WIDTH, SIZE = 12, 16, 16384
MATRIX = ((298, 0, 409), (298, -100, -208), (298, 516, 0))
MEAN, LEAST, FACTOR, CONSTANTS = (3, 100, 200), (0.5, -2.0, 0.0), (0.125, 1.0, 2.0), (1, 2, 3, 4)


class Part(asc.Struct):
    """What is loaded, as the kernel takes it."""

    columns = Field(asc.int32, 6)
    rows = Field(asc.int32, 4)
    left = Field(asc.int32, 2)
    top = Field(asc.int32, 2)
    stride = Field(asc.int32, WIDTH)
    pad_top = Field(asc.int32, 0)
    pad_bottom = Field(asc.int32, 0)
    pad_left = Field(asc.int32, 0)
    pad_right = Field(asc.int32, 0)
    mode = Field(asc.int32, 0)
    swap_rb = Field(asc.int32, 0)
    swap_uv = Field(asc.int32, 0)
    swap_ax = Field(asc.int32, 0)
    one_line = Field(asc.int32, 0)
    few_channels = Field(asc.int32, 0)
    colours = Field(asc.int32, 0)


@asc.jit
def load(
    z: asc.GlobalAddress,
    x: asc.GlobalAddress,
    y: asc.GlobalAddress,
    part: Part,
    kind: asc.ConstExpr[asc.AippInputFormat],
):
    xg, yg, zg = asc.GlobalTensor(), asc.GlobalTensor(), asc.GlobalTensor()
    xg.set_global_buffer(x)
    yg.set_global_buffer(y)
    zg.set_global_buffer(z)
    count = 16384 // z.dtype.sizeof()
    l1 = asc.LocalTensor(z.dtype, asc.TPosition.A1, 0, count)
    asc.data_copy(l1, zg, count)
    config = asc.AippParams(
        z.dtype,
        asc.AippPaddingParams(part.mode, 1, 2, 3, 4),
        asc.AippSwapParams(part.swap_rb != 0, part.swap_uv != 0, part.swap_ax != 0),
        asc.AippSingleLineParams(part.one_line != 0),
        asc.AippDataTypeConvParams(3, 100, 200, 0.5, -2.0, 0.0, 0.125, 1.0, 2.0),
        asc.AippChannelPaddingParams(part.few_channels, 9),
        asc.AippColorSpaceConvParams(
            part.colours != 0, 298, 0, 409, 298, -100, -208, 298, 516, 0, 16, 128, 128, 7, 8, 9
        ),
    )
    if kind == asc.AippInputFormat.YUV420SP_U8:
        asc.set_aipp_functions(xg, yg, kind, config)
    else:
        asc.set_aipp_functions(xg, kind, config)
    params = asc.LoadImageToLocalParams(
        part.columns, part.rows, part.left, part.top, part.stride, part.pad_top, part.pad_bottom, part.pad_left,
        part.pad_right,
    )  # fmt: skip
    asc.load_image_to_local(l1, params)
    asc.data_copy(zg, l1, count)


def channels_of(kind: asc.AippInputFormat, x: Array, y: Array, part: Part) -> Array:
    """The whole picture, its channels in order."""
    if kind is F.YUV400_U8:
        return x[: HEIGHT * WIDTH].reshape(HEIGHT, WIDTH, 1)
    if kind is F.YUV420SP_U8:
        light = x[: HEIGHT * WIDTH].reshape(HEIGHT, WIDTH, 1)
        colours = y[: HEIGHT * WIDTH // 2].reshape(HEIGHT // 2, WIDTH // 2, 2)[..., :: -1 if part.swap_uv else 1]
        return np.concatenate([light, colours.repeat(2, 0).repeat(2, 1)], 2)
    depth = 4 if kind is F.XRGB8888_U8 else 3
    picture = x[: HEIGHT * WIDTH * depth].reshape(HEIGHT, WIDTH, depth)
    first = 1 if depth == 4 and part.swap_ax else 0
    return picture[..., first : first + 3][..., :: -1 if part.swap_rb else 1]


def loaded(kind: asc.AippInputFormat, x: Array, y: Array, part: Part, dtype: Any) -> Array:
    rows = 1 if part.one_line else part.rows
    picture = channels_of(kind, x, y, part)[part.top : part.top + rows, part.left : part.left + part.columns]
    picture = picture.astype(np.int64)
    if part.colours:
        if kind in (F.YUV420SP_U8, F.YUV400_U8):
            picture = np.pad(picture, ((0, 0), (0, 0), (0, 3 - picture.shape[2]))) - (16, 128, 128)
        picture = np.floor((picture @ np.array(MATRIX).T + 128) / 256).astype(np.int64)
        picture += (7, 8, 9) if kind in (F.RGB888_U8, F.XRGB8888_U8) else 0
        picture = np.clip(picture, 0, 255)
    made = picture.shape[2]
    centred = picture - MEAN[:made]
    if dtype is np.int8:
        result = np.clip(centred, -128, 127).astype(np.int8)
    else:
        result = (centred.astype(np.float16) - np.float16(LEAST[:made])) * np.float16(FACTOR[:made])
    channels = 4 if part.few_channels else 32 // result.itemsize
    result = np.pad(result, ((0, 0), (0, 0), (0, channels - made)), constant_values=9)
    pads = ((part.pad_top, part.pad_bottom), (part.pad_left, part.pad_right), (0, 0))
    if part.mode == 1:
        return np.pad(result, pads, mode="edge")
    if part.mode == 3:
        return np.pad(result, pads, mode="symmetric")
    if part.mode == 2:
        (top, bottom), (left, right), _ = pads
        result = np.concatenate([result[:top], result, result[len(result) - bottom :]])
        return np.concatenate([result[:, :left], result, result[:, part.columns - right :]], 1)
    side = np.full((rows, 1, channels), 9, result.dtype)
    side[..., :4] = CONSTANTS
    return np.concatenate([side.repeat(part.pad_left, 1), result, side.repeat(part.pad_right, 1)], 1)


def run(kind: asc.AippInputFormat, dtype: Any, part: Part) -> tuple[Array, Array]:
    """What is in L1 afterwards, and what should be."""
    random = np.random.default_rng(0)
    x, y = random.integers(0, 256, (2, HEIGHT * WIDTH * 4), np.uint8)
    z = random.integers(0, 256, SIZE, np.uint8).view(dtype)
    expected = z.copy()
    result = loaded(kind, x, y, part, dtype).reshape(-1)
    expected[: result.size] = result
    load[1](z, x, y, part, kind)
    return z.view(np.uint8), expected.view(np.uint8)


@pytest.mark.parametrize(
    ("kind", "dtype", "swaps"),
    [
        (F.YUV420SP_U8, np.int8, ("swap_uv",)),
        (F.YUV420SP_U8, np.float16, ("swap_uv",)),
        (F.XRGB8888_U8, np.int8, ("swap_rb", "swap_ax")),
        (F.RGB888_U8, np.float16, ("swap_rb",)),
        (F.YUV400_U8, np.float16, ()),
    ],
)
def test_pictures(kind: asc.AippInputFormat, dtype: Any, swaps: tuple[str, ...]) -> None:
    cases: list[dict[str, int]] = [
        {},
        {"columns": 14, "rows": 10},
        {"left": 4, "top": 4, "columns": 3, "rows": 5, "few_channels": 1},
        {"one_line": 1},
        {"pad_left": 2, "pad_right": 3},
        {"colours": 1},
        *({name: 1, "colours": colours} for name in swaps for colours in (0, 1)),
        dict.fromkeys(swaps, 1),
        *({"mode": mode, "pad_left": 2, "pad_right": 5, "pad_top": 3, "pad_bottom": 1} for mode in (1, 2, 3)),
        {"mode": 3, "one_line": 1, "pad_top": 1, "pad_bottom": 1, "pad_left": 6, "few_channels": 1, "colours": 1},
    ]
    for fields in cases:
        result, expected = run(kind, dtype, Part(**fields))
        np.testing.assert_array_equal(result, expected, err_msg=str(fields))


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"columns": 1}, r"horizSize is 1, outside 2\.\.4095"),
        ({"left": 3}, "horizStartPos is 3; it is even for this format"),
        ({"top": 3}, "vertStartPos is 3; it is even for this format"),
        ({"stride": 15}, "srcHorizSize is 15; it is even for this format"),
        ({"left": 12}, "columns up to 18 of a picture of 16 columns"),
        ({"pad_left": 33}, r"leftPadSize is 33, outside 0\.\.32"),
        ({"pad_top": 1}, "topPadSize is 1; constants pad on the left and right only"),
        ({"mode": 2, "pad_right": 7}, "rightPadSize is 7, the copied block has 6"),
        ({"mode": 3, "pad_bottom": 5}, "botPadSize is 5, the copied block has 4"),
        ({"mode": 4}, r"paddingMode is 4, outside 0\.\.3"),
        ({"top": 46}, "'src0' .*'x'"),
        ({"rows": 40, "columns": 14}, "'dst' needs 17920 bytes, the tensor has 16384"),
    ],
)
def test_limits(changes: dict[str, int], words: str) -> None:
    with pytest.raises(ModelError, match=words):
        load[1](
            np.zeros(SIZE, np.int8), np.zeros(768, np.uint8), np.zeros(768, np.uint8), Part(**changes), F.YUV420SP_U8
        )


@asc.jit
def constants(x: asc.GlobalAddress, case: asc.ConstExpr[int]):
    xg = asc.GlobalTensor()
    xg.set_global_buffer(x)
    l1 = asc.LocalTensor(asc.int8, asc.TPosition.A1, 0, 4096)
    params = asc.LoadImageToLocalParams(4, 4, 0, 0, 4)
    config = asc.AippParams(asc.int8)
    if case == 0:
        asc.set_aipp_functions(xg, asc.AippInputFormat.YUV400_U8, config)
        asc.load_image_to_local(l1, params)
        asc.set_aipp_functions(xg, xg, asc.AippInputFormat.YUV420SP_U8, config)
    elif case == 1:
        asc.set_aipp_functions(xg, asc.AippInputFormat.YUV420SP_U8, config)
    else:
        asc.set_aipp_functions(xg, xg, asc.AippInputFormat.RGB888_U8, config)


@pytest.mark.parametrize(
    ("case", "words"),
    [(1, "YUV420SP_U8 has two planes, 'src0' and 'src1'"), (2, "RGB888_U8 has one plane, 'src0'")],
)
def test_planes(case: int, words: str) -> None:
    with pytest.raises(Exception, match=words):
        constants[1](np.zeros(256, np.uint8), case)


@asc.jit
def misused(x: asc.GlobalAddress, case: int):
    xg = asc.GlobalTensor()
    xg.set_global_buffer(x)
    l1 = asc.LocalTensor(asc.int8, asc.TPosition.A1, 0, 4096)
    params = asc.LoadImageToLocalParams(4, 4, 0, 0, 4)
    if case == 0:
        asc.load_image_to_local(l1, params)
    elif case == 1:
        asc.set_aipp_functions(xg, asc.AippInputFormat.YUV400_U8, asc.AippParams(asc.float16))
        asc.load_image_to_local(l1, params)
    elif case == 2:
        asc.set_aipp_functions(xg, asc.AippInputFormat.YUV400_U8, asc.AippParams(asc.int8))
        asc.load_image_to_local(asc.LocalTensor(asc.int8, asc.TPosition.A2, 0, 4096), params)
    else:
        asc.set_aipp_functions(xg[1:], asc.AippInputFormat.XRGB8888_U8, asc.AippParams(asc.int8))


@pytest.mark.parametrize(
    ("case", "words"),
    [
        (0, "there is no picture: SetAippFunctions comes first"),
        (1, "'dst' has elements of 1 bytes, SetAippFunctions was told to make ones of 2"),
        (2, "'dst' .*A2.*A1 or B1"),
        (3, "'src0' begins at an address that is not a multiple of 4"),
    ],
)
def test_misuse(case: int, words: str) -> None:
    with pytest.raises(ModelError, match=words):
        misused[1](np.zeros(256, np.uint8), case)


def test_text(asc_kernel_text: Callable[..., str], filecheck: Callable[[str, str], None]) -> None:
    filecheck(
        asc_kernel_text(constants, np.zeros(256, np.uint8), 0),
        """
        CHECK: LoadImageToLocalParams params = LoadImageToLocalParams(4, 4, 0, 0, 4, 0, 0, 0, 0);
        CHECK: SetAippFunctions(xg, AippInputFormat::YUV400_U8, config);
        CHECK: LoadImageToLocal(l1, params);
        CHECK: SetAippFunctions(xg, xg, AippInputFormat::YUV420SP_U8,
        """,
    )
