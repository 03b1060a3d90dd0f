import asc


@asc.jit
def kernel(f: float):
    print(f"{f:8d}")
