import asc


@asc.jit
def kernel(n: int):
    async def inner(a):
        return a
