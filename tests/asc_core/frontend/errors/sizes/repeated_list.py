import asc


@asc.jit
def kernel(n: int):
    zeros = [0] * 10**9
