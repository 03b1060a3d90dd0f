import asc


@asc.jit
def kernel(n: int, f: float):
    m = n & f
