import asc


@asc.jit
def kernel(n: int):
    s = {1, 2}
