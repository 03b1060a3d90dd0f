import asc


@asc.jit
def kernel(n: int):
    x = n if n > 3 else "text"
