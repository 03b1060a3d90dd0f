import asc


@asc.jit
def kernel(n: int, tile: asc.ConstExpr[int]):
    for _ in range(n):
        if tile % 32:
            raise ValueError(f"tile={tile} isn't a multiple of {2**5}")


CONSTANTS = {"tile": 33}
