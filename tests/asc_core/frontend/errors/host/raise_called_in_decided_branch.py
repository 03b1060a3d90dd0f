import asc


@asc.jit
def refuse(tile):
    raise ValueError(f"tile={tile} is too small")


@asc.jit
def kernel(n: int, tile: asc.ConstExpr[int]):
    while n > 3:
        n -= 1
        if tile < 64:
            for _ in range(n):
                n -= 1
            refuse(tile)


CONSTANTS = {"tile": 33}
