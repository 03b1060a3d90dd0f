import asc

TABLE = (1, 2, 3)


@asc.jit
def kernel(n: int):
    m = TABLE[n]
