import asc


@asc.jit
def kernel(n: int):
    m = n ** 2**70
