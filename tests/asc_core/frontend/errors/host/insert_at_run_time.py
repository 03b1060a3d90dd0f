import asc


@asc.jit
def kernel(n: int):
    values = [1, 2]
    values.insert(n, 3)
