import numpy as np

import asc


@asc.jit
def kernel(x: asc.GlobalAddress):
    pipe = asc.TPipe()
    queue = asc.TQue(asc.TPosition.VECIN, 1)
    pipe.init_buffer(queue, 1, 256)
    queue.alloc_tensor(np.float16)
