import asc


@asc.jit
def device(n):
    t = asc.LocalTensor(asc.float16, asc.TPosition.VECIN, 0, 64)
    for i in range(n):
        if i > 3:
            return t
    return t


@asc.jit
def kernel(n: int):
    x = device(n)
