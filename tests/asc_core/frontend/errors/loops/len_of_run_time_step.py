import asc


@asc.jit
def kernel(n: int):
    m = len(range(0, 8, n))
