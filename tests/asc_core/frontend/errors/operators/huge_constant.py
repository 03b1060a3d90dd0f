import asc


@asc.jit
def kernel(n: int):
    m = 10**100000
