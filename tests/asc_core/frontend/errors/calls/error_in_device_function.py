import asc


@asc.jit
def inner(a):
    return a + missing


@asc.jit
def outer(a):
    return inner(a * 2)


@asc.jit
def kernel(n: int):
    m = outer(n)
