import asc


@asc.jit
def kernel(n: int):
    table = {n: 1}
