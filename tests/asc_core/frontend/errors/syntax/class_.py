import asc


@asc.jit
def kernel(n: int):
    class Inner:
        pass
