import asc


@asc.jit
def kernel(n: int):
    if n > 3:
        x = 1
    elif n > 2:
        x = 2
    elif n > 1:
        y = 2
    else:
        x = 3
    y = x + 1
