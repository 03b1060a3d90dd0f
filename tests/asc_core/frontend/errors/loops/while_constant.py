import asc


@asc.jit
def kernel(n: int):
    while 1 < 2:
        n = n + 1
