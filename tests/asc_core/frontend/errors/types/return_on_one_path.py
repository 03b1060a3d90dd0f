import asc


@asc.jit
def device(n):
    if n > 3:
        return n


@asc.jit
def kernel(n: int):
    x = device(n)
