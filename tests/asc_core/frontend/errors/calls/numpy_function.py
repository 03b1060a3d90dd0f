import numpy as np

import asc


@asc.jit
def kernel(n: int):
    m = np.square(n)
