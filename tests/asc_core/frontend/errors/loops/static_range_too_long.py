import asc


@asc.jit
def kernel(n: int):
    for i in asc.static_range(1_000_000_000_000):
        n += i
