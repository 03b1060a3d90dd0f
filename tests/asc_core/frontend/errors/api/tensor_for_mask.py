import asc


@asc.jit
def kernel(x: asc.GlobalAddress):
    t = asc.LocalTensor(asc.float32, asc.TPosition.VECIN, 0, 64)
    asc.duplicate(t, 1.0, mask=t, repeat_times=1, dst_block_stride=1, dst_repeat_stride=8)
