import asc


@asc.jit
def kernel(n: int):
    print(f"{asc.int32!s:>10000000000}")
