import asc


@asc.jit
def kernel(n: int):
    yield from range(n)
