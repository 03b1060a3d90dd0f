import math

import asc


@asc.jit
def kernel(f: float):
    t = asc.LocalTensor(asc.float32, asc.TPosition.VECIN, 0, 64)
    m = math.sqrt(t)
