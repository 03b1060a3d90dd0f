import asc


@asc.jit
def kernel(n: int, k: int):
    m = n is not k
