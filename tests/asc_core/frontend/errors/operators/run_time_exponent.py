import asc


@asc.jit
def kernel(n: int, x: float):
    m = 2**x
