import asc


@asc.jit
def kernel(n: int):
    values = [i for i in range(n)]
