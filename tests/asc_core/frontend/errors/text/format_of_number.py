import asc


@asc.jit
def kernel(n: int):
    m = format(n, "d")
