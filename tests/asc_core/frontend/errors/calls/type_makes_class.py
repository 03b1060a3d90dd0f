import asc


@asc.jit
def kernel(n: int):
    t = type("T", (), {})
