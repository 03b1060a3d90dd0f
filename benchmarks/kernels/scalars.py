# ruff: noqa: I002 - pyasc wants annotations that are objects
"""Kernels of loops, branches and scalar arithmetic, for the comparison of texts; asc and pyasc both compile them."""

from asc.language.core.struct import Field, Struct

import asc


class Limits(Struct):
    low = Field(dtype=asc.int32)
    high = Field(dtype=asc.int32)
    step = Field(dtype=asc.int32, default=1)


@asc.jit
def branches(x: asc.GlobalAddress, n: int):
    x_gm = asc.GlobalTensor()
    x_gm.set_global_buffer(x)
    local = asc.LocalTensor(asc.float32, asc.TPosition.VECIN, 0, 1024)
    for i in range(2):
        count = n + i
        if n > 512:
            count = n // 2
        else:
            asc.adds(local, local, 1.0, 64)
        if count > 256:
            asc.adds(local[64:], local[64:], 2.0, count)
        elif count > 128:
            asc.abs(local, local, 64)
    asc.data_copy(x_gm, local, n)


@asc.jit
def nested_loops(x: asc.GlobalAddress, rows: int, columns: int):
    x_gm = asc.GlobalTensor()
    x_gm.set_global_buffer(x)
    local = asc.LocalTensor(asc.float32, asc.TPosition.VECIN, 0, 4096)
    for i in range(rows):
        for j in range(0, columns, 2):
            asc.data_copy(local[j * 64 :], x_gm[(i * columns + j) * 64 :], 64)
        asc.adds(local, local, 1.0, columns * 64)


@asc.jit
def carried(x: asc.GlobalAddress, n: int):
    x_gm = asc.GlobalTensor()
    x_gm.set_global_buffer(x)
    local = asc.LocalTensor(asc.float32, asc.TPosition.VECIN, 0, 4096)
    first = n
    second = n + 1
    for i in range(8):
        following = first + second
        first = second
        second = following
        asc.data_copy(local, x_gm[first * i :], 64)
    asc.data_copy(x_gm[second:], local, 64)


@asc.jit
def static_loop(x: asc.GlobalAddress, n: int):
    x_gm = asc.GlobalTensor()
    x_gm.set_global_buffer(x)
    local = asc.LocalTensor(asc.float32, asc.TPosition.VECIN, 0, 4096)
    for i in asc.static_range(4):
        asc.data_copy(local[i * 64 :], x_gm[n + i * 64 :], 64)
        asc.muls(local[i * 64 :], local[i * 64 :], 2.0, 64)


@asc.jit
def conditions(x: asc.GlobalAddress, n: int, m: int):
    x_gm = asc.GlobalTensor()
    x_gm.set_global_buffer(x)
    local = asc.LocalTensor(asc.float32, asc.TPosition.VECIN, 0, 4096)
    for i in range(n):
        if (i > 2 and i < m) or n == 7:
            asc.data_copy(local, x_gm[i * 8 :], 64)
        if i != m:
            asc.adds(local, local, 1.0, 64)


@asc.jit
def arithmetic(x: asc.GlobalAddress, n: int, m: int):
    x_gm = asc.GlobalTensor()
    x_gm.set_global_buffer(x)
    local = asc.LocalTensor(asc.float32, asc.TPosition.VECIN, 0, 4096)
    total = (n + m) * (n - m) + n * 3 - m // 4
    rest = total % 16
    bits = (total & 255) | (rest << 3) ^ n
    asc.data_copy(local, x_gm[total:], 64)
    asc.data_copy(x_gm[bits:], local, rest)


@asc.jit
def floats(x: asc.GlobalAddress, a: float, b: float, n: int):
    x_gm = asc.GlobalTensor()
    x_gm.set_global_buffer(x)
    local = asc.LocalTensor(asc.float32, asc.TPosition.VECIN, 0, 4096)
    scale = a * b + a / 2.0 - 1.5
    asc.data_copy(local, x_gm, n)
    asc.muls(local, local, scale, n)
    asc.adds(local, local, a - b, n)


@asc.jit
def clipped(value: int, low: int, high: int):
    result = value
    if value < low:
        result = low
    if result > high:
        result = high
    return result


@asc.jit
def device_functions(x: asc.GlobalAddress, n: int):
    x_gm = asc.GlobalTensor()
    x_gm.set_global_buffer(x)
    local = asc.LocalTensor(asc.float32, asc.TPosition.VECIN, 0, 4096)
    start = clipped(n, 0, 64)
    end = clipped(n * 2, start, 128)
    asc.data_copy(local[start:], x_gm[end:], 64)


@asc.jit
def structs(x: asc.GlobalAddress, limits: Limits, n: int):
    x_gm = asc.GlobalTensor()
    x_gm.set_global_buffer(x)
    local = asc.LocalTensor(asc.float32, asc.TPosition.VECIN, 0, 4096)
    for i in range(limits.low, limits.high, limits.step):
        asc.data_copy(local[i * n :], x_gm[(limits.high - i) * n :], n)


@asc.jit
def while_loop(x: asc.GlobalAddress, n: int):
    x_gm = asc.GlobalTensor()
    x_gm.set_global_buffer(x)
    local = asc.LocalTensor(asc.float32, asc.TPosition.VECIN, 0, 4096)
    left = n
    while left > 64:
        asc.data_copy(local, x_gm[left:], 64)
        left = left - 64
    asc.data_copy(x_gm, local, left)


_ONE = {"x": "float32*", "n": "int32"}
KERNELS = {
    branches: _ONE,
    nested_loops: {"x": "float32*", "rows": "int32", "columns": "int32"},
    carried: _ONE,
    static_loop: _ONE,
    conditions: {**_ONE, "m": "int32"},
    arithmetic: {**_ONE, "m": "int32"},
    floats: {"x": "float32*", "a": "float32", "b": "float32", "n": "int32"},
    device_functions: _ONE,
    structs: {"x": "float32*", "limits": Limits, "n": "int32"},
    while_loop: _ONE,
}
