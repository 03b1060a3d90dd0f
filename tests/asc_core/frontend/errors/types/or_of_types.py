import asc


@asc.jit
def kernel(n: int, f: float):
    x = n or f
