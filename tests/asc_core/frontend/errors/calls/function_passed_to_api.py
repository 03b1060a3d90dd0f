import asc


@asc.jit
def device(a):
    return 1


@asc.jit
def kernel(n: int):
    t = asc.LocalTensor(asc.float16, asc.TPosition.VECIN, 0, device)
