import asc


@asc.jit
def kernel(n: int):
    numbers = sorted(range(10**10))
