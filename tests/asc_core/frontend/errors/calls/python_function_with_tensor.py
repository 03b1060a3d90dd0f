import asc


def helper(t, n=3):
    return n


@asc.jit
def kernel(n: int):
    t = asc.LocalTensor(asc.float16, asc.TPosition.VECIN, 0, 64)
    m = helper(n=4, t=t)
