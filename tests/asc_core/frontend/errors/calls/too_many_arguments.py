import asc


@asc.jit
def device(a, b):
    return a + b


@asc.jit
def kernel(n: int):
    device(n, 1, 2)
