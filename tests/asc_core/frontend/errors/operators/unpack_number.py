import asc


@asc.jit
def kernel(n: int):
    a, b = n
