import math

import asc


@asc.jit
def kernel(n: int):
    m = n + math.po
