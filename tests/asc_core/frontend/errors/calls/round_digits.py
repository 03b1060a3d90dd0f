import asc


@asc.jit
def kernel(f: float):
    m = round(f, 2)
