import math

import asc


@asc.jit
def kernel(f: float):
    m = math.sqrt(f, 2)
