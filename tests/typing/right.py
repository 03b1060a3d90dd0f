"""Kernels and launches that type checkers must accept."""

import numpy as np
from typing_extensions import assert_type

import asc

TILE = 64


@asc.jit
def double(n: int) -> int:
    return n * 2


@asc.jit
def copy_in(t: asc.LocalTensor, g: asc.GlobalTensor, i: int) -> asc.LocalTensor:
    asc.data_copy(t, g[i * TILE :], TILE)
    return t


@asc.jit(always_compile=True)
def kernel(x: asc.GlobalAddress, z: asc.GlobalAddress, n: int, scale: float, tiles: asc.ConstExpr[int] = 4) -> None:
    x_gm = asc.GlobalTensor()
    x_gm.set_global_buffer(x + asc.get_block_idx() * n, n)
    z_gm = asc.GlobalTensor()
    z_gm.set_global_buffer(z)
    pipe = asc.TPipe()
    que = asc.TQue(asc.TPosition.VECIN, 2)
    pipe.init_buffer(que=que, num=2, len=TILE * x.dtype.sizeof())
    for i in asc.range(n // TILE):
        t = que.alloc_tensor(x.dtype)
        assert_type(copy_in(t, x_gm, double(i)), asc.LocalTensor)
        que.enque(t)
        u = que.deque(x.dtype)
        asc.muls(u, u, scale, TILE)
        asc.data_copy(z_gm[i * TILE :], u, TILE)
        que.free_tensor(u)
    for j in asc.static_range(tiles):
        z_gm.set_value(j, scale)
    m = min(n, 3) + (n if n > 3 else 0)
    buf = asc.LocalTensor(asc.float32, asc.TPosition.VECCALC, 0, 64)
    asc.duplicate(buf, 0.0, 64)
    v = buf.get_value(m)
    asc.printf("%d", v)


@asc.jit
def constants(x: asc.GlobalAddress, dtype: asc.ConstExpr[asc.DataType], sizes: asc.ConstExpr[tuple[int, ...]]) -> None:
    x_gm = asc.GlobalTensor()
    x_gm.set_global_buffer(x, sizes[0] * dtype.sizeof())
    for size in sizes:
        x_gm.set_value(size, asc.number(size, dtype))


@asc.jit
def conversions(x: asc.GlobalAddress, n: int, f: float) -> None:
    x_gm = asc.GlobalTensor()
    x_gm.set_global_buffer(x, 8)
    assert_type(int(f), int)
    assert_type(float(n), float)
    x_gm.set_value(int(f), asc.number(n, asc.int64) * n)


class Scaling:
    """Kernels that are methods."""

    def __init__(self, factor: float) -> None:
        self.factor = factor

    @asc.jit
    def half(self, n: int) -> int:
        return n // 2

    @asc.jit
    def scale(self, x: asc.GlobalAddress, n: int) -> None:
        x_gm = asc.GlobalTensor()
        x_gm.set_global_buffer(x, n)
        x_gm.set_value(assert_type(self.half(n), int), self.factor)

    @staticmethod
    @asc.jit
    def first(x: asc.GlobalAddress) -> None:
        x_gm = asc.GlobalTensor()
        x_gm.set_global_buffer(x, 1)
        x_gm.set_value(0, 1.0)

    def run(self) -> None:
        self.scale[1](x, n=64)


x = np.zeros(64, np.float32)
constants[1](x, asc.float16, (8, 16))
conversions[1](x, 3, 0.5)
kernel[8](x, x, 64, 0.5)
kernel[8](x, z=x, n=64, scale=1.0, tiles=8)
assert_type(double(3), int)
launcher = kernel[4, None]
launcher(x, x, 1, 2.0, 3)
kernel[None](x, x, 1, 2)
scaling = Scaling(0.5)
scaling.scale[1](x, 64)
scaling.scale[None](x, n=64)
Scaling.scale[1](scaling, x, 64)
Scaling.first[1](x)
assert_type(scaling.half(4), int)
