import asc


@asc.jit
def kernel(n: int):
    m = (1, 2).count(n)
