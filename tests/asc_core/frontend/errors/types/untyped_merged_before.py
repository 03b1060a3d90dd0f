import asc


@asc.jit
def kernel(x: asc.GlobalAddress, n: int):
    g = asc.GlobalTensor()
    h = g if n > 3 else asc.GlobalTensor()
    g.set_global_buffer(x, 64)
    h.set_value(0, 1.0)
