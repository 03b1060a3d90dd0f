import asc


@asc.jit
def device(n):
    return n + 1


def helper(size):
    return device(size)


@asc.jit
def kernel(n: int):
    m = n + helper(64)
