import numpy as np

import asc

DATA = np.zeros(3)


@asc.jit
def device(a):
    return 1


@asc.jit
def kernel(n: int):
    device(DATA)
