import asc


@asc.jit
def device(a, length=3):
    return a + length


@asc.jit
def kernel(n: int):
    device(n, lenght=4)
