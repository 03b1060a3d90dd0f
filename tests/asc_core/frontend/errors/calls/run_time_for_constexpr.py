import asc


@asc.jit
def device(a, size: asc.ConstExpr[int]):
    return a + size


@asc.jit
def kernel(n: int):
    device(n, n + 1)
