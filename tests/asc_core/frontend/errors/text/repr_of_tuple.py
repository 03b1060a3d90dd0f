import asc


@asc.jit
def kernel(n: int):
    m = repr((n, 1))
