"""Model against numpy on large arrays, both on one thread and both on all threads of the machine."""

from __future__ import annotations

import os
from concurrent.futures import ThreadPoolExecutor

import numpy as np
from measure import in_turn, report

import asc

TILE = 4096


@asc.jit
def add_kernel(x: asc.GlobalAddress, y: asc.GlobalAddress, z: asc.GlobalAddress, length: int, tile: asc.ConstExpr[int]):
    offset = asc.get_block_idx() * length
    x_gm = asc.GlobalTensor()
    y_gm = asc.GlobalTensor()
    z_gm = asc.GlobalTensor()
    x_gm.set_global_buffer(x + offset, length)
    y_gm.set_global_buffer(y + offset, length)
    z_gm.set_global_buffer(z + offset, length)
    size = tile * x.dtype.sizeof()
    x_local = asc.LocalTensor(x.dtype, asc.TPosition.VECIN, 0, tile)
    y_local = asc.LocalTensor(x.dtype, asc.TPosition.VECIN, size, tile)
    z_local = asc.LocalTensor(x.dtype, asc.TPosition.VECOUT, 2 * size, tile)
    for i in range(length // tile):
        asc.data_copy(x_local, x_gm[i * tile :], tile)
        asc.data_copy(y_local, y_gm[i * tile :], tile)
        asc.set_flag(asc.HardEvent.MTE2_V, 0)
        asc.wait_flag(asc.HardEvent.MTE2_V, 0)
        asc.add(z_local, x_local, y_local, tile)
        asc.set_flag(asc.HardEvent.V_MTE3, 0)
        asc.wait_flag(asc.HardEvent.V_MTE3, 0)
        asc.data_copy(z_gm[i * tile :], z_local, tile)
        asc.set_flag(asc.HardEvent.MTE3_MTE2, 0)
        asc.wait_flag(asc.HardEvent.MTE3_MTE2, 0)


def main() -> None:
    size = 16 << 20
    threads = os.cpu_count() or 1
    rng = np.random.default_rng(0)
    x, y = (rng.random(size, np.float32) for _ in range(2))
    z, reference = np.empty_like(x), np.empty_like(x)
    pool = ThreadPoolExecutor(threads)
    parts = [slice(i * size // threads, (i + 1) * size // threads) for i in range(threads)]

    def numpy_threads() -> None:
        list(pool.map(lambda part: np.add(x[part], y[part], out=reference[part]), parts))

    one = in_turn(
        {
            "numpy.add, 1 thread": lambda: np.add(x, y, out=reference),
            "Model, 1 core": lambda: add_kernel[1](x, y, z, size, TILE),
        },
        rounds=15,
    )
    report("Add of 16 Mi float32, 1 thread", one)
    many = in_turn(
        {
            f"numpy.add, {threads} threads": numpy_threads,
            f"Model, 16 cores on {threads} threads": lambda: add_kernel[16](x, y, z, size // 16, TILE),
        },
        rounds=15,
    )
    report(f"Add of 16 Mi float32, {threads} threads", many)
    np.testing.assert_array_equal(z, reference)


if __name__ == "__main__":
    main()
