import asc


@asc.jit
def kernel(n: int):
    t = None
    if n > 3:
        t = 4
    m = t + 1
