import asc


@asc.jit
def kernel(n: int):
    raise
