import asc


@asc.jit
def kernel(n: int):
    return n
