import asc


@asc.jit
def kernel(x: asc.GlobalAddress):
    g = asc.GlobalTensor()
    t = asc.LocalTensor(asc.float32, asc.TPosition.VECIN, 0, 64)
    asc.data_copy(t, g, 64)
