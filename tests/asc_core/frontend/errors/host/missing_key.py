import asc

TABLE = {"a": 1}


@asc.jit
def kernel(n: int):
    m = n + TABLE["b"]
