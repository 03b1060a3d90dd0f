import asc


@asc.jit
def kernel(n: int):
    parts = [n + i for i in asc.static_range(40_000)]
