import asc


@asc.jit
def kernel(n: int):
    mode = "a"
    if n > 3:
        mode = "b"
    m = mode == "a"
