import asc


@asc.jit
def kernel(n: int):
    a = asc.LocalTensor(asc.float16, asc.TPosition.VECIN, 0, 64)
    if a == n:
        pass
