import asc


@asc.jit
def kernel(n: int):
    values = [1]
    if n > 2:
        values += [2]
