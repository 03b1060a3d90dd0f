import asc


@asc.jit
def kernel(n: int):
    x = LocalTensor(asc.float16, asc.TPosition.VECIN, 0, 16)
