import asc


@asc.jit
def kernel(x: asc.GlobalAddress):
    a = asc.LocalTensor(asc.float16, asc.TPosition.VECIN, 0, 64)
    c = -a
