import asc


@asc.jit
def kernel(f: float):
    for i in range(f):
        pass
