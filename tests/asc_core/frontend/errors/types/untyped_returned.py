import asc


@asc.jit
def made(n):
    return asc.GlobalTensor()


@asc.jit
def kernel(x: asc.GlobalAddress, n: int):
    g = made(n)
    g.set_global_buffer(x, 64)
