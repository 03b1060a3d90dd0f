import asc


def helper(a):
    raise RuntimeError("no table for this size")


@asc.jit
def kernel(n: int):
    m = n + helper(3)
