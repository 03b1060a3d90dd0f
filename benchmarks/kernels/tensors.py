# ruff: noqa: I002 - pyasc wants annotations that are objects
"""Kernels of vector, data-move and cube instructions, for the comparison of texts; asc and pyasc both compile them."""

import asc


@asc.jit
def slices(x: asc.GlobalAddress, n: int):
    x_gm = asc.GlobalTensor()
    x_gm.set_global_buffer(x)
    a = asc.LocalTensor(asc.float32, asc.TPosition.VECIN, 0, 1024)
    b = asc.LocalTensor(asc.float32, asc.TPosition.VECOUT, 4096, 1024)
    for i in range(4):
        asc.data_copy(a[i * 256 :], x_gm[n + i * 256 :], 256)
        asc.add(b[i * 256 :], a[i * 256 :], a, 256)
        asc.data_copy(x_gm[n + i * 256 :], b[i * 256 :], 256)


@asc.jit
def masks(x: asc.GlobalAddress, n: int):
    x_gm = asc.GlobalTensor()
    x_gm.set_global_buffer(x)
    a = asc.LocalTensor(asc.float16, asc.TPosition.VECIN, 0, 1024)
    b = asc.LocalTensor(asc.float16, asc.TPosition.VECOUT, 4096, 1024)
    params = asc.BinaryRepeatParams(1, 1, 1, 8, 8, 8)
    asc.data_copy(a, x_gm, 1024)
    asc.add(b, a, a, mask=128, repeat_times=8, repeat_params=params)
    asc.mul(b, b, a, mask=[255, 255], repeat_times=4, repeat_params=params)
    asc.data_copy(x_gm, b, n)


@asc.jit
def reductions(x: asc.GlobalAddress, n: int):
    x_gm = asc.GlobalTensor()
    x_gm.set_global_buffer(x)
    a = asc.LocalTensor(asc.float32, asc.TPosition.VECIN, 0, 1024)
    b = asc.LocalTensor(asc.float32, asc.TPosition.VECOUT, 4096, 64)
    work = asc.LocalTensor(asc.float32, asc.TPosition.VECCALC, 8192, 1024)
    asc.data_copy(a, x_gm, n)
    asc.reduce_sum(b, a, work, n)
    asc.reduce_max(b[8:], a, work, n)
    asc.data_copy(x_gm, b, 64)


@asc.jit
def conversions(x: asc.GlobalAddress, y: asc.GlobalAddress, n: int):
    x_gm = asc.GlobalTensor()
    y_gm = asc.GlobalTensor()
    x_gm.set_global_buffer(x)
    y_gm.set_global_buffer(y)
    a = asc.LocalTensor(asc.float32, asc.TPosition.VECIN, 0, 1024)
    b = asc.LocalTensor(asc.float16, asc.TPosition.VECOUT, 4096, 1024)
    asc.data_copy(a, x_gm, n)
    asc.cast(b, a, asc.RoundMode.CAST_NONE, n)
    asc.exp(b, b, n)
    asc.data_copy(y_gm, b, n)


@asc.jit
def comparisons(x: asc.GlobalAddress, n: int):
    x_gm = asc.GlobalTensor()
    x_gm.set_global_buffer(x)
    a = asc.LocalTensor(asc.float32, asc.TPosition.VECIN, 0, 1024)
    b = asc.LocalTensor(asc.float32, asc.TPosition.VECIN, 4096, 1024)
    mask = asc.LocalTensor(asc.uint8, asc.TPosition.VECCALC, 8192, 128)
    asc.data_copy(a, x_gm, n)
    asc.data_copy(b, x_gm[n:], n)
    asc.compare(mask, a, b, asc.CMPMODE.LT, n)
    asc.max(a, a, b, n)
    asc.data_copy(x_gm, a, n)


@asc.jit
def queues(x: asc.GlobalAddress, y: asc.GlobalAddress, tiles: int, length: int):
    x_gm = asc.GlobalTensor()
    y_gm = asc.GlobalTensor()
    x_gm.set_global_buffer(x)
    y_gm.set_global_buffer(y)
    pipe = asc.TPipe()
    inputs = asc.TQue(asc.TPosition.VECIN, 2)
    outputs = asc.TQue(asc.TPosition.VECOUT, 2)
    pipe.init_buffer(inputs, 2, length * 4)
    pipe.init_buffer(outputs, 2, length * 4)
    for i in range(tiles):
        a = inputs.alloc_tensor(asc.float32)
        asc.data_copy(a, x_gm[i * length :], length)
        inputs.enque(a)
        a = inputs.deque(asc.float32)
        b = outputs.alloc_tensor(asc.float32)
        asc.relu(b, a, length)
        outputs.enque(b)
        inputs.free_tensor(a)
        b = outputs.deque(asc.float32)
        asc.data_copy(y_gm[i * length :], b, length)
        outputs.free_tensor(b)


@asc.jit
def buffers(x: asc.GlobalAddress, n: int):
    x_gm = asc.GlobalTensor()
    x_gm.set_global_buffer(x)
    pipe = asc.TPipe()
    buffer = asc.TBuf(asc.TPosition.VECCALC)
    pipe.init_buffer(buffer, n * 4)
    a = buffer.get(asc.float32)
    asc.data_copy(a, x_gm, n)
    asc.sqrt(a, a, n)
    asc.data_copy(x_gm, a, n)


@asc.jit
def copies_with_params(x: asc.GlobalAddress, n: int, stride: int):
    x_gm = asc.GlobalTensor()
    x_gm.set_global_buffer(x)
    a = asc.LocalTensor(asc.float32, asc.TPosition.VECIN, 0, 4096)
    params = asc.DataCopyParams(block_count=4, block_len=n // 8, src_stride=stride, dst_stride=0)
    asc.data_copy(a, x_gm, repeat_params=params)
    asc.data_copy(x_gm[n * stride :], a, repeat_params=params)


@asc.jit
def cube(a: asc.GlobalAddress, c: asc.GlobalAddress, m: int, n: int, k: int):
    a_gm = asc.GlobalTensor()
    a_gm.set_global_buffer(a)
    a1 = asc.LocalTensor(asc.float16, asc.TPosition.A1, 0, 4096)
    a2 = asc.LocalTensor(asc.float16, asc.TPosition.A2, 0, 4096)
    b2 = asc.LocalTensor(asc.float16, asc.TPosition.B2, 0, 4096)
    c1 = asc.LocalTensor(asc.float32, asc.TPosition.CO1, 0, 4096)
    asc.data_copy(a1, a_gm, m * k)
    for i in range(0, k, 64):
        asc.mmad(c1, a2[i * m :], b2[i * n :], asc.MmadParams(m, n, 64))
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)


@asc.jit
def flags(x: asc.GlobalAddress, n: int):
    x_gm = asc.GlobalTensor()
    x_gm.set_global_buffer(x)
    a = asc.LocalTensor(asc.float32, asc.TPosition.VECIN, 0, 1024)
    for i in range(n):
        event = i % 2
        asc.data_copy(a, x_gm[i * 1024 :], 1024)
        asc.set_flag(asc.HardEvent.MTE2_V, event)
        asc.wait_flag(asc.HardEvent.MTE2_V, event)
        asc.abs(a, a, 1024)
        asc.set_flag(asc.HardEvent.V_MTE3, event)
        asc.wait_flag(asc.HardEvent.V_MTE3, event)
        asc.data_copy(x_gm[i * 1024 :], a, 1024)


_ONE = {"x": "float32*", "n": "int32"}
KERNELS = {
    slices: _ONE,
    masks: {"x": "float16*", "n": "int32"},
    reductions: _ONE,
    conversions: {"x": "float32*", "y": "float16*", "n": "int32"},
    comparisons: _ONE,
    queues: {"x": "float32*", "y": "float32*", "tiles": "int32", "length": "int32"},
    buffers: _ONE,
    copies_with_params: {**_ONE, "stride": "int32"},
    cube: {"a": "float16*", "c": "float32*", "m": "int32", "n": "int32", "k": "int32"},
    flags: _ONE,
}
