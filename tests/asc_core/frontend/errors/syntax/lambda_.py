import asc


@asc.jit
def kernel(n: int):
    double = lambda a: a * 2
    double(n)
