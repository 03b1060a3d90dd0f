import asc


@asc.jit
def kernel(n: int):
    for i in range(n):
        block_offset = i * 64
    m = blok_offset + 1
