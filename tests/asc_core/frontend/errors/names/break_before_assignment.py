import asc


@asc.jit
def kernel(n: int):
    while True:
        if n > 3:
            break
        x = n
        n = n + 1
    y = x + 1
