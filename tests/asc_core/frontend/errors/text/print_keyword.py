import asc


@asc.jit
def kernel(n: int):
    print(n, file=None)
