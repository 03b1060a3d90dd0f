import asc


@asc.jit
def kernel(n: int, size: asc.ConstExpr[int]):
    asc.static_assert(size % 32 == 0, f"size is {size}")


CONSTANTS = {"size": 33}
