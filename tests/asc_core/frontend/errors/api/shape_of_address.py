import asc


@asc.jit
def kernel(x: asc.GlobalAddress):
    asc.LocalTensor(asc.float32, asc.TPosition.VECIN, 0, x.shape[0])
