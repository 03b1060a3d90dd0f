import asc


@asc.jit
def check(m):
    raise ValueError(f"{m} and {3!r}")


@asc.jit
def kernel(n: int):
    if n > 3:
        check(n)
