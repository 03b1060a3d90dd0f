import asc


@asc.jit
def kernel(n: int):
    if n > 3:
        pass
    else:
        x = 1
    y = x + 1
