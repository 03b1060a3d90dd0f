import asc


@asc.jit
def kernel(n: int, f: float):
    x = n
    for i in range(n):
        x = x * f
    y = x
