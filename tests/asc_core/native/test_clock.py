"""The cycle estimate against published times of Add of 8192 x 8192 half on 48 cores of 1850 MHz."""

from __future__ import annotations

import numpy as np
import pytest

from .conftest import Build, Kernels

ELEMENTS = 8192 * 8192 // 48
MHZ = 1850

# Each core works on the same part: the clock doesn't look at addresses, and the arrays stay small.
BODY = """
    const int tile = %d, buffers = %d;
    GlobalTensor<half> x, y, z;
    x.SetGlobalBuffer(ARG(0, half*)); y.SetGlobalBuffer(ARG(1, half*));
    z.SetGlobalBuffer(ARG(2, half*) + GetBlockIdx() * 8192);
    LocalTensor<half> a(TPosition::VECIN, 0, tile * buffers), b(TPosition::VECIN, 65536, tile * buffers);
    LocalTensor<half> c(TPosition::VECOUT, 131072 - 256, tile * buffers);
    for (int i = 0; i < buffers; ++i) SetFlag<HardEvent::MTE3_MTE2>(i);
    for (int i = 0; i < ARG(3, int) / tile; ++i) {
        int half_buffer = i %% buffers, at = half_buffer * tile;
        WaitFlag<HardEvent::MTE3_MTE2>(half_buffer);
        DataCopy(a[at], x, tile);
        DataCopy(b[at], y, tile);
        SetFlag<HardEvent::MTE2_V>(half_buffer); WaitFlag<HardEvent::MTE2_V>(half_buffer);
        Add(c[at], a[at], b[at], tile);
        SetFlag<HardEvent::V_MTE3>(half_buffer); WaitFlag<HardEvent::V_MTE3>(half_buffer);
        DataCopy(z, c[at], tile);
        SetFlag<HardEvent::MTE3_MTE2>(half_buffer);
    }
"""

# Kernel, published microseconds.
TIMES = {"of_4_kb": 306.6, "of_16_kb": 268.5, "double_buffered": 264.0}
TILES = {"of_4_kb": (2048, 1), "of_16_kb": (8192, 1), "double_buffered": (8192, 2)}


@pytest.fixture(scope="module")
def kernels(build: Build) -> Kernels:
    bodies = {name: BODY % row for name, row in TILES.items()}
    return build(bodies, "sys_var.h", "block_sync.h", "data_copy.h", "vec_binary.h")


def microseconds(kernels: Kernels, name: str, cores: int, elements: int) -> float:
    x, y = np.zeros(8192, np.float16), np.zeros(8192, np.float16)
    z = np.zeros((cores, 8192), np.float16)
    return kernels.run(name, x, y, z, elements, cores=cores).cycles / MHZ


@pytest.mark.parametrize("name", TIMES)
def test_add_within_a_factor_of_two(kernels: Kernels, name: str) -> None:
    assert TIMES[name] / 2 < microseconds(kernels, name, 48, ELEMENTS) < TIMES[name] * 2


def test_what_is_published_as_faster_is_faster(kernels: Kernels) -> None:
    small, large, double = (microseconds(kernels, name, 48, ELEMENTS) for name in TIMES)
    assert double < large < small


def test_cores_share_the_memory(kernels: Kernels) -> None:
    alone = microseconds(kernels, "of_16_kb", 1, ELEMENTS)
    assert alone * 1.2 < microseconds(kernels, "of_16_kb", 48, ELEMENTS)
    assert microseconds(kernels, "of_16_kb", 15, ELEMENTS) == pytest.approx(alone, rel=0.02)
