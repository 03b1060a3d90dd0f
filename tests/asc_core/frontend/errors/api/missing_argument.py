import asc


@asc.jit
def kernel(n: int):
    pipe = asc.TPipe()
    pipe.init_buffer()
