import asc


@asc.jit
def row(n, j):
    for i in asc.static_range(200):
        n += i * j
    return n


@asc.jit
def kernel(n: int):
    for j in asc.static_range(200):
        n = row(n, j)
