import asc


@asc.jit
def kernel(x: asc.GlobalAddress):
    g = asc.GlobalTensor()
    rest = g[8:]
    g.set_global_buffer(x)
    rest.set_value(0, 1)
