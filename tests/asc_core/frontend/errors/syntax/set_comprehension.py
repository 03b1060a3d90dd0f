import asc


@asc.jit
def kernel(n: int):
    s = {i for i in (1, 2)}
