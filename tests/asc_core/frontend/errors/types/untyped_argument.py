import asc


@asc.jit
def ignores(g, n):
    asc.printf("%d", n)


@asc.jit
def kernel(x: asc.GlobalAddress, n: int):
    g = asc.GlobalTensor()
    ignores(g, n)
    g.set_global_buffer(x, 64)
