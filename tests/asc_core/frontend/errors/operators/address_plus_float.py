import asc


@asc.jit
def kernel(x: asc.GlobalAddress, f: float):
    y = x + f
