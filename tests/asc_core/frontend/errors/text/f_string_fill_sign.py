import asc


@asc.jit
def kernel(n: int):
    print(f"{n:=8}")
