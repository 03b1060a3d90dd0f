import asc

TILE_LENGTH = 8


@asc.jit
def kernel(n: int):
    m = n * TILE_LENGHT
