import asc


@asc.jit
def kernel(n: int):
    dtype = asc.float16
    if n > 3:
        dtype = asc.float32
    t = asc.LocalTensor(dtype, asc.TPosition.VECIN, 0, 64)
