import asc


@asc.jit
def kernel(n: int):
    values = [n, 2]
    values.sort()
