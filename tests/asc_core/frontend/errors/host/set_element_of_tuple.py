import asc


@asc.jit
def kernel(n: int):
    t = (1, 2)
    t[0] = n
