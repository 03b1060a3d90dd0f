import asc


@asc.jit
def kernel(n: int):
    t = asc.LocalTensor(asc.float16, asc.TPosition.VECIN, 3, 64)
