import asc


@asc.jit
def place(g, x):
    g.set_global_buffer(x, 64)


@asc.jit
def kernel(x: asc.GlobalAddress, n: int):
    g = asc.GlobalTensor()
    for _ in range(n):
        g = asc.GlobalTensor()
    place(g, x)
