import asc


@asc.jit
def kernel(n: int):
    m = asc.number(1.5, asc.int32)
