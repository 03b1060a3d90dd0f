import asc


@asc.jit
def kernel(n: int):
    n[0] = 3
