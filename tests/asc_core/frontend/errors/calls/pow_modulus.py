import asc


@asc.jit
def kernel(n: int):
    m = pow(n, 2, 5)
