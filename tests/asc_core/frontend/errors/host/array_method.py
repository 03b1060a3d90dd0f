import numpy as np

import asc

WEIGHTS = np.zeros(4)


@asc.jit
def kernel(n: int):
    m = n + WEIGHTS.sum()
