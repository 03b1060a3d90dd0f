import numpy as np

import asc

BIG = np.uint64(7)


@asc.jit
def kernel(n: int):
    m = n + BIG
