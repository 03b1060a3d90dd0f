import asc


@asc.jit
def kernel(n: int):
    m = min(n, 3, key=abs)
