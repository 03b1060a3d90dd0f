import asc


@asc.jit
def kernel(n: int):
    for i in n:
        pass
