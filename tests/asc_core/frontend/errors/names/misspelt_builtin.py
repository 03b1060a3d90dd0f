import asc


@asc.jit
def kernel(n: int):
    m = absolute(n) + mim(n, 3)
