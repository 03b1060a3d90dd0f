import asc


@asc.jit
def kernel(n: int):
    t = asc.LocalTensor(asc.float16, asc.TPosition.VECIN, 0, 64)
    for i in range(n):
        t.get_size()
        t = asc.LocalTensor(asc.float32, asc.TPosition.VECIN, 0, 64)
