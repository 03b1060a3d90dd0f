import itertools

import asc


@asc.jit
def kernel(n: int):
    for i in itertools.count():
        n += i
