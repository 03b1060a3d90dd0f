import asc


@asc.jit
def kernel(n: int):
    q = asc.TQue(asc.TPosition.VECIN, n)
