import asc


@asc.jit
def kernel(n: int):
    values = (1, 2)
    m = n + values[2]
