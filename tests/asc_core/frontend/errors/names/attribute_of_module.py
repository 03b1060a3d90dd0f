import asc


@asc.jit
def kernel(n: int):
    x = asc.GlobalTensr()
