import asc


@asc.jit
def kernel(n: int):
    for i, v in enumerate(n):
        pass
