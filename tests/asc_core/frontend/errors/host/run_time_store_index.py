import asc


@asc.jit
def kernel(n: int):
    values = [1, 2, 3]
    values[n] = 4
