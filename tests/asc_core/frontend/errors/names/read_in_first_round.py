import asc


@asc.jit
def kernel(n: int):
    for i in range(n):
        y = previous + i
        previous = i
