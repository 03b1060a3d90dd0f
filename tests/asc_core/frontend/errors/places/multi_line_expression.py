import asc


@asc.jit
def kernel(n: int):
    x = (
        n
        + missing
        + 2
    )
