import asc


def helper(a):
    return a + 1


@asc.jit
def kernel(n: int):
    m = helper(n)
