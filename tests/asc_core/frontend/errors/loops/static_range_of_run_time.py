import asc


@asc.jit
def kernel(n: int):
    for i in asc.static_range(n):
        pass
