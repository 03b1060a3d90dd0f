import asc


@asc.jit
def kernel(x: asc.GlobalAddress):
    t = asc.LocalTensor()
    t.set_value(0, 1)
