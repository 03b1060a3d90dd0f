import asc


@asc.jit
def device(a: int):
    pass


@asc.jit
def kernel(n: int):
    device[1](n)
