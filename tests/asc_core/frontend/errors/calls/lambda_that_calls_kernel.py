import asc


@asc.jit
def device(n):
    return n + 1


helper = lambda size: device(size)


@asc.jit
def kernel(n: int):
    m = n + helper(64)
