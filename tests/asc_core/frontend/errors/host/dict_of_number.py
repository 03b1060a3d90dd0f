import asc


@asc.jit
def kernel(n: int):
    m = dict(n)
