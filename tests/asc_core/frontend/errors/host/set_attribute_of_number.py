import asc


@asc.jit
def kernel(n: int):
    n.size = 3
