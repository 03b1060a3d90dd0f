import asc


@asc.jit
def kernel(x: asc.GlobalAddress):
    asc.transpose(x, x)
