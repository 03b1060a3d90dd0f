import asc


@asc.jit
def kernel(n: int):
    t = asc.LocalTensor(dtype=asc.float16, pos=asc.TPosition.VECIN, addr=0, tile_sise=64)
