"""Kernels without passes: device functions stay functions of C++, on Model too."""

from __future__ import annotations

import numpy as np

import asc


@asc.jit
def sum_and_product(a: int, b: int) -> tuple[int, int]:
    return a + b, a * b


@asc.jit
def fill(tensor: asc.LocalTensor, count: int) -> None:
    asc.duplicate(tensor, 3.0, count)


@asc.jit(run_passes=False)
def kernel(x: asc.GlobalAddress, n: int) -> None:
    s, p = sum_and_product(n, 5)
    tensor = asc.LocalTensor(asc.float32, asc.TPosition.VECOUT, 0, 64)
    fill(tensor, 64)
    asc.muls(tensor, tensor, s - p, 64)
    x_gm = asc.GlobalTensor()
    x_gm.set_global_buffer(x)
    asc.data_copy(x_gm, tensor, 64)


def test_device_functions_are_called() -> None:
    x = np.zeros(64, np.float32)
    kernel[1](x, 2)
    np.testing.assert_array_equal(x, np.full(64, 3 * (2 + 5 - 2 * 5), np.float32))
