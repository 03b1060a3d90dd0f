import asc


@asc.jit
def kernel(x: asc.GlobalAddress):
    g, h = asc.GlobalTensor(), asc.GlobalTensor()
    g.set_global_buffer(x)
    h.set_global_buffer(x + 64)
    asc.data_copy(h, g, 64)
