import asc


@asc.jit
def device(a):
    return a


@asc.jit
def kernel(n: int):
    m = device.size
