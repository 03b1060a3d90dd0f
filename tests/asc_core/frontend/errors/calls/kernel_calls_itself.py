import asc


@asc.jit
def kernel(n: int):
    kernel(n - 1)
