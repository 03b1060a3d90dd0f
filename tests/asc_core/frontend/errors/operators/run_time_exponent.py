import asc


@asc.jit
def kernel(n: int):
    m = 2**n
