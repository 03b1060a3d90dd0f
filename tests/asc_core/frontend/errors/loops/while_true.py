import asc


@asc.jit
def kernel(n: int):
    while True:
        n = n + 1
