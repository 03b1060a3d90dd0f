import asc


@asc.jit
def kernel(n: int):
    t = asc.LocalTensor(asc.float16, asc.TPosition.VECIN, 0, 64)
    t.set_value(0)
