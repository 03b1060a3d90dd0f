"""A product of float16 matrices on Model's cube core against numpy's float32 product, on the same number of threads."""

from __future__ import annotations

import os

# The threads of numpy's library are set before it loads.
THREADS = os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import numpy as np  # noqa: E402
from measure import in_turn, report  # noqa: E402

import asc  # noqa: E402

SIZE = 1024


@asc.jit
def matmul_kernel(
    z: asc.GlobalAddress, x: asc.GlobalAddress, y: asc.GlobalAddress, size: asc.ConstExpr[int],
    tile_m: asc.ConstExpr[int], tile_n: asc.ConstExpr[int], tile_k: asc.ConstExpr[int],
):  # fmt: skip
    x_gm, y_gm, z_gm = asc.GlobalTensor(), asc.GlobalTensor(), asc.GlobalTensor()
    x_gm.set_global_buffer(x, size * size)
    y_gm.set_global_buffer(y, size * size)
    z_gm.set_global_buffer(z, size * size)
    a1 = asc.LocalTensor(x.dtype, asc.TPosition.A1, 0, tile_m * tile_k)
    b1 = asc.LocalTensor(y.dtype, asc.TPosition.B1, tile_m * tile_k * 2, tile_k * tile_n)
    a2 = asc.LocalTensor(x.dtype, asc.TPosition.A2, 0, tile_m * tile_k)
    b2 = asc.LocalTensor(y.dtype, asc.TPosition.B2, 0, tile_k * tile_n)
    co1 = asc.LocalTensor(z.dtype, asc.TPosition.CO1, 0, tile_m * tile_n)
    across = size // tile_n
    for tile in range(asc.get_block_idx(), size // tile_m * across, asc.get_block_num()):
        row = tile // across * tile_m
        column = tile % across * tile_n
        for start in range(0, size, tile_k):
            asc.data_copy(a1, x_gm[row * size + start :], asc.Nd2NzParams(1, tile_m, tile_k, 0, size, tile_m, 1, 0))
            asc.data_copy(b1, y_gm[start * size + column :], asc.Nd2NzParams(1, tile_k, tile_n, 0, size, tile_k, 1, 0))
            for i in range(tile_m // 16):
                asc.load_data(a2[i * tile_k * 16 :], a1[i * 256 :], asc.LoadData2DParams(0, tile_k // 16, tile_m // 16))
            for i in range(tile_k // 16):
                asc.load_data(
                    b2[i * tile_n * 16 :], b1[i * 256 :],
                    asc.LoadData2DParams(0, tile_n // 16, tile_k // 16, 0, 0, True),
                )  # fmt: skip
            asc.mmad(co1, a2, b2, asc.MmadParams(tile_m, tile_n, tile_k, cmatrix_init_val=start == 0))
        asc.fixpipe(z_gm[row * size + column :], co1, asc.FixpipeParamsV220(tile_n, tile_m, tile_m, size))


def main() -> None:
    threads = int(THREADS)
    os.environ["ASC_THREADS"] = THREADS
    rng = np.random.default_rng(0)
    x, y = (rng.integers(-8, 9, (SIZE, SIZE)).astype(np.float16) for _ in range(2))
    x32, y32 = x.astype(np.float32), y.astype(np.float32)
    z, reference = np.zeros_like(x32), np.zeros_like(x32)
    cores = 8 * threads
    times = in_turn(
        {
            "numpy, float32": lambda: np.matmul(x32, y32, out=reference),
            f"Model, float16, {cores} cores": lambda: matmul_kernel[cores](z, x, y, SIZE, 128, 256, 64),
        },
        rounds=15,
    )
    report(f"Product of {SIZE} x {SIZE} matrices, {threads} threads", times)
    np.testing.assert_array_equal(z, reference)


if __name__ == "__main__":
    main()
