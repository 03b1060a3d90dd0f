import asc


@asc.jit
def device(a, b):
    return a


@asc.jit
def kernel(n: int):
    x = device(
        n,
        1,
        2,
    )
