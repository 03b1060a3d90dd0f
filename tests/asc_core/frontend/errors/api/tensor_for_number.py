import asc


@asc.jit
def kernel(x: asc.GlobalAddress):
    t = asc.LocalTensor(asc.float32, asc.TPosition.VECIN, 0, 64)
    asc.muls(t, t, t[0], 64)
