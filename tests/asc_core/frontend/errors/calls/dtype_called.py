import asc


@asc.jit
def kernel(n: int):
    m = asc.float32(n)
