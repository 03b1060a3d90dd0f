import asc


@asc.jit
def kernel(z: asc.GlobalAddress):
    g = asc.GlobalTensor()
    g.set_global_buffer(z, 8)
    g.set_value(-(10**5000), 1)
