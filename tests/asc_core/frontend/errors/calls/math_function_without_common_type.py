import math

import asc


@asc.jit
def kernel(f: float):
    a = asc.number(1, asc.int64)
    b = asc.number(1, asc.uint64)
    m = math.fmod(a, b)
