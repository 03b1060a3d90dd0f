import asc

NAMES = {1, 2}


@asc.jit
def kernel(n: int):
    for i in NAMES:
        n = n + i
