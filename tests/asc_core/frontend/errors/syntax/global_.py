import asc

COUNT = 0


@asc.jit
def kernel(n: int):
    global COUNT
    COUNT = n
