import asc


@asc.jit
def kernel(n: int):
    asc.static_assert(n > 3)
