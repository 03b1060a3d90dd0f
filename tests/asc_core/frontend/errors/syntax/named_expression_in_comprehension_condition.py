import asc


@asc.jit
def kernel(n: int):
    values = [i for i in range(4) if i < n]
