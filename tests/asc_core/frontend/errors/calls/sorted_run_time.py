import asc


@asc.jit
def kernel(n: int):
    m = sorted([n, 1])
