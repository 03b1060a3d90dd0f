import asc


@asc.jit
def kernel(n: int):
    values = [item for item in (1, 2)]
    y = item
