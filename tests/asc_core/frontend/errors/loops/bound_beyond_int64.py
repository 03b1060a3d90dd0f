import asc


@asc.jit
def kernel(n: int):
    for i in range(2**63):
        n = n + 1
