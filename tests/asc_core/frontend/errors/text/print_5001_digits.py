import asc


@asc.jit
def kernel(n: int):
    print(n, 10**5000)
