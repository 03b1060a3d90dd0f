import asc


@asc.jit
def kernel(n: int):
    values = [0] * n
