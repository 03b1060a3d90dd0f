import asc


@asc.jit
def kernel(n: int):
    a = asc.array(asc.int32, n)
