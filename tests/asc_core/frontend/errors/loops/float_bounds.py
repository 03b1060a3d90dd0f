import asc


@asc.jit
def kernel(n: int):
    for i in range(0.0, 4.0):
        n = n + 1
