import asc


@asc.jit
def kernel(n: int):
    pair = (n, 1)
    while pair[0] < 5:
        pair = (n, 1, 2)
