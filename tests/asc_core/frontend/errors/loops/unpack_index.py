import asc


@asc.jit
def kernel(n: int):
    for a, b in range(n):
        pass
