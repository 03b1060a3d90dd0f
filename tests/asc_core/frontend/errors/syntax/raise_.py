import asc


@asc.jit
def kernel(n: int):
    if n < 0:
        raise ValueError("n must be positive")
