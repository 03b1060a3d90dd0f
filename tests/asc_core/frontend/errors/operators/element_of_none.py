import asc


@asc.jit
def kernel(n: int):
    m = None[n]
