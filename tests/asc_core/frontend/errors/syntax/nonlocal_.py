import asc


def factory():
    total = 0

    @asc.jit
    def kernel(n: int):
        nonlocal total
        total = n

    return kernel


kernel = factory()
