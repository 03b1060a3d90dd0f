import numpy as np

import asc

WEIGHTS = np.zeros(4, np.float32)


@asc.jit
def kernel(x: asc.GlobalAddress):
    g = asc.GlobalTensor()
    g.set_global_buffer(WEIGHTS)
