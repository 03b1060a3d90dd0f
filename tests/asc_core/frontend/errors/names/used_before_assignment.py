import asc


@asc.jit
def kernel(n: int):
    m = k + n
    k = 1
