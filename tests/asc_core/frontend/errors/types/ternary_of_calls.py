import asc


@asc.jit
def kernel(n: int, f: float):
    x = n if n > 3 else abs(f)
