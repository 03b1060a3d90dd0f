# ruff: noqa: I002 - pyasc wants annotations that are objects
"""Kernels built as those of pyasc's five tutorials, for the comparison of texts; asc and pyasc both compile them.

Where a tutorial uses the library class Matmul these do the same products by hand.
"""

from asc.language.core.struct import Field, Struct

import asc

TILES = 8
BUFFERS = 2


class Tiling(Struct):
    m = Field(dtype=asc.int32)
    n = Field(dtype=asc.int32)
    k = Field(dtype=asc.int32)
    single_m = Field(dtype=asc.int32)
    single_n = Field(dtype=asc.int32)
    base_m = Field(dtype=asc.int32)
    base_n = Field(dtype=asc.int32)
    used_cores = Field(dtype=asc.int32)


@asc.jit
def add(x: asc.GlobalAddress, y: asc.GlobalAddress, z: asc.GlobalAddress, block_length: int):
    offset = asc.get_block_idx() * block_length
    x_gm = asc.GlobalTensor()
    y_gm = asc.GlobalTensor()
    z_gm = asc.GlobalTensor()
    x_gm.set_global_buffer(x + offset, block_length)
    y_gm.set_global_buffer(y + offset, block_length)
    z_gm.set_global_buffer(z + offset, block_length)
    length = block_length // TILES // BUFFERS
    size = length * BUFFERS * x.dtype.sizeof()
    x_local = asc.LocalTensor(x.dtype, asc.TPosition.VECIN, 0, length * BUFFERS)
    y_local = asc.LocalTensor(x.dtype, asc.TPosition.VECIN, size, length * BUFFERS)
    z_local = asc.LocalTensor(x.dtype, asc.TPosition.VECOUT, size + size, length * BUFFERS)
    for i in range(TILES * BUFFERS):
        half = i % BUFFERS
        asc.data_copy(x_local[half * length :], x_gm[i * length :], length)
        asc.data_copy(y_local[half * length :], y_gm[i * length :], length)
        asc.set_flag(asc.HardEvent.MTE2_V, half)
        asc.wait_flag(asc.HardEvent.MTE2_V, half)
        asc.add(z_local[half * length :], x_local[half * length :], y_local[half * length :], length)
        asc.set_flag(asc.HardEvent.V_MTE3, half)
        asc.wait_flag(asc.HardEvent.V_MTE3, half)
        asc.data_copy(z_gm[i * length :], z_local[half * length :], length)
        asc.set_flag(asc.HardEvent.MTE3_MTE2, half)
        asc.wait_flag(asc.HardEvent.MTE3_MTE2, half)


@asc.jit
def add_framework(
    x: asc.GlobalAddress, y: asc.GlobalAddress, z: asc.GlobalAddress, block_length: int, length: asc.ConstExpr[int]
):
    offset = asc.get_block_idx() * block_length
    x_gm = asc.GlobalTensor()
    y_gm = asc.GlobalTensor()
    z_gm = asc.GlobalTensor()
    x_gm.set_global_buffer(x + offset)
    y_gm.set_global_buffer(y + offset)
    z_gm.set_global_buffer(z + offset)
    pipe = asc.TPipe()
    in_x = asc.TQue(asc.TPosition.VECIN, BUFFERS)
    in_y = asc.TQue(asc.TPosition.VECIN, BUFFERS)
    out_z = asc.TQue(asc.TPosition.VECOUT, BUFFERS)
    pipe.init_buffer(in_x, BUFFERS, length * x.dtype.sizeof())
    pipe.init_buffer(in_y, BUFFERS, length * y.dtype.sizeof())
    pipe.init_buffer(out_z, BUFFERS, length * z.dtype.sizeof())
    for i in range(TILES * BUFFERS):
        copy_in(i, x_gm, y_gm, in_x, in_y, length)
        compute(z_gm, in_x, in_y, out_z, length)
        copy_out(i, z_gm, out_z, length)


@asc.jit
def copy_in(
    i: int, x_gm: asc.GlobalTensor, y_gm: asc.GlobalTensor, in_x: asc.TQue, in_y: asc.TQue, length: asc.ConstExpr[int]
):
    x_local = in_x.alloc_tensor(x_gm.dtype)
    y_local = in_y.alloc_tensor(y_gm.dtype)
    asc.data_copy(x_local, x_gm[i * length :], length)
    asc.data_copy(y_local, y_gm[i * length :], length)
    in_x.enque(x_local)
    in_y.enque(y_local)


@asc.jit
def compute(z_gm: asc.GlobalTensor, in_x: asc.TQue, in_y: asc.TQue, out_z: asc.TQue, length: asc.ConstExpr[int]):
    x_local = in_x.deque(z_gm.dtype)
    y_local = in_y.deque(z_gm.dtype)
    z_local = out_z.alloc_tensor(z_gm.dtype)
    asc.add(z_local, x_local, y_local, length)
    out_z.enque(z_local)
    in_x.free_tensor(x_local)
    in_y.free_tensor(y_local)


@asc.jit
def copy_out(i: int, z_gm: asc.GlobalTensor, out_z: asc.TQue, length: asc.ConstExpr[int]):
    z_local = out_z.deque(z_gm.dtype)
    asc.data_copy(z_gm[i * length :], z_local, length)
    out_z.free_tensor(z_local)


@asc.jit
def offsets(tiling: Tiling):
    block = asc.get_block_idx()
    rows = tiling.m // tiling.single_m
    m_index = block % rows
    n_index = block // rows
    offset_a = m_index * tiling.k * tiling.single_m
    offset_b = n_index * tiling.single_n
    offset_c = m_index * tiling.n * tiling.single_m + n_index * tiling.single_n
    tail_m = tiling.m - m_index * tiling.single_m
    if tail_m >= tiling.single_m:
        tail_m = tiling.single_m
    tail_n = tiling.n - n_index * tiling.single_n
    if tail_n >= tiling.single_n:
        tail_n = tiling.single_n
    return offset_a, offset_b, offset_c, tail_m, tail_n


@asc.jit
def product(a2: asc.LocalTensor, b2: asc.LocalTensor, c1: asc.LocalTensor, m: int, n: int, k: int):
    asc.mmad(c1, a2, b2, asc.MmadParams(m, n, k))


@asc.jit
def matmul_mix(a: asc.GlobalAddress, b: asc.GlobalAddress, c: asc.GlobalAddress, tiling: Tiling):
    offset_a, offset_b, offset_c, tail_m, tail_n = offsets(tiling)
    a_gm = asc.GlobalTensor()
    b_gm = asc.GlobalTensor()
    c_gm = asc.GlobalTensor()
    a_gm.set_global_buffer(a + offset_a)
    b_gm.set_global_buffer(b + offset_b)
    c_gm.set_global_buffer(c + offset_c)
    a1 = asc.LocalTensor(a.dtype, asc.TPosition.A1, 0, 4096)
    b1 = asc.LocalTensor(b.dtype, asc.TPosition.B1, 8192, 4096)
    a2 = asc.LocalTensor(a.dtype, asc.TPosition.A2, 0, 4096)
    b2 = asc.LocalTensor(b.dtype, asc.TPosition.B2, 0, 4096)
    c1 = asc.LocalTensor(c.dtype, asc.TPosition.CO1, 0, 4096)
    if asc.get_block_idx() < tiling.used_cores:
        asc.data_copy(a1, a_gm, tail_m * tiling.k)
        asc.data_copy(b1, b_gm, tail_n * tiling.k)
        product(a2, b2, c1, tail_m, tail_n, tiling.k)
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)


@asc.jit
def matmul_cube_only(a: asc.GlobalAddress, b: asc.GlobalAddress, c: asc.GlobalAddress, tiling: Tiling):
    if asc.ascend_is_aic():
        offset_a, offset_b, offset_c, tail_m, tail_n = offsets(tiling)
        a_gm = asc.GlobalTensor()
        b_gm = asc.GlobalTensor()
        c_gm = asc.GlobalTensor()
        a_gm.set_global_buffer(a + offset_a)
        b_gm.set_global_buffer(b + offset_b)
        c_gm.set_global_buffer(c + offset_c)
        a1 = asc.LocalTensor(a.dtype, asc.TPosition.A1, 0, 4096)
        a2 = asc.LocalTensor(a.dtype, asc.TPosition.A2, 0, 4096)
        b2 = asc.LocalTensor(b.dtype, asc.TPosition.B2, 0, 4096)
        c1 = asc.LocalTensor(c.dtype, asc.TPosition.CO1, 0, 4096)
        if asc.get_block_idx() < tiling.used_cores:
            for step in range(0, tiling.k, 64):
                asc.data_copy(a1, a_gm[step * tail_m :], tail_m * 64)
                product(a2, b2, c1, tail_m, tail_n, 64)
        asc.pipe_barrier(asc.PipeID.PIPE_ALL)


@asc.jit
def matmul_leakyrelu(a: asc.GlobalAddress, c: asc.GlobalAddress, alpha: float, tiling: Tiling):
    offset_a, offset_b, offset_c, tail_m, tail_n = offsets(tiling)
    a_gm = asc.GlobalTensor()
    c_gm = asc.GlobalTensor()
    a_gm.set_global_buffer(a + offset_a)
    c_gm.set_global_buffer(c + offset_c + offset_b)
    size = tiling.base_m * tiling.base_n * c.dtype.sizeof()
    pipe = asc.TPipe()
    queue = asc.TQue(asc.TPosition.VECOUT, 1)
    pipe.init_buffer(queue, 1, size)
    for count in range(tail_m * tail_n):
        local = queue.alloc_tensor(c.dtype)
        asc.data_copy(local, a_gm[count * tiling.base_n :], tiling.base_n)
        asc.leaky_relu(local, local, alpha, count=tiling.base_m * tiling.base_n)
        queue.enque(local)
        local = queue.deque(c.dtype)
        rows = tiling.single_m // tiling.base_m
        start = count % rows * tiling.base_m * tiling.n + count // rows * tiling.base_n
        params = asc.DataCopyParams(
            block_count=tiling.base_m,
            block_len=tiling.base_n * c.dtype.sizeof() // 32,
            src_stride=0,
            dst_stride=(tiling.n - tiling.base_n) * c.dtype.sizeof() // 32,
        )
        asc.data_copy(c_gm[start:], local, repeat_params=params)
        queue.free_tensor(local)
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)


_ADD = {"x": "float32*", "y": "float32*", "z": "float32*", "block_length": "int32"}
_MATMUL = {"a": "float16*", "b": "float16*", "c": "float32*", "tiling": Tiling}
#: The types of the kernels' arguments: text, a struct's class, or the number that a ConstExpr is.
KERNELS = {
    add: _ADD,
    add_framework: {**_ADD, "length": 128},
    matmul_mix: _MATMUL,
    matmul_cube_only: _MATMUL,
    matmul_leakyrelu: {"a": "float32*", "c": "float32*", "alpha": "float32", "tiling": Tiling},
}
