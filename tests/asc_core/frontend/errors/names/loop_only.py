import asc


@asc.jit
def kernel(n: int):
    for i in range(n):
        x = i
    y = x + 1
