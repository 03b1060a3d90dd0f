import asc


@asc.jit
def kernel(n: int):
    for i in reversed(range(0, 8, n)):
        pass
