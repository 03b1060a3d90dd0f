import asc


@asc.jit
def kernel(n: int):
    m = n.__format__("d")
