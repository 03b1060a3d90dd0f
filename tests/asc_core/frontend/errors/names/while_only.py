import asc


@asc.jit
def kernel(n: int):
    i = 0
    while i < n:
        x = i
        i += 1
    y = x + 1
