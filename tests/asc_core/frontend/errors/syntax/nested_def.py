import asc


@asc.jit
def kernel(n: int):
    def inner(a):
        return a

    inner(n)
