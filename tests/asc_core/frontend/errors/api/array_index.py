import asc


@asc.jit
def kernel(n: int):
    a = asc.array(asc.int32, 4, 0)
    m = a[4]
