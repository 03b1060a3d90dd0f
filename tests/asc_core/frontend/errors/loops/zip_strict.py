import asc


@asc.jit
def kernel(n: int):
    for a, b in zip((1, 2), (1,), strict=True):
        pass
