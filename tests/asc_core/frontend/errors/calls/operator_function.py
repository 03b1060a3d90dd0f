import operator

import asc


@asc.jit
def kernel(n: int):
    m = operator.mul(n, 2)
