import asc


@asc.jit
def kernel(x: asc.GlobalAddress):
    t = asc.LocalTensor(asc.float32, asc.TPosition.VECIN, 0, 64)
    asc.adds(t, t, 1.0, asc.get_block_num() / 2)
