import asc


@asc.jit
def kernel(n: int):
    x = asc.LocalTensor(asc.flaot16, asc.TPosition.VECIN, 0, 16)
