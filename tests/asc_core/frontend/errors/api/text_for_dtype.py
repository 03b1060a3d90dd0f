import asc


@asc.jit
def kernel(x: asc.GlobalAddress):
    asc.LocalTensor("float32", asc.TPosition.VECIN, 0, 64)
