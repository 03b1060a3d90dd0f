import asc


@asc.jit
def kernel(n: int):
    values = []
    for i in range(n):
        values.append(i)
