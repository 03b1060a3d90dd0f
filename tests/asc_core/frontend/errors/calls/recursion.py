import asc


@asc.jit
def device(a):
    if a > 0:
        device(a - 1)


@asc.jit
def kernel(n: int):
    device(n)
