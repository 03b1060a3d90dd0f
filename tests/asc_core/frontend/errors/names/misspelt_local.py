import asc


@asc.jit
def kernel(block_length: int):
    m = blok_length + 1
