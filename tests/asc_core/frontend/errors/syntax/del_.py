import asc


@asc.jit
def kernel(n: int):
    m = n
    del m
