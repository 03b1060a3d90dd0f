import asc


@asc.jit
def kernel(n: int):
    with open("file.txt") as f:
        pass
