import asc


@asc.jit
def even(a):
    return odd(a - 1)


@asc.jit
def odd(a):
    return even(a - 1)


@asc.jit
def kernel(n: int):
    even(n)
