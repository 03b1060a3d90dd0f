import asc


@asc.jit
def kernel(n: int):
    for i in range(0, 1, 2, 3):
        pass
