import asc

SIZE = 3


@asc.jit
def kernel(n: int):
    SIZE = SIZE + n
