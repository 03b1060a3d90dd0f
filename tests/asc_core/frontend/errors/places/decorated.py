import asc


def passes_through(function):
    return function


@passes_through
@asc.jit(
    opt_level=2,
)
def kernel(n: int):
    bad + 1
