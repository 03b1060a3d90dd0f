import asc

double = lambda x: x * 2  # noqa: E731


@asc.jit
def kernel(n: int):
    m = double(n)
