import asc


@asc.jit
def kernel(n: int):
    for i in range(10**5000): pass
