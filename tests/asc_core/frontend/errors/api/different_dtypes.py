import asc


@asc.jit
def kernel(x: asc.GlobalAddress):
    t = asc.LocalTensor(asc.float32, asc.TPosition.VECIN, 0, 64)
    h = asc.LocalTensor(asc.float16, asc.TPosition.VECIN, 256, 64)
    asc.add(t, t, h, 64)
