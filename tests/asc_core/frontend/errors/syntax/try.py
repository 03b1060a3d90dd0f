import asc


@asc.jit
def kernel(n: int):
    try:
        n = n + 1
    except ValueError:
        pass
