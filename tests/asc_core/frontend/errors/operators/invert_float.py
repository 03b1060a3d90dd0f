import asc


@asc.jit
def kernel(f: float):
    m = ~f
