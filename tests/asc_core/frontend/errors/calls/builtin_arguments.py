import asc


@asc.jit
def kernel(n: int):
    m = abs(n, 1)
