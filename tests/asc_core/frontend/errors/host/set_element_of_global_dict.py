import asc

TABLE = {}


@asc.jit
def kernel(n: int):
    TABLE["n"] = n
