import asc

VALUES = []


@asc.jit
def kernel(n: int):
    VALUES.append(n)
