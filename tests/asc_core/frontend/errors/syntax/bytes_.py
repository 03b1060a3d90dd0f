import asc


@asc.jit
def kernel(n: int):
    z = b"abc"
