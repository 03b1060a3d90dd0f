import asc


@asc.jit
def kernel(n: int):
    x = asc.LocalTensor(asc.float16, asc.TPosition.VECINN, 0, 16)
