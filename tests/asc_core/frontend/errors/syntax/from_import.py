import asc


@asc.jit
def kernel(n: int):
    from math import pi
