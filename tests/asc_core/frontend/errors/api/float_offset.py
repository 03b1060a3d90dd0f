import asc


@asc.jit
def kernel(f: float):
    t = asc.LocalTensor(asc.float16, asc.TPosition.VECIN, 0, 64)
    u = t[f:]
