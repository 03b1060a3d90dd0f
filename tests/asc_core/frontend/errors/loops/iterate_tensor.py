import asc


@asc.jit
def kernel(n: int):
    t = asc.LocalTensor(asc.float16, asc.TPosition.VECIN, 0, 64)
    for v in t:
        pass
