import asc


@asc.jit
def kernel(n: int):
    mode = "a"
    for i in range(n):
        if mode == "b":
            i = 3
        mode = "b"
