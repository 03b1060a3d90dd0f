import asc


def helper(size):
    return asc.LocalTensor(asc.float16, asc.TPosition.VECIN, 0, size)


@asc.jit
def kernel(n: int):
    t = helper(64)
