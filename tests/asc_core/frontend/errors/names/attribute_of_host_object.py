import asc


class Config:
    tile_size = 3


@asc.jit
def kernel(n: int):
    m = n + Config.tile_sise
