import asc


def factory():
    @asc.jit
    def kernel(n: int):
        m = n + later

    return kernel
    later = 3


kernel = factory()
