import copy

import asc


@asc.jit
def kernel(n: int):
    m = copy.copy((n, 1))
