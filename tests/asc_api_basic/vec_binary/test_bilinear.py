"""bilinear_interpolation against sums written out, and its limits."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import asc

BLOCKS = 32


@asc.jit
def interpolate(
    dst: asc.GlobalAddress, src0: asc.GlobalAddress, offsets: asc.GlobalAddress, weights: asc.GlobalAddress, bits: int,
    mask: int, low: int, high: int, h: int, per_block: int, block: int, step: int, v: int, room: int,
):  # fmt: skip
    zg, xg, og, wg = asc.GlobalTensor(), asc.GlobalTensor(), asc.GlobalTensor(), asc.GlobalTensor()
    zg.set_global_buffer(dst, 4096)
    xg.set_global_buffer(src0, 512)
    og.set_global_buffer(offsets, 256)
    wg.set_global_buffer(weights, 256)
    z = asc.LocalTensor(asc.float16, asc.TPosition.VECOUT, 0, 4096)
    x = asc.LocalTensor(asc.float16, asc.TPosition.VECIN, 8192, 512)
    o = asc.LocalTensor(asc.uint32, asc.TPosition.VECIN, 10240, 256)
    w = asc.LocalTensor(asc.float16, asc.TPosition.VECIN, 12288, 256)
    work = asc.LocalTensor(asc.uint8, asc.TPosition.VECCALC, 16384, room)
    asc.data_copy(z, zg, 4096)
    asc.data_copy(x, xg, 512)
    asc.data_copy(o, og, 256)
    asc.data_copy(w, wg, 256)
    if bits == 1:
        asc.bilinear_interpolation(z, x, o, w, [low, high], h, per_block == 1, block, step, v, work)
    else:
        asc.bilinear_interpolation(z, x, o, w, mask, h, per_block == 1, block, step, v, work)
    asc.data_copy(zg, z, 4096)


DEFAULTS = {
    "bits": 0, "mask": 128, "low": 1, "high": 0, "h": 1, "per_block": 0, "block": 1, "step": 128, "v": 1, "room": 24576,
}  # fmt: skip


def run(z: Any, x: Any, offsets: Any, weights: Any, **ints: int) -> Any:
    after = z.copy()
    values = {**DEFAULTS, **ints}
    values["low"], values["high"] = np.uint64(values["low"]), np.uint64(values["high"])
    interpolate[1](after, x, offsets, weights, *values.values())
    return after


@settings(max_examples=30, deadline=None)
@given(
    h=st.integers(1, 4), v=st.integers(1, 4), per_block=st.integers(0, 1), block=st.integers(1, 3),
    step=st.integers(8, 40), bits=st.integers(0, 1), word=st.integers(1, 2**128 - 1), mask=st.integers(1, 128),
    seed=st.integers(0, 99),
)  # fmt: skip
def test_values(
    h: int, v: int, per_block: int, block: int, step: int, bits: int, word: int, mask: int, seed: int
) -> None:
    rng = np.random.default_rng(seed)
    x, weights = rng.normal(0, 2, 512).astype(np.float16), rng.normal(0, 2, 256).astype(np.float16)
    offsets = (rng.integers(0, BLOCKS, 256) * 32).astype(np.uint32)
    z = np.zeros(4096, np.float16)
    wanted = z.copy()
    for row in range(v):
        for element in range(128):
            if not (word >> element & 1 if bits else element < mask):
                continue
            total = None
            for column in range(h):
                number = row * h + column
                lane = number * 8 + element // 16
                product = x[offsets[lane] // 2 + element % 16] * weights[lane if per_block else number]
                total = product if total is None else total + product
            wanted[row * step * 16 + element // 16 * block * 16 + element % 16] = total
    after = run(
        z, x, offsets, weights, h=h, v=v, per_block=per_block, block=block, step=step * 16, bits=bits, mask=mask,
        low=word & (2**64 - 1), high=word >> 64,
    )  # fmt: skip
    np.testing.assert_array_equal(after, wanted)


@pytest.mark.parametrize(
    ("match", "ints", "offset"),
    [
        ("hRepeat is 0", {"h": 0}, 0),
        ("vRepeat is 0", {"v": 0}, 0),
        ("vROffset is 112", {"step": 112}, 0),
        ("vROffset is 136", {"step": 136}, 0),
        ("vROffset is 65535", {"step": 65535}, 0),
        ("block stride of 0", {"block": 0}, 0),
        ("src0Offset.*offset 0 is 1024", {}, 1024),
        ("src0Offset.*offset 0 is 16", {}, 16),
        ("sharedTmpBuffer.*needs 24576 bytes, the tensor has 24544", {"room": 24544}, 0),
        ("129 elements a repeat is outside 1..128", {"mask": 129}, 0),
    ],
)
def test_limits(match: str, ints: dict[str, int], offset: int) -> None:
    zeros = np.zeros(512, np.float16)
    offsets = np.full(256, offset, np.uint32)
    with pytest.raises(asc.ModelError, match=match):
        run(np.zeros(4096, np.float16), zeros, offsets, zeros[:256], **ints)
