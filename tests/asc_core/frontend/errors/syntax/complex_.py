import asc


@asc.jit
def kernel(n: int):
    z = n + 1j
