import asc


@asc.jit
def kernel(n: int):
    raise ValueError(f"{n:>4}", n) from None
