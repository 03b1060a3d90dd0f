import asc


@asc.jit
def kernel(n: int, tile: asc.ConstExpr[int]):
    if tile % 32:
        if n > 3:
            raise ValueError("n is too large")


CONSTANTS = {"tile": 33}
