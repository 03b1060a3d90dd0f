import numpy as np

import asc


@asc.jit
def kernel(f: float):
    m = np.sqrt(f)
