import asc


@asc.jit
def kernel(n: int):
    m = "a" + n
