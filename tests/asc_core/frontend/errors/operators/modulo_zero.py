import asc

ZERO = 0


@asc.jit
def kernel(n: int):
    m = n % ZERO
