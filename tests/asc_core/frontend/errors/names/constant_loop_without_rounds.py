import asc


@asc.jit
def kernel(n: int):
    for i in range(5, 2):
        x = n
    y = x + 1
