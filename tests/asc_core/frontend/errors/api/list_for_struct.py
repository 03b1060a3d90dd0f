import asc


@asc.jit
def kernel(x: asc.GlobalAddress):
    t = asc.LocalTensor(asc.float32, asc.TPosition.VECIN, 0, 64)
    asc.add(t, t, t, 64, 1, [1, 1, 1, 8, 8, 8])
