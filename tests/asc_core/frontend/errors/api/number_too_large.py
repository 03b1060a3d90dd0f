import asc


@asc.jit
def kernel(n: int):
    m = asc.number(300, asc.int8)
