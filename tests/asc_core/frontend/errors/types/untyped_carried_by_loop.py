import asc


@asc.jit
def kernel(x: asc.GlobalAddress, n: int):
    g = asc.GlobalTensor()
    while n > 3:
        g.set_global_buffer(x, 64)
        g = asc.GlobalTensor()
        n -= 1
