import asc


@asc.jit
def device(n, f):
    if n > 3:
        return n
    return f


@asc.jit
def kernel(n: int, f: float):
    x = device(n, f)
