import asc


@asc.jit
def kernel(n: int):
    t = asc.LocalTensor(asc.float16, asc.TPosition.VECIN, 0, 64)
    if n > 3:
        t = asc.LocalTensor(asc.float32, asc.TPosition.VECIN, 0, 64)
    t.get_size()
