import asc


class TileError(ValueError):
    pass


@asc.jit
def kernel(n: int, tile: asc.ConstExpr[int]):
    if tile % 32:
        raise TileError(f"tile={tile} of {n} isn't a multiple of {2**5}")


CONSTANTS = {"tile": 33}
