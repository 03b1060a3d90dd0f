import asc


@asc.jit
def kernel(n: int):
    m = eval("n + 1")
