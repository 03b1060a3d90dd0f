"""Vector instructions on Model against numpy: 1 Mi elements, tile by tile, one core and one thread."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from measure import in_turn, report

import asc

SIZE = 1 << 20
TILE = 8192


@asc.jit
def binary_kernel(
    x: asc.GlobalAddress, y: asc.GlobalAddress, z: asc.GlobalAddress, length: int, tile: asc.ConstExpr[int],
    select: asc.ConstExpr[bool],
):  # fmt: skip
    x_gm, y_gm, z_gm = asc.GlobalTensor(), asc.GlobalTensor(), asc.GlobalTensor()
    x_gm.set_global_buffer(x, length)
    y_gm.set_global_buffer(y, length)
    z_gm.set_global_buffer(z, length)
    size = tile * 4
    x_local = asc.LocalTensor(x.dtype, asc.TPosition.VECIN, 0, tile)
    y_local = asc.LocalTensor(y.dtype, asc.TPosition.VECIN, size, tile)
    z_local = asc.LocalTensor(z.dtype, asc.TPosition.VECOUT, 2 * size, tile)
    bits = asc.LocalTensor(asc.uint8, asc.TPosition.VECCALC, 3 * size, tile // 8)
    for i in range(length // tile):
        asc.data_copy(x_local, x_gm[i * tile :], tile)
        asc.data_copy(y_local, y_gm[i * tile :], tile)
        if select:
            asc.compare(bits, x_local, y_local, asc.CMPMODE.LT, tile)
            asc.select(z_local, bits, x_local, y_local, asc.SelMode.VSEL_TENSOR_TENSOR_MODE, tile)
        else:
            asc.add(z_local, x_local, y_local, tile)
        asc.data_copy(z_gm[i * tile :], z_local, tile)


@asc.jit
def unary_kernel(
    x: asc.GlobalAddress, z: asc.GlobalAddress, length: int, tile: asc.ConstExpr[int], name: asc.ConstExpr[str]
):
    x_gm, z_gm = asc.GlobalTensor(), asc.GlobalTensor()
    x_gm.set_global_buffer(x, length)
    z_gm.set_global_buffer(z)
    size = tile * 4
    x_local = asc.LocalTensor(x.dtype, asc.TPosition.VECIN, 0, tile)
    z_local = asc.LocalTensor(z.dtype, asc.TPosition.VECOUT, size, tile)
    work = asc.LocalTensor(x.dtype, asc.TPosition.VECCALC, 2 * size, tile)
    for i in range(length // tile):
        asc.data_copy(x_local, x_gm[i * tile :], tile)
        if name == "exp":
            asc.exp(z_local, x_local, tile)
            asc.data_copy(z_gm[i * tile :], z_local, tile)
        elif name == "cast":
            asc.cast(z_local, x_local, asc.RoundMode.CAST_RINT, tile)
            asc.data_copy(z_gm[i * tile :], z_local, tile)
        else:
            asc.reduce_sum(z_local, x_local, work, tile)
            asc.data_copy(z_gm[i * 8 :], z_local, 8)


def compare(title: str, numpy: Callable[[], object], model: Callable[[], object]) -> None:
    report(f"{title}, 1 Mi elements, 1 thread", in_turn({"numpy": numpy, "Model": model}, rounds=60), 1e6, "µs")


def main() -> None:
    rng = np.random.default_rng(0)
    x, y = (rng.random(SIZE, np.float32) for _ in range(2))
    z, reference, half = np.empty_like(x), np.empty_like(x), np.empty(SIZE, np.float16)
    reference_half = np.empty_like(half)
    sums = np.zeros((SIZE // TILE, 8), np.float32)

    compare("add", lambda: np.add(x, y, out=reference), lambda: binary_kernel[1](x, y, z, SIZE, TILE, False))
    np.testing.assert_array_equal(z, reference)
    compare("exp", lambda: np.exp(x, out=reference), lambda: unary_kernel[1](x, z, SIZE, TILE, "exp"))
    np.testing.assert_allclose(z, reference, rtol=3e-7)
    compare(
        "cast float32 to float16", lambda: np.copyto(reference_half, x, casting="same_kind"),
        lambda: unary_kernel[1](x, half, SIZE, TILE, "cast"),
    )  # fmt: skip
    np.testing.assert_array_equal(half, reference_half)
    compare("compare and select", lambda: np.where(x < y, x, y), lambda: binary_kernel[1](x, y, z, SIZE, TILE, True))
    np.testing.assert_array_equal(z, np.minimum(x, y))
    compare("reduce_sum", lambda: x.sum(), lambda: unary_kernel[1](x, sums, SIZE, TILE, "sum"))
    np.testing.assert_allclose(sums[:, 0].sum(), x.sum(), rtol=1e-5)


if __name__ == "__main__":
    main()
