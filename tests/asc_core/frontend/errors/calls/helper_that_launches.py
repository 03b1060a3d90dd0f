import asc


@asc.jit
def other(n: int):
    pass


def helper():
    other[1](3)


@asc.jit
def kernel(n: int):
    helper()
