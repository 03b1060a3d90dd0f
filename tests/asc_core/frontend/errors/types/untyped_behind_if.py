import asc


@asc.jit
def kernel(x: asc.GlobalAddress, n: int):
    g = asc.GlobalTensor()
    if n > 3:
        g = asc.GlobalTensor()
    g.set_global_buffer(x, 64)
