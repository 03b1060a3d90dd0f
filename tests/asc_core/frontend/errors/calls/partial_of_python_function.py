from functools import partial

import asc


def scale(by, x):
    return by * x


double = partial(scale, 2)


@asc.jit
def kernel(n: int):
    m = double(n)
