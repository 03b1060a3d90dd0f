import asc


@asc.jit
def kernel(n: int):
    s = f"n is {n}"
